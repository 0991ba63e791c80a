// Marking on pictures by mouse, finger and keys, and reading aloud. Answers go by plain forms and need none of this.
"use strict";
(() => {
  // ---- boxes
  const marking = document.querySelector("[data-marking]"), field = document.querySelector("#answer [name=boxes]");
  if (marking && field) {
    marking.hidden = false;
    const canvases = [...document.querySelectorAll(".canvas")], boxes = [];
    const press = marking.querySelector("[data-mark]"), add = marking.querySelector("[data-add]"), undo = marking.querySelector("[data-undo]"), told = marking.querySelector("[data-told]");
    const tell = (words) => { told.textContent = words; };
    const size = (canvas) => [Number(canvas.dataset.width), Number(canvas.dataset.height)];
    const draw = (box) => {
      const [left, top, right, bottom] = [Math.min(box.x1, box.x2), Math.min(box.y1, box.y2), Math.max(box.x1, box.x2), Math.max(box.y1, box.y2)];
      const small = right - left < 4 && bottom - top < 4, room = small ? 7 : 0;
      box.rect.classList.toggle("tapped", small);
      box.rect.setAttribute("x", left - room); box.rect.setAttribute("y", top - room);
      box.rect.setAttribute("width", right - left + 2 * room); box.rect.setAttribute("height", bottom - top + 2 * room);
      box.rect.setAttribute("aria-label", `Box from ${Math.round(left)}, ${Math.round(top)} to ${Math.round(right)}, ${Math.round(bottom)} pixels`);
    };
    const keep = () => {
      field.value = JSON.stringify(boxes.map((b) => [Number(b.canvas.dataset.picture), b.x1, b.y1, b.x2, b.y2].map((n) => Math.round(n * 10) / 10)));
      undo.disabled = !boxes.length;
      tell(boxes.length ? `${boxes.length} marked.` : "Nothing is marked.");
    };
    const remove = (box) => { box.rect.remove(); boxes.splice(boxes.indexOf(box), 1); keep(); };
    const keyed = (box) => (event) => {
      const step = event.altKey ? 1 : 8, by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
      if (event.key === "Delete" || event.key === "Backspace") { event.preventDefault(); remove(box); add.focus(); return; }
      if (!by) return;
      event.preventDefault(); event.stopPropagation();
      const [width, height] = size(box.canvas), within = (n, most) => Math.min(Math.max(n, 0), most);
      if (event.shiftKey) { box.x2 = within(Math.max(box.x2 + by[0], box.x1 + 6), width); box.y2 = within(Math.max(box.y2 + by[1], box.y1 + 6), height); }
      else {
        const dx = Math.min(Math.max(by[0], -box.x1), width - box.x2), dy = Math.min(Math.max(by[1], -box.y1), height - box.y2);
        box.x1 += dx; box.x2 += dx; box.y1 += dy; box.y2 += dy;
      }
      draw(box); keep();
    };
    const begin = (canvas, x1, y1, x2, y2) => {
      const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      rect.setAttribute("tabindex", "0"); rect.setAttribute("role", "img");
      canvas.querySelector("svg").append(rect);
      const box = { canvas, rect, x1, y1, x2, y2 };
      rect.addEventListener("keydown", keyed(box));
      boxes.push(box); draw(box);
      return box;
    };
    const on = (yes) => {
      press.setAttribute("aria-pressed", String(yes));
      canvases.forEach((canvas) => canvas.classList.toggle("on", yes));
      if (yes) tell("Draw a box on the picture, or tap the thing.");
    };
    press.addEventListener("click", () => on(press.getAttribute("aria-pressed") !== "true"));
    add.addEventListener("click", () => {
      const [width, height] = size(canvases[0]), box = begin(canvases[0], width * 0.4, height * 0.4, width * 0.6, height * 0.6);
      keep(); box.rect.focus(); tell("A box in the middle. Arrows move it, Shift and arrows change its size, Delete removes it.");
    });
    undo.addEventListener("click", () => { if (boxes.length) remove(boxes[boxes.length - 1]); });
    for (const canvas of canvases) {
      let box = null;
      const svg = canvas.querySelector("svg");
      const at = (event) => {
        const seen = svg.getBoundingClientRect(), [width, height] = size(canvas);
        const along = (n, start, length, most) => Math.min(Math.max((n - start) / length * most, 0), most);
        return [along(event.clientX, seen.left, seen.width, width), along(event.clientY, seen.top, seen.height, height)];
      };
      svg.addEventListener("pointerdown", (event) => {
        if (!canvas.classList.contains("on") || event.button) return;
        event.preventDefault();
        svg.setPointerCapture(event.pointerId);
        const [x, y] = at(event);
        box = begin(canvas, x, y, x, y);
      });
      svg.addEventListener("pointermove", (event) => { if (box) { [box.x2, box.y2] = at(event); draw(box); } });
      svg.addEventListener("pointerup", (event) => { if (box) { [box.x2, box.y2] = at(event); draw(box); box = null; keep(); } });
      svg.addEventListener("pointercancel", () => { if (box) { remove(box); box = null; } });
    }
  }
  // ---- reading aloud, where the browser speaks
  if ("speechSynthesis" in window) {
    for (const button of document.querySelectorAll("[data-aloud]")) {
      button.hidden = false;
      button.addEventListener("click", () => {
        speechSynthesis.cancel();
        for (const one of document.querySelectorAll("[data-say]")) {
          const words = new SpeechSynthesisUtterance(one.textContent.trim());
          words.lang = one.closest("[lang]")?.lang || "en";
          speechSynthesis.speak(words);
        }
      });
    }
  }
})();
