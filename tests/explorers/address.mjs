// The settings that controls of a page take from an address, without a page: inputs as HTML has them.

import { Controls } from "../../pe_book/renderer/controls.mjs";

globalThis.Node = { TEXT_NODE: 3 };

/** An input of type range, which keeps its value on its scale (HTML, 4.10.5.1.13). */
class Range {
  constructor({ choices, min, max, step }) {
    Object.assign(this, { min: choices ? 0 : min, step: choices ? 1 : step, shown: 0 });
    this.max = choices ? choices.length - 1 : max;
    this.style = { setProperty() {} };
    this.parentElement = { querySelector: () => ({ childNodes: [], textContent: "" }) };
  }

  get value() {
    const steps = Math.round((this.shown - this.min) / this.step);
    const stepped = Number((this.min + steps * this.step).toFixed(9));
    return Math.min(this.max, Math.max(this.min, stepped));
  }

  set value(value) {
    this.shown = value;
  }

  setAttribute(_name, text) {
    this.ariaValueText = text;
  }
}

const inputOf = (spec) =>
  spec.kind === "slider" ? new Range(spec) : { dataset: {}, dispatchEvent: () => true };

/** The settings that stand in the controls after an address whose texts are `given`. */
export function settingsFrom(specs, given, start) {
  const inputs = new Map(specs.map((spec) => [spec.name, inputOf(spec)]));
  const element = {
    querySelector: (selector) => inputs.get(/\[name="(\w+)"\]/.exec(selector)?.[1]),
  };
  const controls = new Controls(element, specs);
  controls.show(controls.parsed(given, start));
  return controls.settings();
}
