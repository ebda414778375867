// A sentence in the page: the tiles of its scene (scene.mjs) slide to their slots, are dragged and moved by
// key, and a list offers other words for each. The explorer hears of each change by the event "pe-words" of
// the words' field.

import { make, patch, rewrite } from "./dom.mjs";
import { colored, frameOf, nodesOf, planOf, sentencesIn } from "./scene.mjs";
import { SentenceField } from "./sentence_field.mjs";

const SVG = "http://www.w3.org/2000/svg";
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";
const SLIDE_MS = 320;
const DRAG = 6; // pixels after which a press has become a drag

export class Stage {
  /** In the empty element `host`; `element` is the explorer's, `control` the sentence as it was declared. */
  constructor(host, { element, input, control, tokens, alt }) {
    Object.assign(this, { host, element, input, control, tokens, current: 0, held: null });
    this.svg = host.appendChild(document.createElementNS(SVG, "svg"));
    this.svg.setAttribute("class", "pe-sheet");
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("aria-label", alt);
    this.list = host.appendChild(make("ol", { className: "pe-tiles" }));
    this.list.setAttribute("aria-label", control.label);
    const hint = element.querySelector(".pe-words-hint span");
    this.list.setAttribute("aria-describedby", hint.id);
    this.more = element.querySelector(".pe-clause");
    this.more.addEventListener("click", () => this.become([...this.words, ...this.nextClause()]));
    this.field = new SentenceField(this);
    this.choice = this.choiceOfWords();
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("focusin", ({ target }) => this.light(target));
    this.list.addEventListener("focusout", () => this.light(null));
    this.list.addEventListener("pointerover", ({ target }) => this.light(target));
    this.list.addEventListener("pointerleave", () => this.light(null));
    new ResizeObserver(() => this.fit()).observe(host);
  }

  get words() {
    return this.input.dataset.words.split(" ");
  }

  // ---- what is drawn

  draw({ scene }) {
    this.lay(colored(scene, this.tokens), true);
  }

  /** Lay the words into their slots; each slides there from where it was. */
  lay(scene, slides) {
    const plan = planOf(scene, this.isNarrow());
    const now = performance.now();
    const from = this.scene ? this.cameFrom(scene) : [];
    const was = slides && this.scene && this.at(now);
    this.fills = was ? { from: this.scene, to: scene } : null;
    this.from = plan.places.map((place, i) => was?.[from[i]] || place);
    // What is laid for the first time, or anew for another width, is there at once.
    Object.assign(this, { scene, plan, begin: was ? now : Number.NEGATIVE_INFINITY });
    for (const [name, value] of Object.entries(frameOf(plan))) this.svg.setAttribute(name, value);
    this.host.parentElement.style.setProperty("--pe-ratio", plan.width / plan.height);
    this.layButtons();
    this.paint();
  }

  /** For each tile of a scene that which it comes from; a sentence's words come from the same sentence. */
  cameFrom(scene) {
    const [before, after] = [sentencesIn(this.scene), sentencesIn(scene)];
    return after.flatMap(({ words }, k) => {
      if (!before[k]) return words.map(() => undefined);
      const had = before[k].words;
      const held = this.held && this.held.sentence === k ? this.held : null;
      const origin = k * before[0].words.length;
      return origins(had, words, held).map((i) => (i === undefined ? i : origin + i));
    });
  }

  /** For how much of its way each thing has come, from 0 to 1, fast at first. */
  share(now) {
    if (matchMedia(REDUCED_MOTION).matches) return 1;
    const share = Math.min(1, Math.max(0, (now - this.begin) / SLIDE_MS));
    return 1 - (1 - share) ** 3;
  }

  /** Where the tiles are now. */
  at(now) {
    const share = this.share(now);
    const { held } = this;
    return this.plan.places.map((home, i) =>
      held?.place && held.sentence * this.scene.words.length + held.at === i
        ? held.place
        : home.map((value, side) => this.from[i][side] + share * (value - this.from[i][side])),
    );
  }

  paint(now = performance.now()) {
    const at = this.at(now);
    const share = this.share(now);
    const held = this.held
      ? this.held.sentence * this.scene.words.length + this.held.at
      : undefined;
    const wound = this.fills && !this.fills.from.placed ? share : 1;
    const scene = filling(this.fills, share) ?? this.scene;
    patch(this.svg, nodesOf(scene, this.plan, { at, lit: this.lit, held, wound }));
    this.put(at);
    this.svg.toggleAttribute("data-moving", share < 1);
    if (share < 1)
      this.frame ??= requestAnimationFrame((then) => {
        this.frame = null;
        this.paint(Math.max(then, this.begin));
      });
  }

  isNarrow() {
    return getComputedStyle(this.host).getPropertyValue("--pe-narrow").trim() === "1";
  }

  fit() {
    if (this.scene && this.isNarrow() !== this.plan.width < 500) this.lay(this.scene, false);
  }

