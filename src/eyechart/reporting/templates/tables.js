// Elements, files to keep, tables that are sorted by a click on their titles, and everything unfolded for print.
// No library, nothing fetched.
const make = (tag, more = {}, ...inside) => {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(more)) k in e ? (e[k] = v) : e.setAttribute(k, v);
  e.append(...inside);
  return e;
};

// Natural order: numbers by size, also inside words; what is empty comes last either way.
const order = new Intl.Collator("en", { numeric: true }).compare;
const compare = (a, b, up) => {
  if (a === "" || b === "") return (a === "") - (b === "");
  const found = isNaN(a) || isNaN(b) ? order(a, b) : a - b;
  return up ? found : -found;
};

// Turn a title into a button; `sort` is called with whether to go up. Marks are looked at from the best, names from A.
const sorts = (title, up, sort) => {
  const button = make("button", { type: "button", className: "sort" });
  button.append(...title.childNodes);
  title.append(button);
  button.onclick = () => {
    const rises = title.ariaSort ? title.ariaSort === "descending" : up;
    for (const other of title.parentNode.cells) other.removeAttribute("aria-sort");
    title.ariaSort = rises ? "ascending" : "descending";
    sort(rises);
  };
};

const value = cell => {
  const said = cell ? cell.dataset.value ?? cell.textContent.trim() : "";
  return said === "–" ? "" : said;
};

for (const table of document.querySelectorAll("table.sortable")) {
  [...table.tHead.rows[0].cells].forEach((title, column) => sorts(title, column === 0, up => {
    for (const body of table.tBodies) {
      const rows = [...body.rows].filter(row => !row.className);  // titles of groups and references stay
      const last = [...body.rows].filter(row => row.className === "reference");
      rows.sort((a, b) => compare(value(a.cells[column]), value(b.cells[column]), up));
      body.append(...rows, ...last);
    }
  }));
}

const save = (name, type, text) => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

// What a table would take for a formula is made text.
const field = some => {
  const text = String(some ?? "");
  const plain = /^[=+\-@\t\r]/.test(text) && isNaN(text) ? `'${text}` : text;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};
const csv = rows => rows.map(row => row.map(field).join(",") + "\n").join("");

const folded = new Set();
addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll("main > section > details:not([open])")) {
    folded.add(one);
    one.open = true;
  }
});
addEventListener("afterprint", () => {
  folded.forEach(one => { one.open = false; });
  folded.clear();
});
