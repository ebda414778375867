// The host of the explorers on a published page. All that it shows it reads from the HTML that page.py
// wrote; what a setting means it asks the explorer's twin, which is loaded with the first touch.

import { Drawing, merge } from "../drawing/figure.mjs";
import { fixed } from "../numbers.mjs";

const QUIET = 700; // milliseconds without a change after which the sentence is read out
const SAID = 2000; // milliseconds for which a button says what it did
const LESS_MOTION = "(prefers-reduced-motion: reduce)";
const SOON = 3000; // milliseconds of reading before an explorer that plays by itself loads and begins
const CALM = 1000; // milliseconds between two steps of what plays, for who wants less motion

const faces = new Map();

/** Bring every explorer below `root` to life. */
export function start(root = document, options = {}) {
  const how = {
    module: (name) => new URL(`../explorers/${name}.mjs`, import.meta.url).href,
    // In a talk the address says which slide is shown.
    address: !("talk" in document.documentElement.dataset),
    ...options,
  };
  for (const element of root.querySelectorAll(".pe-explorer:not([data-live])")) {
    const face = new Face(element, how);
    if (face.data.twin) faces.set(face.key, face);
  }
  if (!how.address || !faces.size) return;
  addEventListener("popstate", comeTo);
  addEventListener("beforeprint", () => {
    for (const face of faces.values()) face.toPaper();
  });
  comeTo(history, performance.getEntriesByType("navigation")[0]?.type === "navigate");
}

// ---- the address: #waves:d_model=64,base=1000;shift:pair=3

