// The host of the explorers on a published page. All that it shows it reads from the HTML that page.py
// wrote; what a setting means it asks the explorer's module, which is loaded with the first touch.

import { fill, gettext, parts, table } from "../declare/wording.mjs";
import { Drawing, merge, rewrite } from "./figure.mjs";
import { fixed } from "../numbers.mjs";
import { Handles } from "./handles.mjs";
import { Motion } from "./motion.mjs";

const ANNOUNCE_DELAY_MS = 700; // without a change, before the sentence is announced
const BUTTON_FEEDBACK_MS = 2000; // for which a button says what it did
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";
const EASE_MS = 250; // for a figure to come to settings that a button or a link has chosen
const REDUCED_MOTION_STEP_MS = 1000; // between two steps, for readers who prefer reduced motion

const explorers = new Map();

/** Bring every explorer below `root` to life. */
export function start(root = document, options = {}) {
  const config = {
    module: (name) => new URL(`../explorers/${name}.mjs`, import.meta.url).href,
    // In a talk the address says which slide is shown.
    address: !("talk" in document.documentElement.dataset),
    ...options,
  };
  for (const element of root.querySelectorAll(".pe-explorer:not([data-live])")) {
    const explorer = new Explorer(element, config);
    if (explorer.data.module) explorers.set(explorer.key, explorer);
  }
  if (!config.address || !explorers.size) return;
  addEventListener("popstate", restore);
  addEventListener("beforeprint", () => {
    for (const explorer of explorers.values()) explorer.describeForPrint();
  });
  restore(history, performance.getEntriesByType("navigation")[0]?.type === "navigate");
  loadWhenIdle();
}

/** Load every module once the page is there, so that its explorers answer without the network, too. */
async function loadWhenIdle() {
  if (navigator.connection?.saveData) return;
  if (document.readyState !== "complete")
    await new Promise((done) => addEventListener("load", done));
  for (const explorer of explorers.values()) {
    await new Promise((done) => (window.requestIdleCallback ?? setTimeout)(done));
    // A failure is met again, and told, when the reader moves something.
    await import(explorer.config.module(explorer.data.name)).catch(() => {});
  }
}

// ---- the address: #waves:d_model=64,base=1000;shift:pair=3

function readAddress() {
  const found = new Map();
  for (const part of decoded(location.hash.slice(1)).split(";")) {
    const [key, list] = part.split(":");
    if (!explorers.has(key)) continue;
    found.set(key, Object.fromEntries((list ?? "").split(",").map((pair) => pair.split("="))));
  }
  return found;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return ""; // a broken escape names nothing
  }
}

/** Move the explorers that the address names, and no other: most links on a page name none. */
function applyAddress(scroll) {
  const found = readAddress();
  for (const [key, given] of found)
    explorers.get(key).set(explorers.get(key).settingsFrom(given), false);
  if (scroll && found.size)
    document.getElementById(`explorer-${[...found.keys()][0]}`).scrollIntoView();
}

// ---- the history: an entry of ours carries the settings of all explorers, so that Back restores them

let visited; // the explorer whose visit wrote the current entry

const historyState = () => ({
  explorers: Object.fromEntries(
    [...explorers].map(([key, explorer]) => [key, explorer.settings()]),
  ),
});

/** Back, Forward and reload restore what an entry carries; a new one takes what its address names. */
function restore({ state }, scroll = true) {
  visited = null;
  if (state?.explorers) {
    for (const [key, settings] of Object.entries(state.explorers))
      explorers.get(key)?.set(settings, false);
    return;
  }
  applyAddress(scroll);
  history.replaceState({ ...state, ...historyState() }, "");
}

/** One step of history for one visit to an explorer, however many movements and pauses it has. */
function writeAddress(explorer) {
  const parts = [...explorers.values()]
    .map((each) => each.addressPart())
    .filter((part) => /=/.test(part));
  const hash = parts.length ? "#" + parts.join(";") : "";
  if (hash === location.hash) return;
  const address = location.pathname + location.search + hash;
  // In a frame the steps would be steps of the page around it.
  const same = visited === explorer || parent !== window;
  history[same ? "replaceState" : "pushState"](historyState(), "", address);
  visited = explorer;
}

