// Small things that make pages quicker; every page works without them.
//   <form|a data-swap="#id">   fetch where it leads, and put that page's #id in place of ours; the address follows
//   <… id data-live="2">       fetch this page again every 2 seconds, and put its element of this id in place of ours
//   <a data-key="ArrowRight">  followed when the key is pressed and nobody is writing
"use strict";
(() => {
  const dark = () => {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  };
  const theme = document.getElementById("theme");
  const label = () => { theme.textContent = dark() ? "Light" : "Dark"; theme.setAttribute("aria-label", `Switch to ${dark() ? "light" : "dark"} colours`); };
  theme.hidden = false;
  label();
  theme.addEventListener("click", () => {
    const next = dark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    localStorage.setItem("theme", next);
    label();
  });

  // Some browsers go to the content without taking the focus there, and the next Tab is back at the top.
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById("main").focus();
  });

  const fetched = async (address) => {
    // A line that went dead gives no error by itself: without an end, what is live would wait for it for ever.
    const response = await fetch(address, { headers: { "X-Swap": "1" }, signal: AbortSignal.timeout(30000) });
    return new DOMParser().parseFromString(await response.text(), "text/html");
  };
  const swap = (page, selector) => {
    const there = document.querySelector(selector), here = page.querySelector(selector);
    if (!there || !here) return false;
    const at = document.activeElement && there.contains(document.activeElement) ? document.activeElement.id : "";
    there.replaceWith(document.adoptNode(here));
    if (at) document.getElementById(at)?.focus();
    document.dispatchEvent(new CustomEvent("swapped", { detail: selector }));
    return true;
  };
  const go = async (address, selector) => {
    try {
      const page = await fetched(address);
      if (!swap(page, selector)) throw new Error("no such part");
      document.title = page.title;
      history.pushState({}, "", address);
    } catch { location.href = address; }
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-swap]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(link.href, link.dataset.swap);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.dataset.swap || form.method !== "get") return;
    event.preventDefault();
    go(`${form.action.split("?")[0]}?${new URLSearchParams(new FormData(form))}`, form.dataset.swap);
  });
  addEventListener("popstate", () => location.reload());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea, [contenteditable]")) return;
    const link = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === event.key);
    if (link) { event.preventDefault(); link.click(); }
  });

  const live = () => {
    for (const one of document.querySelectorAll("[data-live][id]")) {
      if (one.dataset.begun) continue;
      one.dataset.begun = "1";
      setTimeout(async () => {
        delete one.dataset.begun;
        if (!document.hidden) { try { swap(await fetched(location.href), `#${CSS.escape(one.id)}`); } catch { /* the next time */ } }
        live();
      }, 1000 * Number(one.dataset.live));
    }
  };
  live();
})();