function readAddress() {
  const found = new Map();
  for (const part of decoded(location.hash.slice(1)).split(";")) {
    const [key, list] = part.split(":");
    if (!faces.has(key)) continue;
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
  for (const [key, given] of found) faces.get(key).set(faces.get(key).understood(given), false);
  if (scroll && found.size)
    document.getElementById(`explorer-${[...found.keys()][0]}`).scrollIntoView();
}

// ---- the history: an entry of ours carries the settings of all explorers, so that Back restores them

let visited; // the explorer whose visit wrote the current entry

const carried = () => ({
  explorers: Object.fromEntries([...faces].map(([key, face]) => [key, face.settings()])),
});

/** Back, Forward and reload restore what an entry carries; a new one takes what its address names. */
function comeTo({ state }, scroll = true) {
  visited = null;
  if (state?.explorers) {
    for (const [key, settings] of Object.entries(state.explorers))
      faces.get(key)?.set(settings, false);
    return;
  }
  applyAddress(scroll);
  history.replaceState({ ...state, ...carried() }, "");
}

/** One step of history for one visit to an explorer, however many movements and pauses it has. */
function writeAddress(face) {
  const parts = [...faces.values()].map((each) => each.changes()).filter((part) => /=/.test(part));
  const hash = parts.length ? "#" + parts.join(";") : "";
  if (hash === location.hash) return;
  const address = location.pathname + location.search + hash;
  history[visited === face ? "replaceState" : "pushState"](carried(), "", address);
  visited = face;
}

// ---- one explorer

class Face {
  constructor(element, how) {
    this.element = element;
    this.how = how;
    this.key = element.dataset.key;
    element.dataset.live = "";
    this.data = JSON.parse(this.find('script[type="application/json"]').textContent);
    this.sentence = this.find(".pe-sentence");
    this.message = this.find(".pe-message");
    this.home = { sentence: this.sentence.textContent, table: this.find(".pe-scroll").innerHTML };
    if (!this.data.twin) return;
    this.inputs = new Map(this.data.controls.map((c) => [c.name, this.find(`[name="${c.name}"]`)]));
    this.listen();
  }

  find(selector) {
    return this.element.querySelector(selector);
  }

  listen() {
    const form = this.find("form");
    if (form) {
      form.querySelector("fieldset").disabled = false;
      form.addEventListener("submit", (event) => event.preventDefault());
      form.addEventListener("input", () => {
        this.halt();
        this.moved();
      });
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
      this.tool("reset", () => this.set(this.data.start, true));
      this.tool("enlarge", () => this.enlarge());
      if (this.how.address) this.tool("copy", (button) => this.copyLink(button));
      else this.find(".pe-copy").remove();
      // What the browser remembered from an earlier visit is not what the figure shows.
      this.show(this.data.start);
    }
    for (const control of this.data.controls.filter((c) => c.pace)) {
      const button = this.inputs.get(control.name).parentElement.querySelector(".pe-play");
      button.addEventListener("click", () => this.play(control, button));
      if (this.data.plays) this.playSoon(control, button);
    }
    this.find("details").addEventListener("toggle", () => this.fillTable());
    for (const event of ["pointerenter", "focusin", "touchstart"]) {
      this.element.addEventListener(event, () => this.wake(), { once: true, passive: true });
    }
  }

  tool(name, use) {
    const button = this.find(`.pe-${name}`);
    button.disabled = false;
    button.addEventListener("click", () => use(button));
  }

  /** Let the explorer fill the screen until the reader presses Escape, or the button again. */
  enlarge() {
    const button = this.find(".pe-enlarge");
    if (this.dialog) return this.dialog.close();
    const dialog = document.createElement("dialog");
    dialog.className = "pe-screen";
    dialog.setAttribute("aria-labelledby", this.element.getAttribute("aria-labelledby"));
    // Of its kind and height, so that on the page nothing moves, and no hidden call is shown.
    const place = document.createElement("div");
    place.className = this.element.className;
    place.style.boxSizing = "border-box";
    place.style.height = `${this.element.getBoundingClientRect().height}px`;
    this.element.replaceWith(place);
    dialog.append(this.element);
    document.body.append(dialog);
    button.textContent = "Close";
    dialog.addEventListener("close", () => {
      place.replaceWith(this.element);
      dialog.remove();
      this.dialog = null;
      button.textContent = "Larger";
      button.focus({ preventScroll: true });
    });
    this.dialog = dialog;
    dialog.showModal();
    button.focus();
  }

  /** An address that leads to this explorer at its present settings. */
  async copyLink(button) {
    const link = this.link();
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(link);
      this.find(".pe-status").textContent = "The link is copied.";
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = label), SAID);
    } catch {
      // The browser forbids it, as to a page in a frame: the reader copies by hand.
      this.message.hidden = false;
      this.message.textContent = link;
    }
  }

  /** On paper stand the settings in words, with their address. */
  toPaper() {
    this.find(".pe-paper").textContent = `${this.said()} · ${this.link()}`;
  }

  // -- settings

  link() {
    // Without a step of the lesson: whoever gets the link is in no lesson.
    return `${location.href.split(/[?#]/)[0]}#${encodeURI(this.changes())}`;
  }

  /** The settings in words; page.py's `_settings` gives the same. */
  said() {
    const said = [...this.inputs.values()].map((input) => {
      const option = input.selectedOptions?.[0].text ?? (input.checked ? "yes" : "no");
      return `${input.labels[0].textContent}: ${input.ariaValueText ?? option}`;
    });
    return said.join("; ");
  }

  /** What the reader has changed, as it stands in an address. */
  changes() {
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
      else
        settings[control.name] = control.choices
          ? control.choices[input.value]
          : Number(input.value);
    }
    return settings;
  }

  /** Put settings into the controls: limits first, then values, then the words beside them. */
  show(settings) {
    for (const control of this.data.controls) {
      const input = this.inputs.get(control.name);
      const value = settings[control.name];
      if (control.kind === "toggle") input.checked = value;
      else if (control.kind === "select") input.value = value;
      else {
        const limit = control.below
          ? Math.ceil(settings[control.below] / control.ratio) - 1
          : Infinity;
        if (control.choices) {
          input.max = control.choices.filter((choice) => choice <= limit).length - 1;
          input.value = Math.min(input.max, control.choices.indexOf(value));
        } else {
          input.max = Math.min(control.max, limit);
          input.value = Math.min(input.max, value);
        }
        const text = words(
          control,
          control.choices ? control.choices[input.value] : Number(input.value),
        );
        if (input.ariaValueText !== text) {
          input.setAttribute("aria-valuetext", text);
          input.parentElement.querySelector("output").textContent = text;
        }
      }
    }
  }

  /** Settings from the address: what is not on a control's scale is left at its start. */
  understood(given) {
    const settings = { ...this.data.start };
    for (const control of this.data.controls) {
      const text = given[control.name];
      if (!text) continue;
      if (control.kind === "toggle") settings[control.name] = text === "true";
      else if (control.kind === "select") {
        if (control.options.some(([value]) => value === text)) settings[control.name] = text;
      } else {
        const value = Number(text);
        const fits = control.choices
          ? control.choices.includes(value)
          : value >= control.min && value <= control.max;
        if (fits) settings[control.name] = value;
      }
    }
    return settings;
  }

  /** Step a slider on until the reader stops it, moves something, or looks elsewhere. */
  play({ name, pace }, button) {
    if (this.playing) {
      this.halt();
      return this.settle();
    }
    const input = this.inputs.get(name);
    const { matches: calm } = matchMedia(LESS_MOTION);
    const step = () => {
      const next = Number(input.value) + Number(input.step);
      input.value = next > Number(input.max) ? input.min : next;
      this.moved();
    };
    const watch = new IntersectionObserver(([seen]) => seen.isIntersecting || this.halt());
    watch.observe(this.element);
    button.textContent = "Pause";
    this.playing = { button, watch, timer: setInterval(step, calm ? CALM : 1000 / pace) };
  }

  /** Begin by itself, unless the reader is here already, or wants less motion or fewer bytes. */
  playSoon(control, button) {
    if (matchMedia(LESS_MOTION).matches || navigator.connection?.saveData) return;
    const begin = setTimeout(() => this.playing || this.play(control, button), SOON);
    for (const event of ["pointerenter", "pointerdown", "focusin"])
      this.element.addEventListener(event, () => clearTimeout(begin), { once: true });
  }

  halt() {
    if (!this.playing) return;
    const { button, watch, timer } = this.playing;
    this.playing = null;
    clearInterval(timer);
    watch.disconnect();
    button.textContent = "Play";
  }

  set(settings, write) {
    this.halt();
    if (this.data.controls.every((c) => settings[c.name] === this.settings()[c.name]) && !write)
      return;
    this.show(settings);
    this.wake();
    this.plan();
    if (write) this.settle();
  }

  /** A touch that moved a slider has turned into a scroll of the page: the slider goes back. */
  undoScroll() {
    this.show(this.touched);
    this.plan();
  }

  moved() {
    this.show(this.settings());
    this.drawNow();
    // "change" follows when the reader lets go; until then there is nothing to read out.
    clearTimeout(this.pause);
  }

  /** The movement has come to rest: keep it in the address, and read the sentence out. */
  settle() {
    clearTimeout(this.pause);
    if (this.how.address) writeAddress(this);
    this.pause = setTimeout(() => {
      this.find(".pe-status").textContent = this.sentence.textContent;
    }, QUIET);
  }

  // -- what is seen

  wake() {
    this.twin ??= import(this.how.module(this.data.name)).then(
      (module) => (this.update = module.update),
      (error) =>
        this.fail("The part of this page that answers the controls could not be loaded", error),
    );
    this.twin.then(() => this.plan());
  }

  /** Draw once in the next frame, however many events arrive before it. */
  plan() {
    this.due = true;
    this.waitForFrame();
  }

  /** Draw at once, so that the frame has nothing left but to paint; the next time in that frame. */
  drawNow() {
    if (this.frame) return this.plan();
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
    this.wait();
    if (!this.update) return this.wake();
    try {
      this.view = this.update(this.settings());
      this.sentence.textContent = this.view.sentence;
      this.fillTable();
      this.drawFigure();
    } catch (error) {
      this.fail("This explorer met a fault", error);
    }
  }

  /** While the twin is on its way, what is not yet at the reader's settings says so. */
  wait() {
    if (this.ready) return;
    this.ready = Boolean(this.update);
    const { start } = this.data;
    const waiting =
      !this.ready && Object.entries(this.settings()).some(([name, value]) => value !== start[name]);
    const figure = this.find(".pe-figure");
    for (const part of [figure, this.sentence]) part.setAttribute("aria-busy", waiting);
    if (waiting && !this.loading) {
      this.loading = figure.appendChild(document.createElement("p"));
      this.loading.className = "pe-loading";
      this.loading.textContent = "Loading the moving figure …";
    } else if (!waiting) {
      this.loading?.remove();
      this.loading = null;
    }
  }

  fillTable() {
    if (!this.view || !this.find("details").open) return;
    const [header, rows] = this.view.table;
    const table = document.createElement("table");
    const head = table.createTHead().insertRow();
    for (const cell of header) {
      const th = head.appendChild(document.createElement("th"));
      th.scope = "col";
      th.textContent = cell;
    }
    const body = table.createTBody();
    for (const row of rows) {
      const tr = body.insertRow();
      for (const cell of row) tr.insertCell().textContent = cell;
    }
    this.find(".pe-scroll").replaceChildren(table);
  }

  drawFigure() {
    const { template, tokens } = this.data;
    if (!this.figure) {
      const host = document.createElement("div");
      host.className = "pe-drawing";
      host.setAttribute("role", "img");
      host.setAttribute("aria-label", this.find(".pe-still svg").getAttribute("aria-label"));
      this.find(".pe-figure").append(host);
      this.figure = new Drawing(host, template.layout, tokens);
    }
    this.figure.draw({
      data: template.data.map((trace, i) => merge(trace, this.view.traces[i])),
      layout: merge(template.layout, this.view.layout),
    });
    this.find(".pe-still").hidden = true;
  }

  // -- faults: said so that a reader understands; what was there at the start stays

  say(text, error) {
    this.message.hidden = false;
    this.message.textContent = text;
    console.warn(text, error);
  }

  fail(what, error) {
    this.halt();
    this.find("fieldset")?.setAttribute("disabled", "");
    this.find(".pe-reset")?.setAttribute("disabled", "");
    this.show(this.data.start);
    this.sentence.textContent = this.home.sentence;
    this.find(".pe-scroll").innerHTML = this.home.table;
    this.find(".pe-still").hidden = false;
    this.figure?.host.remove();
    this.update = this.figure = this.view = null;
    this.wait();
    this.draw = this.plan = () => {};
    this.say(
      `${what}, so the figure stands at its default settings. Open the chapter in JupyterLab to move it there.`,
      error,
    );
  }
}

// ---- parts

/** Number and unit beside a slider; page.py's `words` gives the same. */
function words(control, value) {
  const unit = value === 1 && control.unit.endsWith("s") ? control.unit.slice(0, -1) : control.unit;
  return `${fixed(value, control.digits)} ${unit}`.trimEnd();
}

// A page of the site starts itself; who builds modules from blobs calls start.
if (!import.meta.url.startsWith("blob:")) start();
