// One question: its pictures with the truth and what was pointed at, its words, and what everybody said.
const inks = ["#d81b60", "#1e88e5", "#fb8c00", "#8e24aa", "#00acc1", "#7cb342"];
const dot = n => make("i", { className: "dot", style: `background:${inks[n % inks.length]}` });
const labels = l => l ? ` [${Object.entries(l).map(([k, v]) => `${k}: ${v}`).join(", ")}]` : "";
const address = where => "#" + Object.entries(where).filter(([, v]) => v)
  .map(([k, v]) => `${k}=${encodeURIComponent(v).replaceAll("%2F", "/")}`).join("&");

// Right, wrong, or the right answer by wrong evidence.
const verdict = s => s.outcome === "right" ? ["right", "✓"] : ["wrong evidence", "wrong frame"].includes(s.outcome) ? ["half", "◐"] : s.outcome === "not asked" ? ["none", "–"] : ["wrong", "✗"];

const svg = (tag, more) => {
  const e = document.createElementNS(document.querySelector("svg").namespaceURI, tag);
  for (const [k, v] of Object.entries(more)) e.setAttribute(k, v);
  return e;
};
const points = s => (s.length === 4 ? [s[0], s[1], s[2], s[1], s[2], s[3], s[0], s[3]] : s).join(" ");

// `drawn` are the numbers of the models whose boxes are shown: everybody's together hide the picture.
function card(q, pictures, drawn) {
  const picture = (number, place, caption) => {
    const [url, width, height] = pictures[number];
    const layer = svg("svg", { viewBox: `0 0 ${width} ${height}` });
    const draw = (shapes, more) => {
      for (const [n, shape] of shapes ?? []) if (n === place) layer.append(svg("polygon", { points: points(shape), ...more }));
    };
    for (const n of drawn) draw(q.said[n].evidence, { class: "said", stroke: inks[n % inks.length] });
    draw(q.evidence, { class: "truth" });
    const made = make("div", { className: "picture" }, make("img", { src: url, width, height, alt: caption || "the picture asked about" }), layer);
    return caption ? make("div", {}, make("small", {}, caption), made) : made;
  };
  return [make("div", { className: "pictures" }, ...shown(q, picture)), make("div", { className: "words" }, ...words(q, drawn))];
}

function shown(q, picture) {
  const several = q.pictures.length > 1, columns = Math.ceil(Math.sqrt(q.pictures.length));
  const own = make("div", { className: several ? "several" : "single" },
    ...q.pictures.map((number, place) => picture(number, place, several ? String(place + 1) : "")));
  if (several) own.style.setProperty("--columns", columns);
  if (!q.choice_pictures) return [own];
  if (several && q.pictures.length === columns ** 2 - 1) own.append(make("div", { className: "missing" }, "?"));
  const choices = make("div", { className: "several" }, ...q.choice_pictures.map((number, n) => picture(number, null, q.choices[n])));
  choices.style.setProperty("--columns", q.choice_pictures.length > 6 ? 4 : Math.min(q.choice_pictures.length, 5));
  return [own, choices];
}

function words(q, drawn) {
  const made = [make("p", { className: "question" }, q.text)];
  if (q.choices && !q.choice_pictures) made.push(make("p", { className: "note" }, q.choices.join(" · ")));
  made.push(make("p", {}, make("i", { className: "dot ring" }), "truth: ",
    make("b", { className: "truth" }, (q.answers.join(" / ") || "?") + labels(q.labels))));
  q.said.forEach((s, n) => {
    const line = make("div", { className: "said" }, dot(n), `${q.sitting.models[n]}: `,
      make("b", { className: verdict(s)[0] }, (s.answer ?? s.outcome) + labels(s.labels)),
      make("small", {}, ` ${s.outcome}${s.confidence === undefined ? "" : `, confidence ${s.confidence}`}`));
    if (s.raw) line.append(make("details", { open: drawn.includes(n) && s.outcome !== "right" }, make("summary", {}, "reply"), make("pre", {}, s.raw)));
    made.push(line);
  });
  if (q.prompt) made.push(make("details", {}, make("summary", {}, "prompt"), make("pre", {}, q.prompt)));
  const family = q.sitting.name;
  made.push(make("p", { className: "facets" }, ...Object.entries({ template: q.template, ...q.facets }).filter(([, v]) => v).map(([k, v]) =>
    make("a", { href: address(k === "template" ? { family, template: v } : { family, facet: `${k}: ${v}` }) }, `${k}: ${v}`))));
  made.push(make("p", {}, make("a", { className: "self", href: address({ question: q.id }), title: "the address of this question" }, q.id)));
  return made;
}
