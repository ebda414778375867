// Symbol and picture are one: a letter that the reader points at in a formula lights up its parts
// in the explorer, and a control or a handle lights up its letter. declare/symbols.py declares which. The
// formula is KaTeX's own; its letters only get a class.

const LETTER = ".katex-html .mathnormal";

/** Join an explorer with the formulas of its section: elsewhere n may count words. */
export function join(explorer) {
  const { element } = explorer;
  const { symbols } = explorer.data;
  const letters = new Set(symbols.map(({ letter }) => letter));
  const formulas = formulasOfSection(element);
  const marked = formulas
    .flatMap((formula) => [...formula.querySelectorAll(LETTER)])
    .filter(({ textContent }) => letters.has(textContent));
  for (const each of marked) each.classList.add("pe-symbol");

  let lit = [];
  const light = (found) => {
    for (const each of lit) each.classList.remove("pe-lit");
    const selectors = figureParts(found);
    element.querySelector(".pe-sheet")?.classList.toggle("pe-dimmed", selectors.length > 0);
    const names = new Set(found.map(({ letter }) => letter));
    lit = [
      ...found.flatMap(({ settings }) => settings.map((name) => rowOf(element, name))),
      ...selectors.flatMap((selector) => [...element.querySelectorAll(selector)]),
      ...marked.filter(({ textContent }) => names.has(textContent)),
    ];
    for (const each of lit) each.classList.add("pe-lit");
  };
  const named = (letter) => symbols.filter((symbol) => symbol.letter === letter);
  /** Light up what a letter of a formula denotes; a figure that is out of view comes to the formula. */
  const explain = (formula, letter) => {
    const found = named(letter);
    light(found);
    const host = explorer.figure?.drawing.host;
    if (host && figureParts(found).length && !isInView(host.parentElement))
      showPreview(host, formula);
    else hidePreview(host);
  };
  /** What has the pointer or the focus lights up what belongs to it. */
  const moved = (target) => {
    const names = movedBy(target);
    const { letter } = target.dataset;
    if (letter) return explain(target, letter);
    light(symbols.filter(({ settings }) => names.includes(settings[0])));
    hidePreview(explorer.figure?.drawing.host);
  };

  // What slides below a pointer at rest is not pointed at.
  let rest = "";
  document.addEventListener("pointermove", ({ x, y }) => (rest = `${x} ${y}`), { passive: true });
  document.addEventListener("pointerover", ({ target, x, y }) => {
    if (rest === `${x} ${y}`) return;
    if (marked.includes(target)) explain(target, target.textContent);
    // Beside all controls the focus counts, not the pointer.
    else
      moved(element.contains(target) && movedBy(target).length ? target : document.activeElement);
  });
  element.addEventListener("focusin", ({ target }) => moved(target));
  element.addEventListener("focusout", () => light([]));
  addEventListener("scroll", () => {
    const host = explorer.figure?.drawing.host;
    if (host?.popover && isInView(host.parentElement)) hidePreview(host);
  });
  const status = element.querySelector(".pe-status");
  for (const formula of formulas.filter(({ localName }) => localName === "div"))
    reachByKeyboard(formula, () => {
      moved(formula);
      const [found] = named(formula.dataset.letter);
      if (found)
        status.textContent = found.settings.map((name) => inWords(element, name)).join("; ");
    });
}

/** The formulas of the section of a page around an element. */
function formulasOfSection(element) {
  const section = element.closest("section:not(.pe-explorer)");
  return [...(section?.querySelectorAll(".math") ?? [])];
}

/** Whether most of an element is in view. */
function isInView(element) {
  const { top, bottom, height } = element.getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0) > 0.7 * height;
}

/** Show a drawing in the half of the window where the formula is not. */
function showPreview(host, formula) {
  if (host.popover) return;
  const { top, bottom } = formula.getBoundingClientRect();
  host.dataset.half = top + bottom > innerHeight ? "upper" : "lower";
  host.popover = "manual";
  host.showPopover();
}

/** Put a drawing back into its place. */
function hidePreview(host) {
  host?.removeAttribute("popover");
}

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/** A formula is one tab stop: the arrow keys go through its letters, and Escape leaves them. */
function reachByKeyboard(formula, changed) {
  const letters = [...formula.querySelectorAll(".pe-symbol")];
  const names = [...new Set(letters.map(({ textContent }) => textContent))];
  if (!names.length) return;
  formula.tabIndex = 0;
  formula.setAttribute("role", "group");
  formula.setAttribute(
    "aria-label",
    `Formula. The arrow keys show in the figure: ${names.join(", ")}.`,
  );
  const show = (letter) => {
    if (letter) formula.dataset.letter = letter;
    else delete formula.dataset.letter;
    // A long formula scrolls.
    letters
      .find(({ textContent }) => textContent === letter)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
    changed();
  };
  formula.addEventListener("focus", () => formula.matches(":focus-visible") && show(names[0]));
  formula.addEventListener("blur", () => show());
  formula.addEventListener("keydown", (event) => {
    const next = names[names.indexOf(formula.dataset.letter) + STEPS[event.key]];
    if (event.key === "Escape") show();
    if (!next) return; // beyond its last letter a long formula scrolls as ever
    event.preventDefault();
    show(next);
  });
}

const inputOf = (element, name) => element.querySelector(`[name="${name}"]`);
const rowOf = (element, name) => inputOf(element, name).parentElement;

/** A slider's label and its value. */
function inWords(element, name) {
  const input = inputOf(element, name);
  return `${input.labels[0].textContent}: ${input.ariaValueText}`;
}

/** The settings that the control or the handle at an element moves. */
function movedBy(target) {
  const handle = target.closest("[data-moves]");
  if (handle) return handle.dataset.moves.split(" ");
  const row = target.closest(".pe-slider, .pe-toggle, .pe-choice");
  return row ? [row.querySelector("[name]").name] : [];
}

/** Selectors of the parts of the figure that these symbols denote. */
function figureParts(symbols) {
  return symbols.flatMap(({ traces, shapes }) => [
    ...traces.map((i) => `[data-trace="${i}"]`),
    ...shapes.map((i) => `[data-shape="${i}"]`),
  ]);
}
