// A sentence as tiles: words that a reader takes from a vocabulary, moves, exchanges and removes, by
// pointer, finger and keys. page.mjs loads this where a page has such a control. The text field keeps
// working beside the tiles; `input.dataset.words` holds the last sentence that can be read.

import { gettext } from "../declare/wording.mjs";
import { rewrite } from "./dom.mjs";

const DRAG = 6; // pixels after which a press has become a drag
const HINT = gettext(
  "Drag a word to move it; press two to exchange them. By key: arrows go from word to word, Shift and " +
    "arrows move one, Enter marks it, Delete removes it.",
);

export function mount(input, control, explorer, tokens) {
  return new Words(input, control, explorer, tokens);
}

class Words {
  constructor(input, control, explorer, tokens) {
    Object.assign(this, { input, control, tokens, marked: null, answers: null, current: 0 });
    this.vocabulary = new Set(control.groups.flatMap(([, words]) => words));
    const box = input.parentElement;
    this.note = box.querySelector(".pe-words-note");
    this.tiles = make("ol", { className: "pe-tiles" });
    this.tiles.setAttribute("aria-label", control.label);
    this.tools = make("div", { className: "pe-words-tools" });
    const more = make("details");
    const inside = make("div", { className: "pe-words-more" });
    const hint = make("p", { className: "pe-words-hint", textContent: HINT });
    inside.append(...box.children, ...this.palette(), hint);
    more.append(make("summary", { textContent: gettext("Type, or take words") }), inside);
    box.append(this.tiles);
    const simple = explorer.querySelector(".pe-more");
    if (simple) simple.firstElementChild.after(this.tools, more);
    else box.append(this.tools, more);
    this.folded = simple ? [simple, more] : [more];
    this.remove = this.tool(gettext("Remove"), () => this.take(this.marked));
    this.tool(gettext("Swap two nouns"), () => this.swapNouns());
    this.more = this.tool(gettext("Add another clause"), () =>
      this.become([...this.words, ...this.nextClause()]),
    );
    this.tool(gettext("Clear"), () => this.become([]));
    input.addEventListener("input", (event) => this.typed(event));
    input.addEventListener("change", (event) => this.left(event));
    input.addEventListener("pe-shown", () => this.show());
    explorer.addEventListener("pe-drawn", ({ detail }) => this.answer(detail));
    this.tiles.addEventListener("keydown", (event) => this.key(event));
    this.tiles.addEventListener("focusin", ({ target }) => this.stopAt(target));
    this.show();
  }

  get words() {
    return this.emptied ? [] : this.input.dataset.words.split(" ");
  }

  // ---- the text field

  typed(event) {
    const words = this.parse();
    if (!words) return event.stopPropagation();
    this.input.dataset.words = words.join(" ");
    this.show({ text: false });
  }

  /** The field is left: say what is wrong in it, or write it as it was understood. */
  left(event) {
    if (!event.isTrusted) return; // a tile's
    if (!this.parse({ say: true })) event.stopPropagation();
    else this.show();
  }

  /** The words of the text field, or null, with the reason said, if they cannot be read. */
  parse({ say = false } = {}) {
    const words = this.input.value.toLowerCase().match(/[^\s.,;:!?]+/g) ?? [];
    // A word at the end may not be finished.
    const finished = say || /[\s.!?]$/.test(this.input.value) ? words : words.slice(0, -1);
    const unknown = finished.filter((word) => !this.vocabulary.has(word));
    let trouble = "";
    if (unknown.length)
      trouble = gettext(
        "The model has never seen “{word}”. It knows {size} words: take one of those below.",
        { word: unknown[0], size: this.vocabulary.size },
      );
    else if (words.length > this.control.longest)
      trouble = gettext("At most {longest} words can be shown, and these are {count}.", {
        longest: this.control.longest,
        count: words.length,
      });
    else if (say && !words.length) trouble = gettext("Write a word, or take one from those below.");
    this.say(trouble);
    return !trouble && words.length && words.every((word) => this.vocabulary.has(word))
      ? words
      : null;
  }

