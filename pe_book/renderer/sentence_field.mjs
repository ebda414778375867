// A sentence is written in its field, of the words that the model knows.

const split = (text) => text.toLowerCase().match(/[^\s.,;:!?]+/g) ?? [];

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
    if (!event.isTrusted) return; // of the tiles
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
      error = `The model has never seen “${strange}”. Each tile lists the words that it knows.`;
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