// ---- one explorer

class Explorer {
  constructor(element, config) {
    this.element = element;
    this.config = config;
    this.key = element.dataset.key;
    element.dataset.live = "";
    this.data = JSON.parse(this.find('script[type="application/json"]').textContent);
    this.sentence = this.find(".pe-sentence");
    this.message = this.find(".pe-message");
    this.prediction = null;
    const moving = this.data.controls.filter((control) => control.continuous);
    this.motion = new Motion(
      moving.map(({ name }) => name),
      (distance) => this.durationOf(distance),
    );
    this.initial = {
      sentence: this.sentence.textContent,
      table: this.find(".pe-scroll").innerHTML,
    };
    if (!this.data.module) return;
    this.presets = this.element.querySelectorAll(".pe-preset button");
    this.inputs = new Map(this.data.controls.map((c) => [c.name, this.find(`[name="${c.name}"]`)]));
    element.settings = () => this.settings(); // for the code of a live cell
    this.listen();
    this.mountTiles();
    this.joinSymbols();
  }

  find(selector) {
    return this.element.querySelector(selector);
  }

  listen() {
    const form = this.find("form");
    if (form) {
      form.querySelector("fieldset").disabled = false;
      form.addEventListener("submit", (event) => event.preventDefault());
      for (const event of ["input", "pe-words"]) {
        form.addEventListener(event, () => {
          this.stopPlaying();
          this.onMove();
        });
      }
      form.addEventListener("change", () => (this.scrolled ? this.undoScroll() : this.settle()));
      form.addEventListener("pointerdown", ({ pointerType }) => {
        this.touched = pointerType === "touch" ? this.settings() : null;
        this.scrolled = false;
      });
      form.addEventListener("keydown", () => (this.scrolled = false));
      form.addEventListener("pointercancel", () => {
        this.scrolled = this.touched !== null;
        if (this.scrolled) this.undoScroll();
      });
      for (const button of this.presets) {
        const made = JSON.parse(button.dataset.settings);
        button.addEventListener("click", () => this.set({ ...this.settings(), ...made }, true));
      }
      this.enableTool("predict", () => this.predict());
      this.enableTool("reset", () => this.set(this.data.start, true));
      this.enableTool("enlarge", () => this.enlarge());
      if (this.config.address) {
        this.enableTool("copy", (button) => this.copyLink(button));
        this.enableTool("embed", (button) => this.offerFrame(button));
      } else for (const name of ["copy", "embed"]) this.find(`.pe-${name}`).remove();
      // What the browser remembered from an earlier visit is not what the figure shows.
      this.showSettings(this.data.start);
    }
    for (const control of this.data.controls.filter((c) => c.pace)) {
      const button = this.inputs.get(control.name).parentElement.querySelector(".pe-play");
      button.addEventListener("click", () => this.play(control, button));
    }
    this.find(".pe-data").addEventListener("toggle", () => this.fillTable());
    this.closeMenuOutside();
    this.element.addEventListener("pointerdown", (event) => this.keepHeight(event));
    for (const event of ["pointerenter", "focusin", "touchstart"]) {
      this.element.addEventListener(event, () => this.requestUpdate(), {
        once: true,
        passive: true,
      });
    }
    // A figure that can be held is drawn before a finger comes to it.
    if (this.data.handles.length) whenNear([this.element], () => this.requestUpdate());
  }

  /** Under a finger it keeps its height, and so does its law's line: nothing around is laid out. */
  keepHeight({ pointerType }) {
    if (pointerType !== "touch") return;
    const kept = [this.element, ...this.lawLines()];
    const touch = new AbortController();
    // Not what they measure on the screen: a talk scales its slides.
    const heights = kept.map((each) => getComputedStyle(each).height);
    const keep = (state) =>
      kept.forEach(({ classList, style }, i) => {
        style.height = state ? heights[i] : "";
        classList.toggle("pe-keeps-height", state);
      });
    const release = () => {
      keep(false);
      touch.abort();
    };
    keep(true);
    for (const end of ["pointerup", "pointercancel"])
      addEventListener(end, release, { signal: touch.signal });
  }

