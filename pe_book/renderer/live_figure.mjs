// The moving figure of an explorer, in the place of its still: what draws it, its handles, its description,
// and its layout at the width of the column.

import { Drawing } from "./drawing.mjs";
import { Handles } from "./handles.mjs";
import { figureOf } from "./view.mjs";

export class LiveFigure {
  /** `Stage` draws the figure of an explorer whose setting is a sentence (stage.mjs). */
  constructor(explorer, Stage) {
    const { data, sentence, element } = explorer;
    this.explorer = explorer;
    this.box = explorer.find(".pe-figure");
    const host = document.createElement("div");
    host.className = "pe-drawing";
    this.box.append(host);
    explorer.find(".pe-still").hidden = true;
    this.drawing = Stage ? stageIn(host, explorer, Stage) : drawingIn(host, data);
    sentence.id ||= `${element.id}-says`;
    this.setDescribed(true);
    if (data.wide) this.followWidth();
    this.handles = new Handles(this.drawing, data.handles, explorer);
  }

  /** Draw the explorer's view; true as long as there is more to draw. */
  draw() {
    const { data, view, prediction, motion, sentence } = this.explorer;
    const figure = figureOf(data, view, this.isWide);
    this.drawing.draw(prediction ? prediction.cover(figure) : figure);
    this.handles.place();
    sentence.toggleAttribute("data-moving", motion.moving);
    return motion.moving;
  }

  /** Whether the sentence, which has the figure's values, describes it where both can be read. */
  setDescribed(described) {
    const image = this.box.querySelector(".pe-drawing [role=img]") ?? this.drawing.host;
    if (described) image.setAttribute("aria-describedby", this.explorer.sentence.id);
    else image.removeAttribute("aria-describedby");
  }

  /** Keep to the layout that the style sheet chooses for the column. */
  followWidth() {
    const isWide = () => getComputedStyle(this.box).getPropertyValue("--pe-is-wide").trim() === "1";
    this.isWide = isWide();
    new ResizeObserver(() => {
      if (this.isWide === isWide()) return;
      this.isWide = !this.isWide;
      if (this.explorer.view) this.explorer.drawNow();
    }).observe(this.box);
  }
}

function stageIn(host, { element, controls, words, data: { tokens, alt } }, Stage) {
  const input = controls.inputs.get(words.name);
  return new Stage(host, { element, input, control: words, tokens, alt });
}

function drawingIn(host, { tokens, alt }) {
  host.setAttribute("role", "img");
  host.setAttribute("aria-label", alt);
  return new Drawing(host, tokens);
}
