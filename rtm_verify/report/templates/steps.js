"use strict";
// ← and → go from step to step; everything else on the page works without this script.
(() => {
  const steps = [...document.querySelectorAll(".step")];
  const links = new Map([...document.querySelectorAll(".steps a")].map((link) => [link.hash.slice(1), link]));
  const bar = document.querySelector(".steps");
  const edge = () => (bar ? bar.offsetHeight : 0) + 24;

  const current = () => {
    const passed = steps.filter((step) => step.getBoundingClientRect().top <= edge());
    return passed.length - 1;
  };
  const mark = () => {
    const here = steps[Math.max(current(), 0)];
    for (const [id, link] of links) {
      if (here && id === here.id) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
  };
  addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = steps[Math.min(Math.max(current() + way, 0), steps.length - 1)];
    if (!next) return;
    event.preventDefault();
    next.scrollIntoView();
    next.focus({ preventScroll: true });
    history.replaceState(null, "", "#" + next.id);
  });
  addEventListener("scroll", mark, { passive: true });
  mark();
})();
