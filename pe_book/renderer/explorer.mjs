// One explorer: its HTML, which markup.py wrote, comes to life. What its settings mean it asks its module;
// until that is loaded, its controls are disabled.

import { lineParts, parts } from "../declare/wording.mjs";
import { Controls } from "./controls.mjs";
import { dataTable } from "./data_table.mjs";
import { listen } from "./listeners.mjs";
import { LiveFigure } from "./live_figure.mjs";
import { Motion } from "./motion.mjs";
import { Player } from "./player.mjs";
import { say } from "./sentence.mjs";
import { whenNear } from "./touch.mjs";
import { viewOf } from "./view.mjs";

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";
const EASE_MS = 250; // for a figure to come to settings that a button or a link has chosen
const LONGEST_EASE_MS = 3000; // where a slider declares how long its steps take
const ANNOUNCE_DELAY_MS = 700; // without a change, before the sentence is announced
const FAILED =
  "Part of this page is missing or went wrong, so this figure stays as it is. Reload the page to try again.";

export class Explorer {
  /** `load` imports the explorer's module, `atRest` is called when settings have come to rest. */
  constructor(element, { load, atRest = () => {} }) {
    Object.assign(this, { element, load, atRest, prediction: null });
    this.key = element.dataset.key;
    element.dataset.live = "";
    this.data = JSON.parse(this.find('script[type="application/json"]').textContent);
    this.sentence = this.find(".pe-sentence");
    this.line = this.find(".pe-line");
    this.message = this.find(".pe-message");
    this.controls = new Controls(element, this.data.controls);
    const moving = this.data.controls.filter((control) => control.continuous);
    this.motion = new Motion(
      moving.map(({ name }) => name),
      (name, distance) => this.durationOf(name, distance),
    );
    this.player = new Player(element, (name) => {
      this.controls.step(name);
      this.onMove();
    });
    // For a story:
    element.settings = () => this.settings();
    element.moveTo = (settings) => this.set({ ...this.settings(), ...settings }, false);
    this.words = this.data.controls.find(({ kind }) => kind === "words");
    listen(this);
    whenNear(element, () => this.scheduleDraw());
  }

  find(selector) {
    return this.element.querySelector(selector);
  }

  // -- settings

  settings() {
    return this.controls.settings();
  }

  set(settings, write) {
    this.player.stop();
    const now = this.settings();
    if (Object.keys(now).every((name) => settings[name] === now[name]) && !write) return;
    this.controls.show(settings);
    this.easing = true;
    this.scheduleDraw();
    if (write) this.settle();
  }

  onMove() {
    this.easing = false;
    this.controls.show(this.settings());
    this.drawNow();
    // "change" follows when the reader lets go; until then there is nothing to read out.
    clearTimeout(this.pause);
  }

  /** The movement has come to rest: tell the host, and read the sentence out. */
  settle() {
    clearTimeout(this.pause);
    this.atRest(this);
    this.pause = setTimeout(() => {
      const said = [this.line, this.sentence].filter(Boolean);
      this.find(".pe-status").textContent = said.map((each) => each.textContent).join(" ");
    }, ANNOUNCE_DELAY_MS);
  }

  // -- what is seen

  /** Load the module, once, and draw what has been asked for meanwhile. */
  requestUpdate() {
    this.loaded ??= Promise.all([
      this.load(this.data.name),
      this.words && import("./stage.mjs"),
    ]).then(
      ([{ update, prepare }, stage]) => {
        if (!update) return this.fail(new Error(`${this.data.name}.mjs has no update`));
        Object.assign(this, { update, prepare, Stage: stage?.Stage });
        this.find("fieldset")?.removeAttribute("disabled");
        if (this.due) this.scheduleDraw();
      },
      (error) => this.fail(error),
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
    if (this.failed) return;
    if (!this.update) return this.requestUpdate();
    this.due = false;
    const settings = this.settings();
    const coming = this.prepare?.(settings);
    if (coming) return this.drawAfter(coming);
    try {
      this.show(viewOf(this.update(this.motion.shown(settings)), settings));
    } catch (error) {
      this.fail(error);
    }
  }

  /** Draw when what the settings need has come. */
  drawAfter(coming) {
    if (this.view) this.sentence.setAttribute("aria-busy", true);
    return coming.then(
      () => this.scheduleDraw(),
      (error) => {
        this.sentence.setAttribute("aria-busy", false);
        this.showMessage("The answer at these settings couldn’t be loaded. Try again.", error);
      },
    );
  }

  show(view) {
    this.view = view;
    if (this.prediction?.isOver()) this.endPrediction();
    say(this.sentence, parts(this.data.wording, view));
    if (this.line) say(this.line, lineParts(this.data.wording, view));
    this.element.querySelectorAll(".pe-says").forEach((card, i) => {
      say(card, parts(this.data.wording, { ...view, sentences: [this.data.cards[i]] }));
    });
    if (this.sentence.ariaBusy === "true") this.sentence.setAttribute("aria-busy", false);
    this.fillTable();
    this.drawFigure();
    this.element.dispatchEvent(new CustomEvent("pe-drawn", { detail: view }));
  }

  fillTable() {
    if (!this.view || !this.find(".pe-data").open) return;
    this.find(".pe-scroll").replaceChildren(dataTable(this.data.wording, this.view));
  }

  drawFigure() {
    this.figure ??= new LiveFigure(this, this.Stage);
    if (this.figure.draw()) this.scheduleDraw();
  }

  /** For how long a setting is on its way: Play goes on evenly, a hand or a key is followed at once. */
  durationOf(name, distance) {
    if (matchMedia(REDUCED_MOTION).matches) return 0;
    const { playing } = this.player;
    if (playing) return Math.abs(distance) < 2 ? playing.stepMs : 0;
    if (!this.easing) return 0;
    const { ease } = this.controls.spec(name);
    return ease ? Math.min(LONGEST_EASE_MS, 1000 * ease * Math.abs(distance)) : EASE_MS;
  }

  // -- a prediction, by a module that is loaded when the reader asks for it

  async predict() {
    try {
      const { Predictor } = await import("./predict.mjs");
      if (!this.figure) this.draw();
      if (this.prediction || !this.figure) return;
      this.prediction = new Predictor(this, this.data.prediction, this.data.wording);
      this.find(".pe-figure").before(this.prediction.panel);
      this.drawNow();
      this.prediction.panel.firstChild.focus();
    } catch (error) {
      this.showMessage("The prediction couldn’t be loaded.", error);
    }
  }

  endPrediction() {
    this.prediction.close();
    this.prediction = null;
  }

  /** Take what a handle has moved. */
  drag(settings) {
    this.player.stop();
    this.controls.show({ ...this.settings(), ...settings });
    this.onMove();
  }

  // -- faults, in words for readers

  showMessage(text, error) {
    this.message.hidden = false;
    this.message.textContent = text;
    console.warn(text, error);
  }

  /** Nothing moves any more; the figure stays as it was drawn last. */
  fail(error) {
    this.failed = true;
    this.player.stop();
    this.find("fieldset")?.setAttribute("disabled", "");
    this.find(".pe-reset")?.setAttribute("disabled", "");
    this.controls.show(this.view?.values ?? this.data.start);
    this.showMessage(FAILED, error);
    this.element.dispatchEvent(new CustomEvent("pe-failed", { detail: FAILED }));
  }
}
