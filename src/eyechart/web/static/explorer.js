// What names marks lights them while it is pointed at or focused: <a data-lights="t3 t5"> and <g data-mark="t3">.
// What the address has chosen stays lit when nothing is pointed at. Everything here is a link too.
"use strict";
(() => {
  let lit = null;
  const light = (from) => {
    if (from === lit) return;
    lit = from;
    const names = from ? new Set(from.dataset.lights.split(" ").filter(Boolean)) : null;
    // What is in the scene's lists lights the question's pictures, which stand in another part of the page.
    const place = from && (from.closest(".card") || document);
    for (const mark of document.querySelectorAll(".mark")) {
      const on = names && place.contains(mark) ? names.has(mark.dataset.mark) : !names && mark.classList.contains("chosen");
      mark.classList.toggle("lit", on);
    }
  };
  const lights = (event) => event.target.closest?.("[data-lights]") ?? null;
  document.addEventListener("pointerover", (event) => light(lights(event)));
  document.addEventListener("focusin", (event) => light(lights(event)));
  document.addEventListener("focusout", () => light(null));
  document.addEventListener("swapped", () => { lit = null; });
})();
