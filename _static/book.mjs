// What scrolls can be reached by keyboard, and what does not is no stop on the way. Chromium and
// Firefox do it by themselves for scrollers that hold no control; this can go when Safari does too.
const scrollers = "pre, div.math, .pst-scrollable-table-container, .cell_output > .output";

// The theme does this for code. It changes each block before it measures the next, so each measure has
// the page laid out again, and it starts over whenever anything on the page changes: 100 ms after every
// step of a slider. It gets an empty list; this can go when the theme measures first and changes after.
// (A module of this page runs before the theme's deferred script.)
const find = document.querySelectorAll;
document.querySelectorAll = (selector) => (selector.startsWith("pre, .nboutput") ? [] : find.call(document, selector));

function makeReachable(elements) {
  const overflow = elements.map((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1);
  elements.forEach((e, i) => (overflow[i] ? (e.tabIndex = 0) : e.removeAttribute("tabindex")));
}

const watch = new ResizeObserver((entries) => makeReachable(entries.map(({ target }) => target)));
const later = globalThis.requestIdleCallback ?? setTimeout;
const nearOnly = (state) => document.documentElement.toggleAttribute("data-near-only", state);
const sections = [...document.querySelectorAll("section")];

// Section by section, when there is time: with the mark on the root (layout.html, book.css) what is far
// from the screen has not been laid out yet.
function next(seen = 0) {
  const section = sections[seen];
  if (!section) {
    nearOnly(false);
    for (const each of sections) each.style.contentVisibility = "";
    document.addEventListener("input", ({ target }) => target.closest(".pe-explorer") && nearOnly(true));
    return;
  }
  section.style.contentVisibility = "visible";
  const own = [...section.querySelectorAll(scrollers)].filter((e) => e.closest("section") === section);
  makeReachable(own);
  for (const element of own) watch.observe(element);
  later(() => next(seen + 1));
}
later(() => next());
