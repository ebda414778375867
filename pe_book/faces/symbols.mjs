// Symbol and picture are one: a letter that the reader points at in a formula lights up what stands for
// it in the explorer, and a control or a handle lights up its letter. declare/symbols.py says which. The
// formula is KaTeX's own; its letters only get a class.

import { fill } from "../declare/wording.mjs";

const LETTER = ".katex-html .mathnormal";

/** Join an explorer with the formulas of its section and of all that follow it. */
export function join({ element, data }) {
  const { symbols } = data;
  const letters = new Set(symbols.map(({ letter }) => letter));
  const section = element.closest("section:not(.pe-explorer)");
  const formulas = [...document.querySelectorAll("article .math")].filter(
    (formula) =>
      section?.contains(formula) ||
      element.compareDocumentPosition(formula) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const marked = formulas
    .flatMap((formula) => [...formula.querySelectorAll(LETTER)])
    .filter(({ textContent }) => letters.has(textContent));
  for (const each of marked) each.classList.add("pe-symbol");

  const light = (found) => {
    for (const lit of document.querySelectorAll(".pe-lit")) lit.classList.remove("pe-lit");
    const selectors = figureParts(found);
    element.querySelector(".pe-sheet")?.classList.toggle("pe-dimmed", selectors.length > 0);
    const names = new Set(found.map(({ letter }) => letter));
    const lit = [
      ...found.flatMap(({ settings }) => settings.map((name) => rowOf(element, name))),
      ...selectors.flatMap((selector) => [...element.querySelectorAll(selector)]),
      ...marked.filter(({ textContent }) => names.has(textContent)),
    ];
    for (const each of lit) each.classList.add("pe-lit");
  };
  const moved = (target) => {
    const names = movedBy(target);
    light(symbols.filter(({ settings }) => names.includes(settings[0])));
  };

  document.addEventListener("pointerover", ({ target }) => {
    if (marked.includes(target)) light(symbols.filter((s) => s.letter === target.textContent));
    // Beside all controls the pointer says nothing, and the control with the focus counts.
    else
      moved(element.contains(target) && movedBy(target).length ? target : document.activeElement);
  });
  element.addEventListener("focusin", ({ target }) => moved(target));
  element.addEventListener("focusout", () => light([]));
  sayLaw(element, data, formulas);
}

const rowOf = (element, name) => element.querySelector(`[name="${name}"]`).parentElement;

/** The settings that the control or the handle at an element moves. */
function movedBy(target) {
  const handle = target.closest(".pe-handle");
  if (handle) return handle.dataset.moves.split(" ");
  const row = target.closest(".pe-slider, .pe-toggle, .pe-choice");
  return row ? [row.querySelector("[name]").name] : [];
}

/** Selectors of what stands for these symbols in the figure. */
function figureParts(symbols) {
  return symbols.flatMap(({ traces, shapes }) => [
    ...traces.map((i) => `[data-trace="${i}"]`),
    ...shapes.map((i) => `[data-shape="${i}"]`),
  ]);
}

/** Below the first formula that has every letter stands the same in the figure's numbers. */
function sayLaw(element, { law, symbols, wording }, formulas) {
  const whole = formulas.find((formula) => {
    const found = new Set(Array.from(formula.querySelectorAll(LETTER), (e) => e.textContent));
    return formula.localName === "div" && symbols.every(({ letter }) => found.has(letter));
  });
  if (!law || !whole) return;
  const line = document.createElement("p");
  line.className = "pe-law";
  element.addEventListener("pe-drawn", ({ detail }) => {
    line.textContent = fill(wording, law, detail.values);
    if (!line.isConnected) whole.after(line);
  });
}