  /** Sentences are laid in tiles, by a module that only pages with such a control load. */
  mountTiles() {
    const sentences = this.data.controls.filter((control) => control.kind === "words");
    if (!sentences.length) return;
    import("./tiles.mjs").then(
      ({ mount }) => {
        for (const control of sentences)
          mount(this.inputs.get(control.name), control, this.element, this.data.tokens);
        // What is said of each word stands on its tile, and so has to come before the first touch.
        whenNear([this.element], () => this.requestUpdate());
      },
      (error) =>
        this.showMessage(gettext("The tiles of this explorer could not be loaded."), error),
    );
  }

  /** Join the figure with the letters of the page's formulas. */
  joinSymbols() {
    if (!this.data.symbols.length) return;
    whenNear([this.element, ...this.lawLines()], () =>
      import("./symbols.mjs").then(
        ({ join }) => {
          join(this);
          this.requestUpdate();
          this.scheduleDraw();
        },
        () => {}, // without it the formula reads as ever
      ),
    );
  }

  /** The line below the law that the figure shows, where a page has one. */
  lawLines() {
    return document.querySelectorAll(`.pe-law[data-of="${this.key}"]`);
  }

  enableTool(name, use) {
    const button = this.find(`.pe-${name}`);
    if (!button) return;
    button.disabled = false;
    button.addEventListener("click", () => use(button));
  }