  say(trouble) {
    this.note.textContent = trouble;
    this.note.hidden = !trouble;
    this.input.setAttribute("aria-invalid", Boolean(trouble));
  }

  // ---- what tiles do

  /** Take new words; the explorer answers, and what has come to rest goes into the address. */
  become(words, { rest = true, focus = null } = {}) {
    if (words.length > this.control.longest)
      return this.say(
        gettext("At most {longest} words can be shown.", { longest: this.control.longest }),
      );
    this.say("");
    if (!words.length) {
      // Nothing can be read of no words: the last sentence stays until one is chosen.
      this.emptied = true;
      this.tiles.replaceChildren();
      this.input.value = "";
      for (const folded of this.folded) folded.open = true;
      return this.input.focus();
    }
    this.input.dataset.words = words.join(" ");
    this.show();
    if (focus !== null) this.tile(Math.min(focus, words.length - 1))?.focus();
    this.input.dispatchEvent(new Event("pe-words", { bubbles: true }));
    if (rest) this.input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  move(from, to, options) {
    const words = this.words;
    if (to < 0 || to >= words.length) return;
    words.splice(to, 0, ...words.splice(from, 1));
    this.marked = null;
    this.become(words, { focus: to, ...options });
  }

  exchange(one, other, options) {
    const words = this.words;
    [words[one], words[other]] = [words[other], words[one]];
    this.marked = null;
    this.become(words, { focus: other, ...options });
  }

  take(at) {
    const words = this.words;
    words.splice(at, 1);
    this.marked = null;
    this.become(words, { focus: at });
  }

  /** A word from the vocabulary takes the marked one's place, or goes to the end. */
  add(word) {
    const { words } = this;
    if (this.marked === null) words.push(word);
    else words[this.marked] = word;
    this.marked = null;
    this.become(words);
  }

  /** The clause that the next press adds, in turn. */
  nextClause() {
    const clauses = this.control.more;
    const had = this.words.filter((word) => word === "and").length;
    return clauses[had % clauses.length].split(" ");
  }

  swapNouns() {
    const nouns = new Set(this.control.groups[0][1]);
    const [one, other] = this.words.flatMap((word, i) => (nouns.has(word) ? [i] : []));
    // The button keeps the focus, so that it can be pressed again.
    if (other !== undefined) this.exchange(one, other, { focus: null });
  }

  press(at) {
    if (this.marked === null) this.marked = at;
    else if (this.marked === at) this.marked = null;
    else return this.exchange(this.marked, at);
    this.show();
    this.tile(at).focus();
  }

  key(event) {
    const at = [...this.tiles.children].indexOf(event.target.closest("li"));
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step && event.shiftKey) this.move(at, at + step);
    else if (step) this.tile(at + step)?.focus();
    else if (event.key === "Delete" || event.key === "Backspace") this.take(at);
    else if (event.key === "Home" || event.key === "End")
      this.tile(event.key === "Home" ? 0 : this.words.length - 1).focus();
    else if (event.key === "Escape" && this.marked !== null) this.press(this.marked);
    else return;
    event.preventDefault();
  }

  /** A press that moves becomes a drag: the word goes along, and the model answers on the way. */
  drag(down, tile) {
    if (down.button) return;
    let from = [...this.tiles.children].indexOf(tile.parentElement);
    let dragged = false;
    const follow = (event) => {
      if (!dragged && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < DRAG)
        return;
      dragged = true;
      tile.classList.add("pe-held");
      const to = this.nearest(event.clientX, event.clientY);
      if (to === from) return;
      const words = this.words;
      words.splice(to, 0, ...words.splice(from, 1));
      // The tile itself stays where it is in the document, or the browser would let go of it.
      const order = [...this.tiles.children].sort((a, b) => a.style.order - b.style.order);
      order.splice(to, 0, ...order.splice(from, 1));
      order.forEach((item, i) => (item.style.order = i));
      from = to;
      this.input.dataset.words = words.join(" ");
      this.input.value = words.join(" ");
      this.input.dispatchEvent(new Event("pe-words", { bubbles: true }));
    };
    const end = ({ type }) => {
      for (const name of ["pointermove", "pointerup", "pointercancel"])
        tile.removeEventListener(name, name === "pointermove" ? follow : end);
      if (!dragged) return;
      this.suppressed = type === "pointerup";
      this.marked = null;
      this.become(this.words, { focus: from });
    };
    tile.setPointerCapture(down.pointerId);
    tile.addEventListener("pointermove", follow);
    tile.addEventListener("pointerup", end);
    tile.addEventListener("pointercancel", end);
  }

