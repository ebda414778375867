// Words are typed in place, on a tile, or as a whole sentence in its field. Both know the words that the
// model knows, and offer the nearest of them.

import { make } from "./dom.mjs";

const MAX_OFFERED = 8;
const NEAREST = 4;

/** The words of a vocabulary that begin as `text` does, else those that are most like it. */
export function offered(text, vocabulary) {
  const begins = vocabulary.filter((word) => word.startsWith(text));
  if (begins.length) return begins.slice(0, MAX_OFFERED);
  const far = new Map(vocabulary.map((word) => [word, distance(text, word)]));
  return vocabulary.toSorted((a, b) => far.get(a) - far.get(b)).slice(0, NEAREST);
}

/** How many letters have to be added, removed or replaced (Levenshtein). */
export function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min(
        row[j] + 1,
        next[j - 1] + 1,
        row[j - 1] + Number(one[i - 1] !== other[j - 1]),
      );
    row = next;
  }
  return row.at(-1);
}

const split = (text) => text.toLowerCase().match(/[^\s.,;:!?]+/g) ?? [];

/** Writing on a tile: its word is a field as long as it is written. */
export class TileField {
  adding = false;

  constructor(stage) {
    this.stage = stage;
    this.vocabulary = stage.control.groups.flatMap(([, words]) => words);
    this.input = make("input", {
      className: "pe-write",
      autocapitalize: "none",
      spellcheck: false,
    });
    for (const [name, value] of [
      ["role", "combobox"],
      ["autocomplete", "off"],
      ["aria-autocomplete", "list"],
      ["aria-expanded", "true"],
      ["aria-controls", `${stage.input.id}-offered`],
      ["enterkeyhint", "next"],
    ])
      this.input.setAttribute(name, value);
    this.list = make("ul", { className: "pe-offered", id: `${stage.input.id}-offered` });
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", "Words that the model knows");
    // What is typed here is not a setting of the form by itself.
    this.input.addEventListener("input", (event) => this.typed(event));
    this.input.addEventListener("change", (event) => event.stopPropagation());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => this.close());
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", ({ target }) => this.take(target.dataset.word));
  }

  /** Write on the tile at a place, or on a new one behind the last. */
  open(at, text) {
    const { stage } = this;
    if (this.isOpen) this.close();
    this.adding = at === stage.words.length;
    if (this.adding) {
      if (at >= stage.control.longest) return this.stop();
      stage.lay(true);
    }
    const word = stage.words[at] ?? "";
    Object.assign(this, { at, before: stage.words, isOpen: true });
    const item = stage.list.children[at];
    item.append(this.input, this.list);
    item.classList.add("pe-writing");
    this.input.setAttribute("aria-label", `Word ${at + 1}`);
    this.input.value = text ?? word;
    this.offer(text ?? "");
    this.input.focus();
    if (text === undefined) this.input.select();
    else this.typed();
  }

  /** What is written answers at once where it is a word that the model knows. */
  typed(event) {
    event?.stopPropagation();
    const text = this.input.value;
    const words = split(text);
    if (words.length > 1 || (words.length && /[\s.,;:!?]$/.test(text))) return this.go(words);
    const [word = ""] = words;
    this.offer(word);
    if (this.knows(word)) this.preview(word);
  }

  knows(word) {
    return this.vocabulary.includes(word);
  }

  /** The words as they are with this one, which the reader has not left yet. */
  preview(word) {
    const { stage, at, before } = this;
    const words = at === before.length ? [...before, word] : before.with(at, word);
    if (words.join(" ") === stage.words.join(" ")) return;
    this.adding = false;
    stage.become(words, { rest: false });
  }

  offer(text) {
    const kind = this.stage.control.groups.find(([, words]) =>
      words.includes(this.before[this.at]),
    );
    const found = text ? offered(text, this.vocabulary) : (kind?.[1] ?? this.vocabulary);
    const strange = text && !found.some((word) => word.startsWith(text));
    this.stage.field.say(
      strange
        ? `The model has never seen “${text}”. The closest words that it knows are below its tile.`
        : "",
    );
    this.input.setAttribute("aria-invalid", Boolean(strange));
    this.choice = -1;
    this.list.replaceChildren(
      ...found.slice(0, MAX_OFFERED).map((word, i) => {
        const option = make("li", { textContent: word, id: `${this.list.id}-${i}` });
        option.setAttribute("role", "option");
        option.setAttribute("aria-selected", "false");
        option.dataset.word = word;
        return option;
      }),
    );
    this.input.removeAttribute("aria-activedescendant");
  }

  key(event) {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") this.choose(key === "ArrowDown" ? 1 : -1);
    else if (key === "Enter") this.enter();
    else if (key === "Escape") this.cancel();
    else if (key === "Backspace" && !this.input.value) this.removeWord();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  choose(step) {
    const options = [...this.list.children];
    this.choice =
      (this.choice + step + options.length + (this.choice < 0 && step < 0)) % options.length;
    options.forEach((option, i) => option.setAttribute("aria-selected", i === this.choice));
    this.input.setAttribute("aria-activedescendant", options[this.choice].id);
  }

  /** Take the chosen word, else the written one, else the only one that it can be. */
  enter() {
    const written = split(this.input.value)[0] ?? "";
    const { children } = this.list;
    const begun = [...children].filter(
      ({ dataset }) => written && dataset.word.startsWith(written),
    );
    const word = this.knows(written) ? written : begun.length === 1 ? begun[0].dataset.word : null;
    this.take(children[this.choice]?.dataset.word ?? word);
  }

  /** A word takes the tile, which is a button again. */
  take(word) {
    if (!word) return;
    const { at } = this;
    this.preview(word);
    this.settle();
    this.stage.focus(at);
  }

  /** Words go onto this tile and those behind it, and writing goes on behind them. */
  go(written) {
    const strange = written.findIndex((word) => !this.knows(word));
    const known = strange < 0 ? written : written.slice(0, strange);
    const { at, before, stage } = this;
    if (known.length) {
      stage.become([...before.slice(0, at), ...known, ...before.slice(at + known.length)], {
        rest: false,
      });
      this.adding = false;
    }
    const next = at + known.length;
    if (next >= stage.control.longest) return this.stop();
    this.settle();
    this.open(next, strange < 0 ? undefined : written[strange]);
  }

  removeWord() {
    const { at, stage, before } = this;
    this.stop();
    if (at < before.length && before.length > 1) stage.remove(at, null);
    if (at) this.open(at - 1);
  }

  cancel() {
    const { at, before, stage } = this;
    this.stop();
    if (stage.words.join(" ") !== before.join(" ")) stage.become(before);
    stage.focus(Math.min(at, before.length - 1));
  }

  /** Writing ends, and what was understood stays. */
  close() {
    if (this.isOpen) this.settle();
  }

  settle() {
    const changed = this.before.join(" ") !== this.stage.words.join(" ");
    this.stop();
    if (changed) this.stage.input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  stop() {
    this.isOpen = false;
    this.input.closest("li")?.classList.remove("pe-writing");
    this.input.remove();
    this.list.remove();
    this.stage.field.say("");
    if (this.adding) {
      this.adding = false;
      this.stage.lay(true);
    }
  }
}

/** The field of the whole sentence. `dataset.words` of the input holds the last one that can be read. */
export class SentenceField {
  constructor(stage) {
    Object.assign(this, {
      stage,
      input: stage.input,
      note: stage.element.querySelector(".pe-words-note"),
    });
    this.vocabulary = stage.control.groups.flatMap(([, words]) => words);
    this.input.addEventListener("input", (event) => this.typed(event));
    this.input.addEventListener("change", (event) => this.left(event));
  }

  typed(event) {
    const words = this.parse();
    if (!words) event.stopPropagation();
    else this.input.dataset.words = words.join(" ");
  }

  /** The field is left: say what is wrong in it, or write it as it was understood. */
  left(event) {
    if (!event.isTrusted) return; // a tile's
    const words = this.parse(true);
    if (!words) event.stopPropagation();
    else this.input.value = this.input.dataset.words = words.join(" ");
  }

  /** The words of the field, or null, with the reason said, if they cannot be read. */
  parse(finished = false) {
    const words = split(this.input.value);
    // A word at the end may not be finished.
    const whole = finished || /[\s.!?]$/.test(this.input.value) ? words : words.slice(0, -1);
    const strange = whole.find((word) => !this.vocabulary.includes(word));
    const { longest } = this.stage.control;
    let error = "";
    if (strange !== undefined)
      error = `The model has never seen “${strange}”. The closest words that it knows: ${offered(strange, this.vocabulary).join(", ")}.`;
    else if (words.length > longest)
      error = `There’s room for ${longest} words, and these are ${words.length}.`;
    else if (finished && !words.length) error = "Write at least one word.";
    this.say(error);
    const known = words.every((word) => this.vocabulary.includes(word));
    return !error && words.length && known ? words : null;
  }

  say(error) {
    if (this.note.textContent === error) return;
    this.note.textContent = error;
    this.note.hidden = !error;
    this.input.setAttribute("aria-invalid", Boolean(error));
  }
}
