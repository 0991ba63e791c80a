// The search: questions by words, data, model, outcome, template and facet; one at a time, and as a list. What is looked
// for stands in the address: #family=figures&outcome=unparsed, #question=ID.
const ROWS = 20, JOIN = " + ";
const OUTCOMES = ["right", "not right", "no reply", "unparsed", "wrong answer", "wrong frame", "wrong evidence", "not asked", "models differ"];
const BEST = ["right", "wrong evidence", "wrong frame", "wrong answer", "unparsed", "no reply", "not asked"];
const FIELDS = ["search", "family", "model", "outcome", "template", "facet"];

const unpacked = async text => {
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text());
};
const held = id => document.getElementById(id).textContent;

function browse(inside, pictures) {
  const all = inside.sittings.flatMap(sitting => sitting.questions.map(q => Object.assign(q, { sitting })));
  const box = document.querySelector(".browser"), place = box.querySelector(".card"), list = box.querySelector(".hits");
  const names = [...new Set(inside.sittings.flatMap(s => [...s.about, ...s.models]))];
  let state = {}, hits = all, at = 0, sorted = null;

  // ---- what is looked for

  const controls = Object.fromEntries(FIELDS.map(name => [name, name === "search"
    ? make("input", { type: "search", ariaLabel: "search", placeholder: "words of questions, answers, replies, ids" })
    : make("select", { ariaLabel: name })]));
  const fill = (name, first, options) => {
    const made = options.map(o => typeof o === "string" ? make("option", { value: o }, o)
      : make("optgroup", { label: o.label }, ...o.values.map(v => make("option", { value: `${o.label}: ${v}` }, v))));
    controls[name].replaceChildren(make("option", { value: "" }, first), ...made);
  };
  const within = () => state.family ? all.filter(q => q.sitting.name === state.family) : all;
  const values = (some, of) => [...new Set(some.map(of))].filter(Boolean).sort(order);
  function offer() {
    const some = within();
    fill("family", "all families", inside.sittings.map(s => s.name));
    fill("model", "any model", names);
    const said = new Set(all.flatMap(q => q.said.map(s => s.outcome)));
    fill("outcome", "any outcome", OUTCOMES.filter(o => said.has(o) || o === "not right" || (o === "models differ" && names.length > 1)));
    fill("template", "all templates", values(some, q => q.template));
    const facets = values(some.flatMap(q => Object.keys(q.facets)), k => k).map(label => ({ label,
      values: values(some.flatMap(q => (q.facets[label] ?? "").split(JOIN)), v => v) }));
    fill("facet", "all facets", facets.filter(f => f.values.length > 1));
    for (const name of FIELDS) show(name, state[name] ?? "");
  }
  // A link may name what is no option by itself, such as one combination of facets.
  function show(name, value) {
    if (name !== "search" && value && ![...controls[name].options].some(o => o.value === value)) controls[name].append(make("option", { value }, value));
    controls[name].value = value;
  }

  const text = q => q.sought ??= [q.id, q.text, q.template, ...q.answers, ...(q.choices ?? []),
    ...q.said.flatMap(s => [s.answer ?? "", s.raw ?? ""])].join("\n").toLowerCase();
  const numbers = q => (state.model ? [state.model] : q.sitting.about).map(name => q.sitting.models.indexOf(name)).filter(n => n >= 0);
  const came = (q, outcome) => {
    const said = numbers(q).map(n => q.said[n].outcome);
    if (outcome === "models differ") return new Set(q.said.map(s => s.answer)).size > 1;
    return said.some(o => outcome === "not right" ? o !== "right" && o !== "not asked" : o === outcome);
  };
  const has = (q, facet) => {
    const cut = facet.indexOf(": "), said = q.facets[facet.slice(0, cut)] ?? "", value = facet.slice(cut + 2);
    return said === value || said.split(JOIN).includes(value);
  };
  const fits = {
    search: (q, words) => words.toLowerCase().split(/\s+/).every(word => text(q).includes(word)),
    family: (q, name) => q.sitting.name === name,
    model: (q, name) => q.sitting.models.includes(name),
    outcome: came,
    template: (q, name) => q.template === name,
    facet: has,
  };
  function look(question) {
    hits = all.filter(q => FIELDS.every(name => !state[name] || fits[name](q, state[name])));
    if (sorted) hits.sort((a, b) => compare(sorted.key(a), sorted.key(b), sorted.up));
    turn(Math.max(0, hits.findIndex(q => q.id === question)));
  }

  // ---- one question

  const count = make("span", { className: "count", role: "status" });
  const button = (text, label, by) => make("button", { type: "button", ariaLabel: label, onclick: () => go(at + by) }, text);
  const again = make("button", { type: "button", className: "download" }, "clear");
  const lines = make("button", { type: "button", className: "download", id: "predictions-jsonl" }, "predictions as JSONL");
  box.querySelector(".controls").append(...Object.values(controls), again,
    make("span", { className: "turn" }, button("‹", "previous", -1), count, button("›", "next", 1)), lines);
  box.querySelector(".controls").onsubmit = event => event.preventDefault();

  function turn(next) {
    at = hits.length ? (next + hits.length) % hits.length : 0;
    count.textContent = hits.length ? `${(at + 1).toLocaleString("en")} of ${hits.length.toLocaleString("en")}` : "none";
    const q = hits[at];
    place.replaceChildren(...(q ? card(q, pictures, numbers(q)) : [make("p", { className: "note" }, "No question fits.")]));
    rows();
  }
  const go = next => { turn(next); keep(); };
  const keep = () => history.replaceState(null, "", address({ ...state, question: hits[at]?.id }));

  // ---- the list

  const columns = () => {
    const models = [...new Set(hits.flatMap(q => q.sitting.models))];
    return [
      { title: "question", key: q => q.text, cell: q => make("a", { href: address({ ...state, question: q.id }) }, q.text) },
      { title: "id", key: q => q.id, cell: q => q.id },
      { title: "template", key: q => q.template, cell: q => q.template },
      { title: "truth", key: q => q.answers[0] ?? "", cell: q => q.answers[0] ?? "?" },
      ...models.map(title => ({ title, key: q => BEST.indexOf(said(q, title)?.outcome), cell: q => told(said(q, title)) })),
    ];
  };
  const said = (q, name) => q.said[q.sitting.models.indexOf(name)];
  const told = s => s ? make("span", { className: verdict(s)[0], title: s.outcome }, `${verdict(s)[1]} ${s.answer ?? s.outcome}`) : "–";
  function rows() {
    const first = at - at % ROWS, some = hits.slice(first, first + ROWS);
    if (!some.length) return list.replaceChildren();
    const titles = columns().map(column => {
      const title = make("th", { scope: "col" }, column.title);
      if (sorted?.title === column.title) title.ariaSort = sorted.up ? "ascending" : "descending";
      sorts(title, true, up => { sorted = { ...column, up }; look(); keep(); });
      return title;
    });
    const body = some.map((q, i) => make("tr", { className: first + i === at ? "current" : "" },
      ...columns().map((column, n) => make(n ? "td" : "th", n ? {} : { scope: "row" }, column.cell(q)))));
    const more = (label, next, there) => make("button", { type: "button", disabled: !there, onclick: () => go(next) }, label);
    list.replaceChildren(make("table", {}, make("thead", {}, make("tr", {}, ...titles)), make("tbody", {}, ...body)),
      make("p", { className: "pager" }, more("‹ before", first - ROWS, first > 0), more("after ›", first + ROWS, first + ROWS < hits.length)));
  }

  // ---- what is done with it

  lines.onclick = () => save("predictions.jsonl", "application/jsonl", hits.flatMap(q => numbers(q).map(n => {
    const { answer, evidence = [], labels = {}, confidence = null, raw = null } = q.said[n];
    const regions = evidence.map(([picture, shape]) => ({ shape, picture }));
    return JSON.stringify({ model: q.sitting.models[n], question: q.id, answer, evidence: { regions, labels }, confidence, raw }) + "\n";
  })).join(""));
  document.getElementById("scores-csv").onclick = () => save("scores.csv", "text/csv", csv([inside.columns, ...inside.scores]));

  const change = (name, value) => {
    state = { ...state, [name]: value };
    if (name === "family") state.template = state.facet = "";
    offer();
    look(hits[at]?.id);
    keep();
  };
  let soon = 0;
  for (const name of FIELDS.slice(1)) controls[name].onchange = () => change(name, controls[name].value);
  controls.search.oninput = () => { clearTimeout(soon); soon = setTimeout(() => change("search", controls.search.value.trim()), 150); };
  again.onclick = () => { state = {}; offer(); look(); keep(); };

  box.onkeydown = event => {
    if (["SELECT", "INPUT"].includes(event.target.tagName)) return;
    if (event.key === "ArrowRight") go(at + 1);
    if (event.key === "ArrowLeft") go(at - 1);
  };

  function follow() {
    const said = new URLSearchParams(location.hash.slice(1)), asked = location.hash.includes("=");
    state = Object.fromEntries(FIELDS.map(name => [name, (asked && said.get(name)) || ""]));
    offer();
    look(said.get("question"));
    if (asked) place.focus({ preventScroll: true });
    document.getElementById(asked ? "questions" : location.hash.slice(1))?.scrollIntoView();
  }
  addEventListener("hashchange", () => { if (location.hash.includes("=")) follow(); });
  follow();
}
unpacked(held("inside")).then(inside => browse(inside, JSON.parse(held("pictures"))));