  /** The place of the tile that lies nearest to a point of the window. */
  nearest(x, y) {
    const far = (item) => {
      const { left, right, top, bottom } = item.getBoundingClientRect();
      return Math.hypot((left + right) / 2 - x, 3 * ((top + bottom) / 2 - y));
    };
    const items = [...this.tiles.children];
    const found = items.reduce((best, item) => (far(item) < far(best) ? item : best));
    return Number(found.style.order);
  }

  // ---- what is seen

  tile(at) {
    return this.tiles.children[at]?.firstElementChild;
  }

  show({ text = true } = {}) {
    this.emptied = false;
    const { words } = this;
    if (this.marked >= words.length) this.marked = null;
    if (text) {
      this.input.value = words.join(" ");
      this.say("");
    }
    this.tiles.replaceChildren(
      ...words.map((word, at) => {
        const item = make("li");
        item.style.order = at;
        const tile = make("button", { type: "button", className: "pe-tile" });
        const sure = make("span", { className: "pe-unseen" });
        tile.append(make("span", { textContent: word }), make("small"), sure);
        tile.setAttribute("aria-pressed", this.marked === at);
        tile.tabIndex = at === Math.min(this.current, words.length - 1) ? 0 : -1;
        tile.addEventListener("pointerdown", (event) => this.drag(event, tile));
        tile.addEventListener("click", () => this.pressed(item));
        item.append(tile);
        return item;
      }),
    );
    this.remove.disabled = this.marked === null;
    this.more.disabled = words.length + this.nextClause().length > this.control.longest;
    this.label();
  }

  /** The tab key stops at one tile; arrows go to the others. */
  stopAt(target) {
    [...this.tiles.children].forEach(({ firstElementChild: tile }, at) => {
      tile.tabIndex = tile === target ? 0 : -1;
      if (tile === target) this.current = at;
    });
  }

  pressed(item) {
    if (this.suppressed) this.suppressed = false;
    else this.press([...this.tiles.children].indexOf(item));
  }

  /** The view that was drawn: what the model says of each word, and the first position. */
  answer({ values }) {
    this.answers = values;
    this.label();
  }

  label() {
    const { labels = [], confidence = [], start = 0 } = this.answers ?? {};
    const items = [...this.tiles.children].sort((a, b) => a.style.order - b.style.order);
    // An answer to other words, until theirs is there, is none.
    const fits = labels.length === items.length;
    items.forEach(({ firstElementChild: tile }, at) => {
      const label = fits ? labels[at] : "";
      const [, said, sure] = tile.children;
      if (tile.dataset.answer !== label) {
        tile.style.setProperty("--pe-answer", this.tokens[this.control.answers[label]] ?? "");
        tile.dataset.answer = label;
        said.textContent = label;
      }
      rewrite(sure, fits ? `, ${Math.round(100 * confidence[at])}%` : "");
      tile.title = fits ? gettext("position {position}", { position: start + at }) : "";
    });
  }

  /** The vocabulary, in groups. */
  palette() {
    return this.control.groups.map(([name, words]) => {
      const group = make("div", { className: "pe-vocabulary", role: "group" });
      group.setAttribute("aria-label", name);
      for (const word of words) {
        const button = make("button", { type: "button", className: "pe-tile", textContent: word });
        button.addEventListener("click", () => this.add(word));
        group.append(button);
      }
      return group;
    });
  }

  tool(text, use) {
    const button = make("button", { type: "button", textContent: text });
    button.addEventListener("click", use);
    this.tools.append(button);
    return button;
  }
}

function make(tag, properties = {}) {
  return Object.assign(document.createElement(tag), properties);
}
