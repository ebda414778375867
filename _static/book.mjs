// What scrolls can be reached by keyboard, and what does not is not a tab stop. Chromium and Firefox do
// it by themselves for scrollers that hold no control; this can go when Safari does too. The theme's own
// way is slow (_ext/book_site/patches.py).
const scrollers = "pre, div.math, .pst-scrollable-table-container, .cell_output > .output";

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
for (const element of document.querySelectorAll(scrollers)) watch.observe(element);

// The buttons that copy code are one tab stop: the arrow keys lead from each to the next.
const STEPS = { ArrowDown: 1, ArrowUp: -1 };
let copyStop;

addEventListener(
  "keydown",
  (event) => {
    const copies = event.key in STEPS && event.target.matches?.(".copybtn");
    if (!copies && event.key !== "Tab") return;
    const buttons = [...document.querySelectorAll(".copybtn")].filter((e) => e.checkVisibility());
    const next = copies && buttons[buttons.indexOf(event.target) + STEPS[event.key]];
    if (next) copyStop = next;
    else if (!buttons.includes(copyStop)) copyStop = buttons[0];
    for (const button of buttons) button.tabIndex = button === copyStop ? 0 : -1;
    if (!next) return;
    event.preventDefault();
    next.focus();
  },
  true,
);

const later = globalThis.requestIdleCallback ?? setTimeout;
const root = document.documentElement;
const sections = [...document.querySelectorAll("section")];

// With the mark on the root (layout.html, book.css) what is far from the screen is not laid out before the
// page is there. Then it is, section by section when there is time, so that the scroll bar knows the page's
// height before the reader scrolls. Never within an event, and nothing is left out again: a press in a
// figure crashed Chromium so.
const begin = () => later(() => layOut(0));
if (document.readyState === "complete") begin();
else addEventListener("load", begin);
// A jump within the page needs every height above its end.
addEventListener("click", ({ target }) => target.closest('a[href*="#"]') && layOutAll(), true);

function layOut(seen) {
  if (seen < sections.length) {
    if (anchor && !hasBox(anchor)) chooseAnchor();
    sections[seen].style.contentVisibility = "visible";
    holdAnchor();
    later(() => layOut(seen + 1));
    return;
  }
  layOutAll();
  for (const each of sections) each.style.contentVisibility = "";
}

function layOutAll() {
  for (const type of ARRIVALS) removeEventListener(type, chooseAnchor, true);
  resizes.disconnect();
  anchor = undefined;
  delete root.dataset.nearOnly;
}

// Until then the height of a far section is a guess. When one above the screen gets its true height, what
// the reader came to (by the scroll bar, to a control, to a found word) or pressed keeps its place on the
// screen. Scroll anchoring of our own: Chromium's does not hold here, and is off (book.css); Safari has
// none. A page that leaves nothing out needs none: the story's figure is sticky, and would be a bad anchor.
const ARRIVALS = ["scroll", "focusin", "pointerdown"];
let anchor, anchorTop;
const resizes = new ResizeObserver(holdAnchor);
if (sections.some((section) => getComputedStyle(section).contentVisibility === "auto")) {
  for (const section of sections) resizes.observe(section);
  for (const type of ARRIVALS)
    addEventListener(type, chooseAnchor, { capture: true, passive: true });
}

/** The block of what was pressed or got the focus, the one chosen before, or the lowest, of those that the
    screen shows. No section is in it, so no guess stands between its top and the screen. */
function chooseAnchor({ target } = {}) {
  holdAnchor();
  const shown = [8, 7, 6, 5, 4, 3, 2, 1].map((part) =>
    document.elementFromPoint(innerWidth / 2, (part / 8) * (innerHeight - 1)),
  );
  anchor = [target, anchor, document.activeElement, ...shown].map(blockOf).find((block) => {
    if (!block || block.querySelector("section")) return false;
    const { top, bottom } = block.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
  if (anchor) anchorTop = topInPage(anchor);
}

/** A handle moves in its figure, and a button may go: the block stays. */
function blockOf(element) {
  return element?.closest?.("article section > *, footer");
}

function holdAnchor() {
  if (!hasBox(anchor)) return;
  const moved = topInPage(anchor) - anchorTop;
  anchorTop += moved;
  scrollBy({ top: moved, behavior: "instant" });
}

/** A panel may close when a button in it is pressed. */
function hasBox(element) {
  return element?.getClientRects().length > 0;
}

function topInPage(element) {
  return element.getBoundingClientRect().top + scrollY;
}

// A section that is chosen from the list of sections closes the list. That gives the focus back, and scrolls.
addEventListener("click", ({ target }) => {
  const link = target.closest('dialog.bd-sidebar-secondary a[href*="#"]');
  if (!link) return;
  const dialog = link.closest("dialog");
  const section = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  const arrive = () =>
    requestAnimationFrame(() => section?.scrollIntoView({ behavior: "instant" }));
  dialog.addEventListener("close", arrive, { once: true });
  dialog.close();
});

// Bootstrap opens the menus of the header. It comes when the reader gets to one.
let bootstrapRequest;
function loadBootstrap() {
  bootstrapRequest ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = new URL("scripts/bootstrap.js", import.meta.url);
    script.onload = done;
    document.head.append(script);
  });
  return bootstrapRequest;
}
for (const type of ["pointerover", "focusin", "click"]) {
  addEventListener(type, async ({ target }) => {
    const button = target.closest?.("[data-bs-toggle=dropdown]");
    if (!button || globalThis.bootstrap) return;
    await loadBootstrap();
    if (type === "click") globalThis.bootstrap.Dropdown.getOrCreateInstance(button).toggle();
  });
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
    const { verdict, numbers } = target.dataset;
    given.push({ id: target.id, verdict, value, numbers });
    bring();
  });
  new IntersectionObserver(([{ isIntersecting }], watch) => {
    if (!isIntersecting) return;
    watch.disconnect();
    bring();
  }).observe(answers);
}

// A term and a citation show what is said of them elsewhere (terms.py). By finger the first tap shows it,
// and the second one follows the link.
const EXPLAINED = ["glossary", "references"].map((page) => `[href*="${page}.html#"]`);
let tips;
for (const type of ["pointerover", "focusin", "click"]) {
  document.addEventListener(type, (event) => {
    const link = event.target.closest?.(`article a:is(${EXPLAINED})`);
    const touched = event.pointerType === "touch";
    if (!link || (type === "click" ? !touched || tips?.shows(link) : touched)) return;
    // A focus that a finger brings is followed by its click.
    if (type === "focusin" && !link.matches(":focus-visible")) return;
    if (type === "click") event.preventDefault();
    import("./tips.mjs").then(
      (loaded) => {
        tips = loaded;
        tips.explain(link, { tapped: touched });
      },
      () => touched && link.click(),
    );
  });
}