  // ---- the tiles as buttons, which lie over the drawn ones

  layButtons() {
    const { words } = this.scene;
    const tiles = sentencesIn(this.scene).flatMap(({ words, labels, shares }, k) =>
      words.map((word, i) => [word, i, labels[i], shares[i], k ? ", second sentence" : ""]),
    );
    while (this.list.children.length > tiles.length) this.list.lastChild.remove();
    while (this.list.children.length < tiles.length) this.list.append(this.button());
    tiles.forEach(([word, i, label, shares, which], k) => {
      const button = this.list.children[k].firstChild;
      rewrite(button, word);
      const sure = shares && Math.round(100 * Math.max(...shares));
      const answer = shares ? `, ${label}, ${sure}%` : "";
      button.setAttribute("aria-label", word + which + answer);
      button.title = `position ${this.scene.start + i}`;
      button.tabIndex = k === Math.min(this.current, tiles.length - 1) ? 0 : -1;
    });
    this.more.disabled = words.length + this.nextClause().length > this.control.longest;
  }

  button() {
    const item = make("li");
    const button = item.appendChild(make("button", { type: "button", className: "pe-tile" }));
    button.addEventListener("pointerdown", (event) => this.press(event, this.indexOf(item)));
    button.addEventListener("click", () => this.offer(this.ownOf(this.indexOf(item))));
    return item;
  }

  /** The words that the model knows, by their kinds, and a way to take one out. */
  choiceOfWords() {
    const option = (word) => make("option", { value: word, textContent: word });
    const groups = this.control.groups.map(([kind, words]) =>
      make("optgroup", { label: kind }, ...words.map(option)),
    );
    const none = make("option", { value: "", textContent: "remove this word" });
    const choice = make("select", { className: "pe-choose" }, ...groups, none);
    choice.addEventListener("change", () => this.take(choice.value));
    choice.addEventListener("blur", () => choice.remove());
    return choice;
  }

  /** Offer words for the tile at a place. */
  offer(at) {
    const { choice } = this;
    this.list.children[at].append(choice);
    choice.value = this.words[at];
    choice.setAttribute("aria-label", `Word ${at + 1}`);
    choice.focus();
    try {
      choice.showPicker();
    } catch {
      // In a frame of another site the reader opens it.
    }
  }

  take(word) {
    const at = this.indexOf(this.choice);
    if (word) this.become(this.words.with(at, word), { focus: at });
    else this.remove(at);
  }

  /** Put each button over its tile. */
  put(at) {
    const { width, height, wide, tile } = this.plan;
    at.forEach(([x, y], i) => {
      const { style } = this.list.children[i];
      style.left = `${(100 * (x - wide / 2)) / width}%`;
      style.top = `${(100 * (y - tile / 2)) / height}%`;
      style.width = `${(100 * wide) / width}%`;
      style.height = `${(100 * tile) / height}%`;
    });
    this.list.style.fontSize = `${(this.plan.size * this.host.clientWidth) / width}px`;
    this.list.dataset.column = Boolean(this.plan.column);
  }

  indexOf(element) {
    return [...this.list.children].indexOf(element.closest("li"));
  }

  focus(i) {
    this.list.children[i]?.firstChild.focus();
  }

  /** What the word under the pointer or the focus looks at stands out; the tab key comes back to it. */
  light(target) {
    const i = target ? this.indexOf(target) : -1;
    if (target?.matches(":focus")) {
      this.current = i;
      [...this.list.children].forEach((item, k) => (item.firstChild.tabIndex = k === i ? 0 : -1));
    }
    const lit = i < 0 ? undefined : i;
    if (lit === this.lit) return;
    this.lit = lit;
    if (this.scene?.looks) this.paint();
  }

  // ---- what becomes of the words