  /** The menu closes by Escape, and by a press beside it. */
  closeMenuOutside() {
    const menu = this.find(".pe-menu");
    menu?.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open || this.dialog) return;
      menu.open = false;
      menu.firstChild.focus();
    });
    menu?.addEventListener("toggle", () => {
      if (!menu.open) return;
      const close = ({ target }) => {
        if (menu.contains(target)) return;
        menu.open = Boolean(this.dialog); // where it is the button that closes
        if (menu.open) return;
        removeEventListener("pointerdown", close);
      };
      addEventListener("pointerdown", close);
    });
  }

  /** Let the explorer fill the screen until Escape, or the button again. */
  enlarge() {
    const [button, menu] = [this.find(".pe-enlarge"), this.find(".pe-menu")];
    if (this.dialog) return this.dialog.close();
    menu.open = true;
    const dialog = document.createElement("dialog");
    dialog.className = "pe-screen";
    dialog.setAttribute("aria-labelledby", this.element.getAttribute("aria-labelledby"));
    // Of its kind and height, so that on the page nothing moves, and no hidden call is shown.
    const place = document.createElement("div");
    place.className = this.element.className;
    place.style.height = getComputedStyle(this.element).height;
    this.element.replaceWith(place);
    dialog.append(this.element);
    document.body.append(dialog);
    button.textContent = gettext("Close");
    dialog.addEventListener("close", () => {
      place.replaceWith(this.element);
      dialog.remove();
      this.dialog = null;
      button.textContent = gettext("Larger");
      menu.open = false;
      menu.firstChild.focus({ preventScroll: true });
    });
    this.dialog = dialog;
    dialog.showModal();
    button.focus();
  }

  /** The address of this explorer at its present settings. */
  async copyLink(button) {
    const link = this.link();
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(link);
      this.find(".pe-status").textContent = gettext("The link is copied.");
      button.textContent = gettext("Copied");
      setTimeout(() => (button.textContent = label), BUTTON_FEEDBACK_MS);
    } catch {
      // The browser forbids it, as to a page in a frame: the reader copies by hand.
      this.message.hidden = false;
      this.message.textContent = link;
    }
  }

  /** The line that shows this explorer in a page elsewhere. */
  async offerFrame(button) {
    // Loaded with the first use.
    const embedding = await import("./embedding.mjs").catch((error) =>
      this.showMessage(gettext("The line could not be loaded. Try again."), error),
    );
    embedding?.offerExplorer(button, this.element);
  }

  /** On paper stand the settings in words, with their address. */
  describeForPrint() {
    this.find(".pe-paper").textContent = `${this.settingsText()} · ${this.link()}`;
  }

  // -- settings

  link() {
    // Without a step of the lesson: whoever gets the link is in no lesson.
    return `${location.href.split(/[?#]/)[0]}#${encodeURI(this.addressPart())}`;
  }

  /** The settings in words; page.py's `_settings` gives the same. */
  settingsText() {
    const texts = [...this.inputs.values()].map((input) => {
      const option =
        input.selectedOptions?.[0].text ??
        input.dataset.words ??
        (input.checked ? gettext("yes") : gettext("no"));
      return `${input.labels[0].textContent}: ${input.ariaValueText ?? option}`;
    });
    return texts.join("; ");
  }

  /** What the reader has changed, as it stands in an address. */
  addressPart() {
    const changed = Object.entries(this.settings()).filter(
      ([name, value]) => value !== this.data.start[name],
    );
    return `${this.key}:${changed.map(([name, value]) => `${name}=${value}`).join(",")}`;
  }

  settings() {
    const settings = {};
    for (const control of this.data.controls) {
      const input = this.inputs.get(control.name);
      if (control.kind === "toggle") settings[control.name] = input.checked;
      else if (control.kind === "select") settings[control.name] = input.value;
      else if (control.kind === "words") settings[control.name] = input.dataset.words;
      else
        settings[control.name] = control.choices
          ? control.choices[input.value]
          : Number(input.value);
    }
    return settings;
  }

  /** Put settings into the controls: limits first, then values, then the words beside them. */
  showSettings(settings) {
    for (const control of this.data.controls) {
      const input = this.inputs.get(control.name);
      const value = settings[control.name];
      if (control.kind === "toggle") input.checked = value;
      else if (control.kind === "select") input.value = value;
      else if (control.kind === "words") showWords(input, value);
      else this.showOnSlider(control, input, settings);
    }
    for (const button of this.presets) {
      const made = Object.entries(JSON.parse(button.dataset.settings));
      button.ariaPressed = made.every(([name, value]) => settings[name] === value);
    }
  }

  /** Put a setting on its slider: its limit first, then its value, then the words beside it. */
  showOnSlider(control, input, settings) {
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
    const text = words(
      control,
      control.choices ? control.choices[input.value] : Number(input.value),
    );
    if (input.ariaValueText === text) return;
    input.setAttribute("aria-valuetext", text);
    rewrite(input.parentElement.querySelector("output"), text);
  }

  /** Settings from the address: what is not on a control's scale is left at its start. */
  settingsFrom(given) {
    const settings = { ...this.data.start };
    for (const control of this.data.controls) {
      const text = given[control.name];
      if (!text) continue;
      const value = parsed(control, text);
      if (isOnScale(control, value)) settings[control.name] = value;
    }
    return settings;
  }

  /** Step a slider on until the reader stops it, moves something, or looks elsewhere. */
  play({ name, pace, continuous }, button) {
    if (this.playing) {
      this.stopPlaying();
      return this.settle();
    }
    const input = this.inputs.get(name);
    const { matches: calm } = matchMedia(REDUCED_MOTION);
    const step = () => {
      const next = Number(input.value) + Number(input.step);
      input.value = next > Number(input.max) ? input.min : next;
      this.onMove();
    };
    const watch = new IntersectionObserver(([seen]) => seen.isIntersecting || this.stopPlaying());
    watch.observe(this.element);
    button.textContent = gettext("Pause");
    button.dataset.playing = "";
    const stepMs = calm ? REDUCED_MOTION_STEP_MS : 1000 / pace;
    this.playing = { button, watch, stepMs, timer: setInterval(step, stepMs) };
    if (continuous && !calm) step();
  }

  stopPlaying() {
    if (!this.playing) return;
    const { button, watch, timer } = this.playing;
    this.playing = null;
    clearInterval(timer);
    watch.disconnect();
    button.textContent = gettext("Play");
    delete button.dataset.playing;
  }

  set(settings, write) {
    this.stopPlaying();
    if (this.data.controls.every((c) => settings[c.name] === this.settings()[c.name]) && !write)
      return;
    this.showSettings(settings);
    this.requestUpdate();
    this.easing = true;
    this.scheduleDraw();
    if (write) this.settle();
  }

  /** A touch that moved a slider has turned into a scroll of the page: the slider goes back. */
  undoScroll() {
    this.showSettings(this.touched);
    this.scheduleDraw();
  }

  onMove() {
    this.easing = false;
    this.showSettings(this.settings());
    this.drawNow();
    // "change" follows when the reader lets go; until then there is nothing to read out.
    clearTimeout(this.pause);
  }

  /** The movement has come to rest: keep it in the address, and read the sentence out. */
  settle() {
    clearTimeout(this.pause);
    // Once the frame is painted: writing an address takes as long as drawing a small figure.
    if (this.config.address) requestAnimationFrame(() => setTimeout(() => writeAddress(this)));
    this.pause = setTimeout(() => {
      this.find(".pe-status").textContent = this.sentence.textContent;
    }, ANNOUNCE_DELAY_MS);
  }

  // -- what is seen

  /** Load the module, once; after a failure a control or the network's return tries again. */
  requestUpdate() {
    if (this.failed) return;
    this.loaded ??= this.load().then(
      () => this.scheduleDraw(),
      (error) => this.loadFailed(error),
    );
  }

  async load() {
    // A browser may remember that an address failed, so the next try has another one.
    const retry = this.failures ? `?retry=${this.failures}` : "";
    const { update, prepare } = await import(this.config.module(this.data.name) + retry);
    Object.assign(this, { update, prepare });
    this.message.hidden = true;
  }

  loadFailed(error) {
    this.loaded = null;
    this.failures = (this.failures ?? 0) + 1;
    this.stopPlaying();
    this.showSettings(this.data.start);
    this.markWaiting();
    addEventListener("online", () => this.requestUpdate(), { once: true });
    this.showMessage(
      gettext(
        "The part of this page that answers the controls could not be loaded, so the figure stands at its default settings. Move a control to try again.",
      ),
      error,
    );
  }

  /** Draw once in the next frame, however many events arrive before it. */
  scheduleDraw() {
    this.due = true;
    this.waitForFrame();
  }

  /** Draw at once, so that the frame only has to paint; the next time in that frame. */
  drawNow() {
    if (this.frame) return this.scheduleDraw();
    this.draw();
    this.waitForFrame();
  }

  waitForFrame() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      if (this.due) this.draw();
    });
  }

  draw() {
    this.due = false;
    const settings = this.settings();
    const coming = this.update && this.prepare?.(settings);
    this.markWaiting(coming);
    if (!this.update) return this.requestUpdate();
    if (coming) {
      // What stands there at first is right for the settings at first.
      if (this.view || this.addressPart() !== `${this.key}:`)
        this.sentence.setAttribute("aria-busy", true);
      return coming.then(
        () => this.scheduleDraw(),
        (error) => {
          this.sentence.setAttribute("aria-busy", false);
          this.showMessage(
            gettext("What answers at these settings could not be loaded. Try them again."),
            error,
          );
        },
      );
    }
    try {
      const view = this.update(this.motion.shown(settings));
      this.view = { said: ["main"], ...view, values: { ...settings, ...view.values } };
      if (this.prediction?.isOver()) this.endPrediction();
      say(this.sentence, parts(this.data.wording, this.view));
      if (this.sentence.ariaBusy === "true") this.sentence.setAttribute("aria-busy", false);
      this.fillTable();
      this.drawFigure();
      this.element.dispatchEvent(new CustomEvent("pe-drawn", { detail: this.view }));
    } catch (error) {
      this.fail(error);
    }
  }

  /** While the module is on its way, what is not yet at the reader's settings says so. */
  markWaiting(coming) {
    if (this.ready) return;
    this.ready = Boolean(this.update) && !coming;
    const { start } = this.data;
    const waiting =
      !this.ready && Object.entries(this.settings()).some(([name, value]) => value !== start[name]);
    const figure = this.find(".pe-figure");
    for (const part of [figure, this.sentence]) part.setAttribute("aria-busy", waiting);
    if (waiting && !this.loading) {
      this.loading = figure.appendChild(document.createElement("p"));
      this.loading.className = "pe-loading";
      this.loading.textContent = gettext("Loading the moving figure …");
    } else if (!waiting) {
      this.loading?.remove();
      this.loading = null;
    }
  }

  fillTable() {
    if (!this.view || !this.find(".pe-data").open) return;
    const { header, rows } = table(this.data.wording, this.view);
    const shown = document.createElement("table");
    const head = shown.createTHead().insertRow();
    for (const cell of header) {
      const th = head.appendChild(document.createElement("th"));
      th.scope = "col";
      th.textContent = cell;
    }
    const body = shown.createTBody();
    for (const row of rows) {
      const tr = body.insertRow();
      for (const cell of row) tr.insertCell().textContent = cell;
    }
    this.find(".pe-scroll").replaceChildren(shown);
  }

  drawFigure() {
    const { template, tokens } = this.data;
    if (!this.figure) {
      const host = document.createElement("div");
      host.className = "pe-drawing";
      host.setAttribute("role", "img");
      host.setAttribute("aria-label", this.find(".pe-still svg").getAttribute("aria-label"));
      this.find(".pe-figure").append(host);
      this.find(".pe-still").hidden = true;
      this.figure = new Drawing(host, template.layout, tokens);
      this.handles = new Handles(this.figure, this.data.handles, this);
    }
    const drawn = {
      data: template.data.map((trace, i) => merge(trace, this.view.traces[i])),
      layout: merge(template.layout, this.layout()),
    };
    this.figure.draw(this.prediction ? this.prediction.cover(drawn) : drawn);
    this.handles.place();
    if (this.motion.trail(this.figure, this.handles.tips())) this.scheduleDraw();
  }

  /** For how long a setting is on its way: Play goes on evenly, a hand or a key is followed at once. */
  durationOf(distance) {
    if (matchMedia(REDUCED_MOTION).matches) return 0;
    if (this.playing) return Math.abs(distance) < 2 ? this.playing.stepMs : 0;
    return this.easing ? EASE_MS : 0;
  }

  // -- a prediction, by a module that is loaded when the reader asks for it

  async predict() {
    try {
      const { Predictor } = await import("./predict.mjs");
      this.requestUpdate();
      await this.loaded;
      if (!this.figure) this.draw();
      if (this.prediction || !this.figure) return;
      this.prediction = new Predictor(this, this.data.prediction, this.data.wording);
      this.find(".pe-figure").before(this.prediction.panel);
      this.refresh();
      this.prediction.panel.firstChild.focus();
    } catch (error) {
      this.showMessage(gettext("The prediction could not be loaded."), error);
    }
  }

  /** Draw what the reader predicts. */
  refresh() {
    this.hideAnswer();
    this.drawNow();
  }

  endPrediction() {
    this.prediction.close();
    this.prediction = null;
    this.hideAnswer();
  }

  /** Until the reader asks for it, nothing is said that would give the answer away. */
  hideAnswer() {
    const secret = this.prediction?.revealed === false;
    this.sentence.hidden = this.find(".pe-data").hidden = secret;
    this.find(".pe-predict").hidden = this.prediction !== null;
  }

  // -- what handles ask for

  values() {
    return this.view.values;
  }

  /** Where a setting stands on an axis: a slider's value, or the number of an option. */
  coordinate(name) {
    const { options } = this.data.controls.find((each) => each.name === name);
    const value = this.settings()[name];
    return options ? options.findIndex(([option]) => option === value) : value;
  }

  /** The value of a control that is nearest to a number. */
  nearest(name, value) {
    const control = this.data.controls.find((each) => each.name === name);
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

  drag(settings) {
    this.stopPlaying();
    this.showSettings({ ...this.settings(), ...settings });
    this.onMove();
  }

  /** What the view changes in the layout, its annotations after the template's. */
  layout() {
    const { template, wording } = this.data;
    const { layout = {}, values } = this.view;
    if (!layout.annotations) return layout;
    const notes = layout.annotations.map((note) => {
      if (typeof note.text === "string") return note;
      const [[entry, value]] = Object.entries(note.text);
      return { ...note, text: fill(wording, `{:${entry}}`, values, value) };
    });
    return { ...layout, annotations: [...(template.layout.annotations ?? []), ...notes] };
  }

  // -- faults: said so that a reader understands; what was there at the start stays

  showMessage(text, error) {
    this.message.hidden = false;
    this.message.textContent = text;
    console.warn(text, error);
  }

  fail(error) {
    this.failed = true;
    this.stopPlaying();
    this.find("fieldset")?.setAttribute("disabled", "");
    this.find(".pe-reset")?.setAttribute("disabled", "");
    this.showSettings(this.data.start);
    this.sentence.textContent = this.initial.sentence;
    delete this.sentence.dataset.roles;
    this.find(".pe-scroll").innerHTML = this.initial.table;
    this.find(".pe-still").hidden = false;
    this.figure?.host.remove();
    this.update = this.figure = this.view = null;
    this.markWaiting();
    this.draw = this.scheduleDraw = () => {};
    this.showMessage(
      gettext(
        "This explorer met a fault, so the figure stands at its default settings. Open the chapter in JupyterLab to move it there.",
      ),
      error,
    );
  }
}

