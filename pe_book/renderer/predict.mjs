// A prediction that the reader makes in the figure: declare/predictions.py declares it. What would give the
// answer away is hidden until the reader asks for it, and then it is drawn behind what the reader drew.

import { fill } from "../declare/wording.mjs";
import { fixed } from "../text/numbers.mjs";
import { make } from "./dom.mjs";

const TURN = 360; // degrees

/** How far guesses are from their answers; a hand's angle is compared the short way around. */
export function difference({ shape, close }, places, guesses, answers) {
  const gaps = guesses.map((guess, i) => {
    const gap = Math.abs(guess - answers[i]) % (shape === "hand" ? TURN : Infinity);
    return shape === "hand" ? Math.min(gap, TURN - gap) : gap;
  });
  const largest = Math.max(...gaps);
  return {
    mean: gaps.reduce((total, gap) => total + gap, 0) / gaps.length,
    largest,
    place: places[gaps.indexOf(largest)],
    isClose: largest <= close,
  };
}

/** Guesses after a stroke from one point to another: all places that it passed are at its height. */
export function stroke(places, guesses, [x0, y0], [x1, y1]) {
  const [low, high] = [Math.min(x0, x1), Math.max(x0, x1)];
  const gaps = places.map((place) => Math.abs(place - x1));
  const nearest = gaps.indexOf(Math.min(...gaps));
  return guesses.map((guess, i) => {
    if (i === nearest) return y1;
    if (places[i] < low || places[i] > high) return guess;
    return y0 + ((y1 - y0) * (places[i] - x0)) / (x1 - x0);
  });
}

export class Predictor {
  /** A prediction in a figure; `explorer` is the page's, with the figure that is drawn. */
  constructor(explorer, prediction, wording) {
    const { places, answers } = explorer.view.values;
    Object.assign(this, { explorer, prediction, wording, places, revealed: false, guessed: false });
    this.guesses = answers.map(() => prediction.start);
    this.asked = JSON.stringify([places, answers]);
    this.panel = this.makePanel();
    this.listener = new AbortController();
    this.drawing = explorer.figure.drawing;
    const { host } = this.drawing;
    host.classList.add("pe-predicting");
    // Before the handles: while the reader predicts, nothing else is held.
    for (const kind of ["pointerdown", "pointermove", "pointerup"])
      host.addEventListener(kind, (event) => this.follow(event), {
        capture: true,
        signal: this.listener.signal,
      });
    explorer.find(".pe-predict").hidden = true;
    this.setSecret(true);
  }

  /** Until the reader asks for it, nothing is said that would give the answer away. */
  setSecret(secret) {
    const { element, figure } = this.explorer;
    for (const sentence of element.querySelectorAll(".pe-line, .pe-sentence"))
      sentence.style.visibility = secret ? "hidden" : ""; // it keeps its place
    figure?.setDescribed(!secret); // a description is read even from what is hidden
    this.explorer.find(".pe-data").hidden = secret;
  }

  /** The instruction, a slider for each number, and what ends the prediction. */
  makePanel() {
    const { ask, label, low, high, step } = this.prediction;
    const panel = document.createElement("form");
    panel.className = "pe-prediction";
    panel.append(make("p", { textContent: ask, tabIndex: -1 }));
    const keys = panel.appendChild(make("details"));
    keys.append(make("summary", { textContent: "With sliders" }));
    this.sliders = this.places.map((place, i) => {
      const row = keys.appendChild(make("label"));
      row.append(fill(this.wording, label, {}, place));
      const range = { type: "range", min: low, max: high, step };
      const slider = row.appendChild(make("input", range));
      slider.addEventListener("input", () => {
        this.guesses[i] = Number(slider.value);
        this.changed();
      });
      return slider;
    });
    this.end = make("button", { type: "submit", textContent: "Reveal" });
    const leave = make("button", { type: "button", textContent: "Stop predicting" });
    panel.append(this.end, leave);
    panel.addEventListener("submit", (event) => {
      event.preventDefault();
      this.reveal();
    });
    leave.addEventListener("click", () => this.leave());
    this.showSliders();
    return panel;
  }

  showSliders() {
    const digits = this.prediction.step < 1 ? 2 : 0;
    this.sliders.forEach((slider, i) => {
      slider.value = this.guesses[i];
      slider.setAttribute("aria-valuetext", fixed(this.guesses[i], digits));
    });
  }

  changed() {
    this.guessed = true;
    this.showSliders();
    this.explorer.drawNow();
  }

  /** A press in the panel begins a stroke, or turns the hand there; neither scrolls the page. */
  follow(event) {
    event.stopPropagation();
    if (this.revealed) return;
    const { host } = this.drawing;
    const at = this.drawing.pixel(event.clientX, event.clientY);
    if (event.type === "pointerdown") {
      const inPanel = this.axes().every((axis, i) => axis.holds(at[i]));
      if (!event.isPrimary || event.button !== 0 || !inPanel) return;
      event.preventDefault();
      host.setPointerCapture(event.pointerId);
      this.last = null;
    }
    if (host.hasPointerCapture(event.pointerId)) this.draw(at);
  }