  /** Take new words; the explorer answers, and what has come to rest goes into the address. */
  become(words, { rest = true, focus = null } = {}) {
    this.field.say("");
    if (!words.length) return;
    this.input.value = this.input.dataset.words = words.join(" ");
    this.input.dispatchEvent(new Event("pe-words", { bubbles: true }));
    if (focus !== null) this.focus(Math.max(0, Math.min(focus, this.list.children.length - 1)));
    if (rest) this.input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** The sentence of a tile, 0 or 1, and the place of the tile in it. */
  partsOf(tile) {
    const n = this.scene.words.length;
    return [Math.floor(tile / n), tile % n];
  }

  /** The tile of the reader's sentence that has the word of this one. */
  ownOf(tile) {
    const [sentence, place] = this.partsOf(tile);
    const nouns = this.nouns();
    return sentence && nouns.includes(place) ? nouns[1 - nouns.indexOf(place)] : place;
  }

  /** Take new words for a sentence; the twin's are those of the reader's with the nouns exchanged. */
  becomeIn(sentence, words, options) {
    this.become(sentence ? exchanged(words, ...this.nounsOf(words)) : words, options);
  }

  exchange(tile, step) {
    const [sentence, place] = this.partsOf(tile);
    const { words } = sentencesIn(this.scene)[sentence];
    if (words[place + step] !== undefined)
      this.becomeIn(sentence, exchanged(words, place, place + step), { focus: tile + step });
  }

  remove(at, focus = at) {
    this.become(this.words.toSpliced(at, 1), { focus });
  }

  /** The places of the nouns. */
  nouns() {
    return this.nounsOf(this.words);
  }

  nounsOf(words) {
    const [[, nouns]] = this.control.groups;
    return words.flatMap((word, i) => (nouns.includes(word) ? [i] : []));
  }

  /** The clause that the next press adds, in turn. */
  nextClause() {
    const clauses = this.control.more;
    const had = this.words.filter((word) => word === "and").length;
    return clauses[had % clauses.length].split(" ");
  }

  key(event) {
    if (event.target === this.choice) return;
    const at = this.indexOf(event.target);
    const { key } = event;
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step && event.shiftKey) this.exchange(at, step);
    else if (step) this.focus(at + step);
    else if (key === "Home" || key === "End")
      this.focus(key === "Home" ? 0 : this.words.length - 1);
    else if (key === "Delete" || key === "Backspace") this.remove(this.ownOf(at));
    else return;
    event.preventDefault();
  }

  /** A press that moves becomes a drag: the word changes places with that whose slot it comes to. */
  press(down, at) {
    if (down.button || !down.isPrimary || this.held) return;
    const begin = [down.clientX, down.clientY];
    const [sentence, start] = this.partsOf(at);
    const { words } = sentencesIn(this.scene)[sentence];
    let to = start;
    const listening = new AbortController();
    const follow = (event) => {
      const moved = [event.clientX - begin[0], event.clientY - begin[1]];
      if (!this.held) {
        if (Math.hypot(...moved) < DRAG) return;
        this.host.setPointerCapture(down.pointerId);
        this.host.dataset.dragging = "";
        this.grip = this.at(performance.now())[at];
      }
      const scale = this.plan.width / this.host.clientWidth;
      const zoom = this.host.clientWidth / this.host.getBoundingClientRect().width;
      const place = this.grip.map((value, side) => value + scale * zoom * moved[side]);
      const near = this.nearest(place, sentence);
      this.held = { sentence, was: to, at: near, place };
      if (near === to) return this.paint();
      to = near;
      this.becomeIn(sentence, exchanged(words, start, to), { rest: false });
      this.held.was = to;
    };
    const end = () => {
      listening.abort();
      if (!this.held) return;
      delete this.host.dataset.dragging;
      this.from = this.at(performance.now());
      this.begin = performance.now();
      this.held = null;
      this.paint();
      this.focus(sentence * words.length + to);
      if (to !== start) this.input.dispatchEvent(new Event("change", { bubbles: true }));
    };
    const { signal } = listening;
    addEventListener("pointermove", follow, { signal });
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", end, { signal });
  }

  /** The place of a sentence that is nearest. */
  nearest([x, y], sentence) {
    const n = this.scene.words.length;
    const ways = this.plan.places
      .slice(sentence * n, sentence * n + n)
      .map(([left, top]) => Math.hypot(left - x, top - y));
    return ways.indexOf(Math.min(...ways));
  }
}

const exchanged = (words, one, other) => words.with(one, words[other]).with(other, words[one]);

/** A scene whose tiles are not yet filled as they will be, or null where it is not the same words. */
function filling(way, share) {
  if (share === 1 || way?.from.words.join() !== way?.to.words.join()) return null;
  const [from, to] = [sentencesIn(way.from), sentencesIn(way.to)];
  if (from.length !== to.length) return null;
  const [own, twin] = to.map((sentence, k) => ({
    ...sentence,
    shares: sentence.shares.map((shares, i) =>
      shares.map((value, label) => {
        const before = from[k].shares[i]?.[label] ?? value;
        return before + share * (value - before);
      }),
    ),
  }));
  return { ...way.to, ...own, twin: twin ?? null };
}

/** For each word the slot that it comes from, or undefined where it is new; the held one is where it is held. */
export function origins(before, after, held) {
  const found = new Array(after.length);
  const free = new Set(before.keys());
  const take = (i, from) => {
    found[i] = from;
    free.delete(from);
  };
  if (held) take(held.at, held.was);
  after.forEach((word, i) => {
    if (found[i] === undefined && free.has(i) && before[i] === word) take(i, i);
  });
  after.forEach((word, i) => {
    if (found[i] !== undefined) return;
    const same = [...free].filter((from) => before[from] === word);
    if (same.length)
      take(
        i,
        same.reduce((a, b) => (Math.abs(b - i) < Math.abs(a - i) ? b : a)),
      );
  });
  return found;
}