// ---- parts

/** Call once when one of the elements is within a screen's height of the window. */
function whenNear(elements, call) {
  const watch = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      call();
    },
    { rootMargin: "100% 0px" },
  );
  for (const each of elements) watch.observe(each);
}

/** Put a sentence of parts into its element; parts of the same roles only change their text. */
function say(element, sentenceParts) {
  const roles = sentenceParts.map(([role]) => role).join();
  if (element.dataset.roles !== roles) {
    element.dataset.roles = roles;
    element.replaceChildren(
      ...sentenceParts.map(([role, text]) => {
        const part = document.createElement(role ? "b" : "span");
        if (role) part.className = `pe-${role}`;
        part.textContent = text;
        return part;
      }),
    );
    return;
  }
  sentenceParts.forEach(([, text], i) => rewrite(element.children[i], text));
}

/** Number and unit beside a slider; page.py's `words` gives the same. */
function words(control, value) {
  const unit = value === 1 && control.unit.endsWith("s") ? control.unit.slice(0, -1) : control.unit;
  return `${fixed(value, control.digits)} ${unit}`.trimEnd();
}

/** The value of a control that a text of an address stands for. */
function parsed(control, text) {
  if (control.kind === "toggle") return text === "true";
  return control.kind === "slider" ? Number(text) : text;
}

/** Whether a control can have this value. */
function isOnScale(control, value) {
  if (control.kind === "toggle") return true;
  if (control.kind === "select") return control.options.some(([option]) => option === value);
  if (control.kind === "words") return isSentence(control, value.split(" "));
  if (control.choices) return control.choices.includes(value);
  return value >= control.min && value <= control.max;
}

/** Put a sentence into its field and onto the tiles; one that is there may be in a reader's hand. */
function showWords(input, value) {
  if (input.dataset.words === value && input.value) return;
  input.value = input.dataset.words = value;
  input.dispatchEvent(new Event("pe-shown"));
}

function isSentence({ groups, longest }, words) {
  const vocabulary = groups.flatMap(([, group]) => group);
  return words.length <= longest && words.every((word) => vocabulary.includes(word));
}

// A page of the site starts itself; who builds modules from blobs calls start.
if (!import.meta.url.startsWith("blob:")) start();
