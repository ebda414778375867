// What scrolls can be reached by keyboard, and what does not is no stop on the way. Chromium and
// Firefox do it by themselves for scrollers that hold no control; this can go when Safari does too.
const scrollers = "pre, div.math, .pst-scrollable-table-container, .cell_output > .output";

// The theme does this for code. It changes each block before it measures the next, so each measure has
// the page laid out again, and it starts over whenever anything on the page changes: 100 ms after every
// step of a slider. It gets an empty list; this can go when the theme measures first and changes after.
// (A module of this page runs before the theme's deferred script.)
const find = document.querySelectorAll;
document.querySelectorAll = (selector) =>
  selector.startsWith("pre, .nboutput") ? [] : find.call(document, selector);

// Sphinx's highlighter gives every entry of the history an empty state when its page loads; an entry keeps
// the explorers' settings there. This can go when sphinx_highlight.js passes the state on.
const replaceState = history.replaceState.bind(history);
history.replaceState = (state, ...rest) => replaceState({ ...history.state, ...state }, ...rest);

function makeReachable(elements) {
  const overflow = elements.map(
    (e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1,
  );
  elements.forEach((e, i) => {
    if (overflow[i]) e.tabIndex = 0;
    else e.removeAttribute("tabindex");
  });
}

// Not asked for before it is laid out, so the answer costs nothing.
const watch = new ResizeObserver((entries) => makeReachable(entries.map(({ target }) => target)));
for (const element of find.call(document, scrollers)) watch.observe(element);

const later = globalThis.requestIdleCallback ?? setTimeout;
const nearOnly = (state) => document.documentElement.toggleAttribute("data-near-only", state);
const sections = [...document.querySelectorAll("section")];

// With the mark on the root (layout.html, book.css) what is far from the screen has not been laid out.
// From the reader's first move on it is, section by section when there is time; before, there is no need.
const MOVES = [
  "pointermove",
  "pointerdown",
  "touchstart",
  "wheel",
  "scroll",
  "keydown",
  "dragenter",
];

function begin({ type, target }) {
  if (type === "scroll" && target !== document) return; // the theme's script scrolls the sidebar
  for (const move of MOVES) removeEventListener(move, begin, true);
  layOut(0);
}
for (const move of MOVES) addEventListener(move, begin, { capture: true, passive: true });
// A jump within the page needs every height above its end.
addEventListener("click", ({ target }) => target.closest('a[href*="#"]') && nearOnly(false), true);

function layOut(seen) {
  if (seen < sections.length) {
    sections[seen].style.contentVisibility = "visible";
    later(() => layOut(seen + 1));
    return;
  }
  nearOnly(false);
  for (const each of sections) each.style.contentVisibility = "";
  document.addEventListener(
    "input",
    ({ target }) => target.closest(".pe-explorer") && nearOnly(true),
  );
}

// The reader's answers are noted from the first one on; those given before answers.mjs is here wait for it.
const answers = document.getElementById("my-answers");
if (answers) {
  const given = [];
  const bring = async () => {
    const brought = await import("./answers.mjs");
    brought.take(given);
    return brought;
  };
  answers.addEventListener("click", async ({ target }) => (await bring()).act(target.name));
  // After the question's own listener, which gives the verdict.
  document.addEventListener("submit", ({ target }) => {
    const value = new FormData(target).get("answer");
    given.push({ id: target.id, verdict: target.dataset.verdict, value });
    bring();
  });
  new IntersectionObserver(([{ isIntersecting }], watch) => {
    if (!isIntersecting) return;
    watch.disconnect();
    bring();
  }).observe(answers);
}

// A step of the lesson has a bar.
if (new URLSearchParams(location.search).has("lesson")) import("./lesson.mjs");

// The second of the two buttons that print (paper.py). What it opens it closes again.
globalThis.printWithSolutions = () => {
  const closed = [
    ...document.querySelectorAll("article details:not(.pe-data, .tag_hide-input *, [open])"),
  ];
  for (const each of closed) each.open = true;
  addEventListener(
    "afterprint",
    () => {
      for (const each of closed) each.open = false;
    },
    { once: true },
  );
  print();
};
