// The controls of an explorer: the settings are their values.

import { fixed } from "../text/numbers.mjs";
import { rewrite } from "./dom.mjs";

export class Controls {
  /** The controls in an explorer's element, as declare/controls.py describes them. */
  constructor(element, specs) {
    this.specs = specs;
    this.inputs = new Map(
      specs.map(({ name }) => [name, element.querySelector(`[name="${name}"]`)]),
    );
    this.switch = element.querySelector(".pe-switch");
  }

  settings() {
    return Object.fromEntries(
      this.specs.map((control) => [
        control.name,
        settingOf(control, this.inputs.get(control.name)),
      ]),
    );
  }

  /** Put settings into the controls: limits first, then values, then the words beside them. */
  show(settings) {
    for (const control of this.specs) {
      const input = this.inputs.get(control.name);
      const value = settings[control.name];
      if (control.kind === "toggle") input.checked = value;
      else if (control.kind === "select") input.value = value;
      else if (control.kind === "words") showWords(input, value);
      else showOnSlider(control, input, settings);
    }
    if (!this.switch) return;
    const on = Object.entries(JSON.parse(this.switch.dataset.on));
    this.switch.ariaChecked = on.every(([name, value]) => settings[name] === value);
  }

  /** Settings in words; markup.py's `_settings` gives the same. */
  text() {
    const texts = [...this.inputs.values()].map((input) => {
      const option =
        input.selectedOptions?.[0].text ?? input.dataset.words ?? (input.checked ? "yes" : "no");
      return `${input.labels[0].textContent}: ${input.ariaValueText ?? option}`;
    });
    return texts.join("; ");
  }

  /** Where a setting is on an axis: a slider's value, or the number of an option. */
  coordinate(name) {
    const { options } = this.spec(name);
    const value = this.settings()[name];
    return options ? options.findIndex(([option]) => option === value) : value;
  }

  /** The value of a control that is nearest to a number. */
  nearest(name, value) {
    const control = this.spec(name);
    if (control.options) {
      const last = control.options.length - 1;
      return control.options[Math.min(last, Math.max(0, Math.round(value)))][0];
    }
    const { max } = this.inputs.get(name);
    if (!control.choices) {
      const stepped = control.min + control.step * Math.round((value - control.min) / control.step);
      return Math.min(Number(max), Math.max(control.min, Number(stepped.toFixed(control.digits))));
    }
    const allowed = control.choices.slice(0, Number(max) + 1);
    return allowed.reduce((a, b) => (Math.abs(b - value) < Math.abs(a - value) ? b : a));
  }

  /** Step a slider on, from its end to its beginning. */
  step(name) {
    const input = this.inputs.get(name);
    const next = Number(input.value) + Number(input.step);
    input.value = next > Number(input.max) ? input.min : next;
  }

  /** Any value of a slider but the one that it has. */
  anyOther(name) {
    const { min, max, step, value } = this.inputs.get(name);
    const count = Math.round((max - min) / step);
    const other = Math.floor(Math.random() * count);
    const at = Math.round((value - min) / step);
    const index = Number(min) + Number(step) * (other < at ? other : other + 1);
    const { choices } = this.spec(name);
    return choices ? choices[index] : index;
  }

  spec(name) {
    return this.specs.find((each) => each.name === name);
  }
}

function settingOf({ kind, choices }, input) {
  if (kind === "toggle") return input.checked;
  if (kind === "select") return input.value;
  if (kind === "words") return input.dataset.words;
  return choices ? choices[input.value] : Number(input.value);
}

/** Put a setting on its slider: its limit first, then its value, then the words beside it. */
function showOnSlider(control, input, settings) {
  const value = settings[control.name];
  const limit = control.below ? Math.ceil(settings[control.below] / control.ratio) - 1 : Infinity;
  const [max, at] = control.choices
    ? [
        control.choices.filter((choice) => choice <= limit).length - 1,
        control.choices.indexOf(value),
      ]
    : [Math.min(control.max, limit), value];
  // The same limit again would have the slider laid out anew.
  if (Number(input.max) !== max) input.max = max;
  input.value = Math.min(max, at);
  input.style.setProperty("--pe-at", (input.value - input.min) / (max - input.min || 1));
  const text = sliderText(control, settingOf(control, input));
  if (input.ariaValueText === text) return;
  input.setAttribute("aria-valuetext", text);
  rewrite(input.parentElement.querySelector("output"), text);
}

/** Number and unit beside a slider; markup.py's `slider_text` gives the same. */
function sliderText({ unit, digits }, value) {
  const counted = value === 1 && unit.endsWith("s") ? unit.slice(0, -1) : unit;
  return `${fixed(value, digits)} ${counted}`.trimEnd();
}

/** Put a sentence into its field and onto the tiles; one that is there may be in a reader's hand. */
function showWords(input, value) {
  if (input.dataset.words === value && input.value) return;
  input.value = input.dataset.words = value;
  input.dispatchEvent(new Event("pe-shown"));
}

/** Settings from an address, over those at the start: what is not on a control's scale is left. */
export function settingsFrom(specs, given, start) {
  const settings = { ...start };
  for (const control of specs) {
    const text = given[control.name];
    if (!text) continue;
    const value = parsed(control, text);
    if (isOnScale(control, value)) settings[control.name] = value;
  }
  return settings;
}

/** The value of a control from the text of an address. */
function parsed({ kind }, text) {
  if (kind === "toggle") return { true: true, false: false }[text];
  return kind === "slider" ? Number(text) : text;
}

/** Whether a control can have this value. */
export function isOnScale(control, value) {
  if (control.kind === "toggle") return typeof value === "boolean";
  if (control.kind === "select") return control.options.some(([option]) => option === value);
  if (control.kind === "words") return isSentence(control, value.split(" "));
  if (control.choices) return control.choices.includes(value);
  return value >= control.min && value <= control.max;
}

function isSentence({ groups, longest }, words) {
  const vocabulary = groups.flatMap(([, group]) => group);
  return words.length <= longest && words.every((word) => vocabulary.includes(word));
}
