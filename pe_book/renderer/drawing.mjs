// A figure in the page: every drawing is a whole one, and `patch` touches only what has changed since the
// last. The browser scales it.

import { px } from "./axis.mjs";
import { patch } from "./dom.mjs";
import { Figure } from "./figure.mjs";
import { Slide } from "./motion.mjs";

const SVG = "http://www.w3.org/2000/svg";

export class Drawing extends Figure {
  /** A drawing in the empty element `host`. */
  constructor(host, tokens) {
    super(tokens);
    this.host = host;
    this.cells = host.appendChild(document.createElement("div"));
    this.svg = host.appendChild(document.createElementNS(SVG, "svg"));
    this.svg.setAttribute("class", "pe-sheet");
    this.slide = new Slide(host, (figure) => this.paintAll(figure));
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

  /** The place of the window in the figure's own pixels. */
  pixel(clientX, clientY) {
    const { left, top, width } = this.host.getBoundingClientRect();
    const scale = this.width / width;
    return [scale * (clientX - left), scale * (clientY - top)];
  }
}
