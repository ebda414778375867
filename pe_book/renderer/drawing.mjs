// A figure in the page: every drawing is a whole one, and `patch` touches only what has changed since the
// last. The browser scales it.

import { px } from "./axis.mjs";
import { patch, rewrite } from "./dom.mjs";
import { Figure } from "./figure.mjs";
import { Slide } from "./motion.mjs";
import { nearestValue, valueText } from "./values.mjs";

const SVG = "http://www.w3.org/2000/svg";

export class Drawing extends Figure {
  /** A drawing in the empty element `host`. */
  constructor(host, tokens) {
    super(tokens);
    this.host = host;
    this.cells = host.appendChild(document.createElement("div"));
    this.svg = host.appendChild(document.createElementNS(SVG, "svg"));
    this.svg.setAttribute("class", "pe-sheet");
    this.label = host.appendChild(document.createElement("p"));
    this.label.className = "pe-hover";
    this.label.hidden = true;
    this.slide = new Slide(host, (figure) => this.paintAll(figure));
    host.addEventListener("mousemove", (event) => this.showValueAt(event));
    host.addEventListener("mouseleave", () => this.showValue());
  }

  draw(figure) {
    this.slide.go(figure);
  }

  paintAll(figure) {
    const was = this.layout;
    this.show(figure);
    if (this.width !== was?.width)
      for (const [name, value] of Object.entries(this.frameOf()))
        this.svg.setAttribute(name, value);
    const maps = this.heatMaps();
    patch(
      this.cells,
      maps.map((map) => this.canvas(map)),
    );
    maps.forEach((map, i) => this.paint(map, this.cells.children[i]));
    patch(this.svg, this.sheet());
    // Its text may no longer be true; the pointer's next move brings another.
    this.showValue();
  }

  canvas(map) {
    const { left, top, width, height } = this.boxOf(map);
    const place = [
      ["left", left / this.width],
      ["top", top / this.height],
      ["width", width / this.width],
      ["height", height / this.height],
    ];
    const style = place.map(([side, share]) => `${side}:${px(100 * share)}%`).join(";");
    return ["canvas", { width: map.z[0].length, height: map.z.length, style }];
  }

  paint(map, canvas) {
    const { rows, columns, words } = this.pixelsOf(map);
    if (words.every((color, k) => color === canvas.painted?.[k])) return;
    canvas.painted = words;
    // Written cell by cell, which is not for the graphics card.
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.putImageData(new ImageData(new Uint8ClampedArray(words.buffer), columns, rows), 0, 0);
  }

  // ---- the value under the pointer

  /** The place of the window in the figure's own pixels. */
  pixel(clientX, clientY) {
    const { left, top, width } = this.host.getBoundingClientRect();
    const scale = this.width / width;
    return [scale * (clientX - left), scale * (clientY - top)];
  }

  showValueAt({ clientX, clientY }) {
    this.showValue(nearestValue(this.traces, ...this.pixel(clientX, clientY)));
  }

  showValue(found) {
    this.label.hidden = !found;
    if (!found) return;
    const { trace, at, values } = found;
    rewrite(this.label, valueText(trace, values));
    const [x, y] = [at[0] / this.width, at[1] / this.height];
    // Toward the middle of the figure, above the point unless that is at the top.
    Object.assign(this.label.style, {
      left: `${100 * x}%`,
      top: `${100 * y}%`,
      translate: `${x < 0.5 ? 0 : -100}% ${y < 0.2 ? "60%" : "calc(-100% - .6em)"}`,
    });
  }
}
