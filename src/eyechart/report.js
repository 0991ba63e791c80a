// The browser of failures: one card at a time, filtered by outcome, model and template. No library, nothing fetched.
for (const box of document.querySelectorAll(".browser")) {
  const data = JSON.parse(box.querySelector("script").textContent);
  const inks = ["#d81b60", "#1e88e5", "#fb8c00", "#8e24aa", "#00acc1", "#7cb342"];
  const names = [...new Set(data.items.flatMap(i => i.s.map(s => s.m)))];
  const told = data.told;
  const make = (tag, more = {}, ...inside) => {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(more)) k in e ? (e[k] = v) : e.setAttribute(k, v);
    e.append(...inside);
    return e;
  };
  const choose = (label, options) => {
    const s = make("select", { ariaLabel: label }, ...options.map(o => make("option", { value: o }, o)));
    s.onchange = () => show(0);
    return s;
  };
  const outcomes = ["no reply", "unparsed", "wrong answer", "wrong frame", "wrong evidence"];
  const there = outcomes.filter(o => data.items.some(i => i.s.some(s => told.includes(s.m) && s.o === o)));
  const outcome = choose("outcome", ["all failures", ...there]);
  const model = choose("model", ["any model", ...told, ...names.filter(n => !told.includes(n))]);
  const template = choose("template", ["all templates", ...[...new Set(data.items.map(i => i.t))].sort()]);
  const count = make("span", { className: "count" });
  const button = (text, label, by) => make("button", { type: "button", ariaLabel: label, onclick: () => show(at + by) }, text);
  box.querySelector(".controls").append(outcome, model, template,
    make("span", { className: "turn" }, button("‹", "previous", -1), count, button("›", "next", 1)));
  const card = box.querySelector(".card");
  let at = 0, shown = [];

  const fits = i => (template.selectedIndex === 0 || i.t === template.value) && i.s.some(s =>
    (model.selectedIndex === 0 ? told.includes(s.m) : s.m === model.value) &&
    (outcome.selectedIndex === 0 ? s.o !== "right" : s.o === outcome.value));

  const svg = (tag, more) => {
    const e = document.createElementNS(document.documentElement.querySelector("svg") ?
      document.documentElement.querySelector("svg").namespaceURI : null, tag);
    for (const [k, v] of Object.entries(more)) e.setAttribute(k, v);
    return e;
  };
  const picture = (key, number, item, caption) => {
    const p = data.pictures[key];
    const layer = svg("svg", { viewBox: `0 0 ${p.w} ${p.h}` });
    const draw = (shapes, kind, ink) => {
      for (const [n, points] of shapes) if (n === number) {
        layer.append(svg("polygon", { class: kind, points, ...(ink ? { style: `stroke:${ink}` } : {}) }));
      }
    };
    if (number >= 0) {
      // Only of whom the page is about, or who was picked: everybody's boxes together hide the picture.
      const drawn = model.selectedIndex === 0 ? told : [model.value];
      item.s.filter(s => drawn.includes(s.m)).forEach(s => draw(s.e, "said", inks[names.indexOf(s.m) % inks.length]));
      draw(item.e, "truth");
    }
    const made = make("div", { className: "picture" }, make("img", { src: p.u, width: p.w, height: p.h, alt: caption }), layer);
    return caption ? make("div", {}, make("small", {}, caption), made) : made;
  };
  const labels = l => l ? ` [${Object.entries(l).map(([k, v]) => `${k}: ${v}`).join(", ")}]` : "";

  function show(next) {
    shown = data.items.filter(fits);
    at = shown.length ? (next + shown.length) % shown.length : 0;
    count.textContent = shown.length ? `${at + 1} of ${shown.length}` : "none";
    card.replaceChildren();
    if (!shown.length) return;
    const item = shown[at];
    const own = make("div", { className: item.p.length > 1 ? "several" : "single" },
      ...item.p.map((k, n) => picture(k, n, item, item.p.length > 1 ? String(n + 1) : "")));
    const columns = Math.ceil(Math.sqrt(item.p.length));
    if (item.p.length > 1) own.style.setProperty("--columns", columns);
    const left = make("div", { className: "pictures" }, own);
    if (item.cp) {
      if (columns > 1 && item.p.length === columns ** 2 - 1) own.append(make("div", { className: "missing" }, "?"));
      const choices = make("div", { className: "several" }, ...item.cp.map((k, n) => picture(k, -1, item, item.ch[n])));
      choices.style.setProperty("--columns", item.cp.length > 6 ? 4 : Math.min(item.cp.length, 5));
      left.append(choices);
    }
    const right = make("div", { className: "words" }, make("p", { className: "question" }, item.q));
    if (item.ch && !item.cp) right.append(make("p", { className: "note" }, item.ch.join(" · ")));
    right.append(make("p", {}, make("i", { className: "dot ring" }), "truth: ",
      make("b", { className: "truth" }, (item.a.join(" / ") || "?") + labels(item.labels))));
    for (const s of item.s) {
      const line = make("div", { className: "said" },
        make("i", { className: "dot", style: `background:${inks[names.indexOf(s.m) % inks.length]}` }), `${s.m}: `,
        make("b", { className: s.o === "right" ? "right" : "wrong" }, (s.a ?? s.o) + labels(s.labels)),
        make("small", {}, ` ${s.o}${s.c === undefined ? "" : `, confidence ${s.c}`}`));
      if (s.raw) line.append(make("details", { open: told.includes(s.m) && s.o !== "right" }, make("summary", {}, "reply"), make("pre", {}, s.raw)));
      right.append(line);
    }
    if (item.prompt) right.append(make("details", {}, make("summary", {}, "prompt"), make("pre", {}, item.prompt)));
    right.append(make("small", {}, `${item.id} · ${item.t}`));
    card.append(left, right);
  }
  box.tabIndex = 0;
  box.onkeydown = e => {
    if (e.target.tagName === "SELECT") return;
    if (e.key === "ArrowRight") show(at + 1);
    if (e.key === "ArrowLeft") show(at - 1);
  };
  show(0);
}