  /** The pointer is at a place of the drawing. */
  draw(at) {
    const { shape, low, high, step } = this.prediction;
    const axes = this.axes();
    if (shape === "hand") {
      const [x, y] = axes.map((axis, i) => at[i] - axis.at(0));
      this.guesses = [((Math.atan2(x, -y) * TURN) / (2 * Math.PI) + TURN) % TURN];
    } else {
      const point = axes.map((axis, i) => axis.valueAt(at[i]));
      // Evenly in pixels, so that a stroke over a log axis is as straight as it was drawn.
      const pixels = this.places.map((place) => axes[0].at(place));
      const now = [at[0], point[1]];
      this.guesses = stroke(pixels, this.guesses, this.last ?? now, now);
      this.last = now;
    }
    const snapped = (guess) => Number((step * Math.round(guess / step)).toFixed(4));
    this.guesses = this.guesses.map((guess) => Math.min(high, Math.max(low, snapped(guess))));
    this.changed();
  }

  axes() {
    return this.drawing.place(...this.prediction.axes);
  }

  /** Once another thing is asked for than the reader has predicted, the prediction is over. */
  isOver() {
    const { places, answers } = this.explorer.view.values;
    return JSON.stringify([places, answers]) !== this.asked;
  }

  reveal() {
    this.revealed = true;
    this.setSecret(false);
    this.panel.style.minHeight = `${this.panel.getBoundingClientRect().height}px`; // the figure below stays where it is
    this.end.hidden = true;
    this.panel.querySelector("details").hidden = true;
    this.panel.querySelector("button[type=button]").textContent = "Done";
    this.explorer.drawNow();
    this.panel.querySelector("p").textContent = this.reply();
    this.panel.querySelector("p").focus();
  }

  reply() {
    if (!this.guessed) return "You didn’t predict anything. The figure now shows the answer.";
    const { right, wrong } = this.prediction;
    const values = this.explorer.view.values;
    const found = difference(this.prediction, this.places, this.guesses, values.answers);
    return fill(this.wording, found.isClose ? right : wrong, { ...values, ...found });
  }

  /** A figure without what would give the answer away, and with what the reader drew. */
  cover({ data, layout }) {
    if (this.revealed) return { data: this.guessed ? [...data, this.drawn()] : data, layout };
    // Notes beside what is hidden would be alone in the air.
    const secret = this.prediction.hidden.map((i) => data[i].xaxis ?? "x");
    const annotations = layout.annotations?.filter(
      ({ xref = "x" }) => !secret.includes(xref.split(" ")[0]),
    );
    const covered = data.map((trace, i) => this.covered(trace, i));
    const blank = this.blankAxes(data, layout);
    return { data: [...covered, this.drawn()], layout: { ...layout, ...blank, annotations } };
  }

  /** The axes of heat maps that are hidden, without their words. */
  blankAxes(data, layout) {
    const maps = this.prediction.hidden
      .map((i) => data[i])
      .filter(({ type }) => type === "heatmap");
    const axes = maps.flatMap(({ xaxis = "x", yaxis = "y" }) => [xaxis, yaxis]);
    const keys = axes.map((axis) => axis.replace(/^./, "$&axis"));
    const wordless = { showticklabels: false, title: "" };
    return Object.fromEntries(keys.map((key) => [key, { ...layout[key], ...wordless }]));
  }

  /** The tip of the predicted hand, clockwise from the top. */
  tip() {
    const angle = (this.guesses[0] * 2 * Math.PI) / TURN;
    return [Math.sin(angle), Math.cos(angle)];
  }

  covered(trace, i) {
    if (!this.prediction.hidden.includes(i)) return trace;
    if (trace.type !== "heatmap") return { ...trace, x: [], y: [], text: [] };
    return { ...trace, z: trace.z.map((row) => row.map(() => null)) };
  }

  /** What the reader drew, as a trace. */
  drawn() {
    const [xaxis, yaxis] = this.prediction.axes;
    const trace = { type: "scatter", xaxis, yaxis };
    const line = { color: "@ink", width: 3, dash: "dash" };
    const { guesses } = this;
    if (this.prediction.shape === "hand") {
      const [x, y] = this.tip();
      const marker = { color: "@ink", size: [0, 14] };
      return { ...trace, x: [0, x], y: [0, y], mode: "lines+markers", line, marker };
    }
    const marker = { color: "@ink", size: 10 };
    return { ...trace, x: this.places, y: guesses, mode: "lines+markers", line, marker };
  }

  leave() {
    this.explorer.endPrediction();
    this.explorer.drawNow();
    this.explorer.find(".pe-predict").focus();
  }

  close() {
    this.listener.abort();
    this.drawing.host.classList.remove("pe-predicting");
    this.panel.remove();
    this.setSecret(false);
    this.explorer.find(".pe-predict").hidden = false;
  }
}
