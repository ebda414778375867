// A figure of an explorer as SVG, described as plain data, [tag, attributes, children or text] each:
// drawing.mjs puts it into a page, still.mjs writes it as text. It knows lines, markers, words and heat maps
// on linear and log axes, shapes and notes, at the figure's design size; styles give it the page's
// colors.

import { Axis, missing, px, span } from "./axis.mjs";
import { heatPixels } from "./colors.mjs";
import { brokenLine, SMALLEST, symbol, word } from "./marks.mjs";

const PAGE_COLORS = {
  "@ink": "currentColor",
  "@muted": "var(--pe-muted)",
  "@grid": "var(--pe-grid)",
  "@paper": "var(--pe-paper)",
  "@card": "var(--pe-card)",
  "@accent": "var(--pe-accent)",
  "@on_pale": "var(--pe-on-pale)",
  "@on_deep": "var(--pe-on-deep)",
};

export class Figure {
  /** `tokens` are the book's colors. */
  constructor(tokens) {
    this.tokens = { ...tokens, ...PAGE_COLORS };
  }

  /** Take what is to be drawn: traces and a layout, as a template with a view merged into it. */
  show({ data, layout }) {
    const { width, height } = layout;
    Object.assign(this, { layout, width, height, axes: new Map(), panels: new Map() });
    this.traces = data.map((trace) => {
      const [across, up] = this.place(trace.xaxis ?? "x", trace.yaxis ?? "y");
      return { ...trace, across, up };
    });
  }

  /** The attributes of the SVG element around the sheet. */
  frameOf() {
    return {
      viewBox: `0 0 ${this.width} ${this.height}`,
      style: `--pe-smallest:${SMALLEST * this.width}px`,
    };
  }

  /** All that is drawn above the heat maps. */
  sheet() {
    for (const trace of this.traces)
      if (trace.type === "scatter")
        this.panel(trace.across, trace.up).push(["g", {}, this.scatter(trace)]);
    for (const shape of this.layout.shapes ?? []) {
      const [across, up] = this.place(shape.xref ?? "x", shape.yref ?? "y");
      this.panel(across, up).push(this.shape(shape, across, up));
    }
    const frame = this.frame();
    return [
      frame.grid,
      ...[...this.panels.values()].flatMap(({ clip, nodes }) =>
        clip ? [["svg", clip, nodes]] : nodes,
      ),
      ...frame.words,
      ...this.notes(),
    ];
  }

  color(name) {
    return this.tokens[name] ?? name;
  }

  axis(name) {
    if (!this.axes.has(name)) this.axes.set(name, new Axis(this.layout, name));
    return this.axes.get(name);
  }

  /** The axes that two references mean; `paper` is the whole area within the margins. */
  place(...references) {
    return references.map((name, i) => this.axis(name === "paper" ? `${"xy"[i]} of paper` : name));
  }

  /** What is drawn between two axes; it ends where they end, unless it is placed on the paper. */
  panel(x, y) {
    const key = `${x.name} ${y.name}`;
    if (!this.panels.has(key)) {
      const place = { x: x.low, y: y.low, width: x.size, height: y.size };
      const viewBox = `${x.low} ${y.low} ${x.size} ${y.size}`;
      const clip = /paper/.test(key) ? null : { ...place, viewBox };
      this.panels.set(key, { clip, nodes: [] });
    }
    return this.panels.get(key).nodes;
  }

  // ---- traces

  scatter(trace) {
    const { mode, across, up, opacity = 1 } = trace;
    const nodes = [];
    if (mode.includes("lines"))
      nodes.push([
        "path",
        { d: brokenLine(trace), fill: "none", opacity, ...this.stroke(trace.line) },
      ]);
    if (mode.includes("markers")) nodes.push(...this.markers(trace));
    if (mode.includes("text")) {
      const style = { ...trace.textfont, color: this.color(trace.textfont?.color) };
      trace.text.forEach((text, i) => {
        if (missing(trace.x[i]) || missing(trace.y[i])) return;
        nodes.push(word(text, across.at(trace.x[i]), up.at(trace.y[i]), style));
      });
    }
    return nodes;
  }

  stroke({ color = "@ink", width = 2, dash }) {
    const style = { stroke: this.color(color), "stroke-width": width };
    return dash === "dash" ? { ...style, "stroke-dasharray": 3 * Math.max(3, width) } : style;
  }

  /** A path for each color, with all markers of that color. */
  markers({ marker, across, up, x, y }) {
    const paths = new Map();
    for (let i = 0; i < x.length; i++) {
      if (missing(x[i]) || missing(y[i])) continue;
      const [color, size] = [marker.color, marker.size].map((v) => (Array.isArray(v) ? v[i] : v));
      const d = symbol(marker.symbol, px(across.at(x[i])), px(up.at(y[i])), size / 2);
      paths.set(color, (paths.get(color) ?? "") + d);
    }
    return [...paths].map(([color, d]) => ["path", { d, ...this.markerLook(marker, color) }]);
  }

  markerLook({ symbol = "", line }, color) {
    if (symbol.endsWith("-open")) return { fill: "none", ...this.stroke({ color, width: 1.5 }) };
    return { fill: this.color(color), ...(line ? this.stroke(line) : { stroke: "none" }) };
  }

  /** The figure's heat maps, which lie below all else. */
  heatMaps() {
    return this.traces.filter(({ type }) => type === "heatmap");
  }

  /** Where a heat map's cells lie, in the figure's pixels. */
  boxOf({ x, y, across, up }) {
    const [left, right] = span(across, x);
    const [top, bottom] = span(up, y);
    return { left, top, width: right - left, height: bottom - top };
  }

  pixelsOf(map) {
    return heatPixels(map, this.color(map.colorscale));
  }

  // ---- around the traces

  shape({ type, x0, x1, y0, y1, line, fillcolor, opacity }, x, y) {
    const [left, right, top, bottom] = [x.at(x0), x.at(x1), y.at(y0), y.at(y1)].map(px);
    const d =
      type === "line"
        ? `M${left},${top}L${right},${bottom}`
        : `M${left},${top}H${right}V${bottom}H${left}Z`;
    const inside = fillcolor
      ? { fill: this.color(fillcolor), "fill-opacity": opacity }
      : { fill: "none" };
    return ["path", { d, ...inside, ...this.stroke(line) }];
  }

  /** Grid, and words of ticks and titles: made anew only when an axis or the room for all has changed. */
  frame() {
    const anchored = this.anchored();
    const { width, height, margin } = this.layout;
    const specs = JSON.stringify([width, height, margin, ...anchored.map(([{ spec }]) => spec)]);
    if (this.framed?.specs !== specs)
      this.framed = { specs, grid: this.grid(anchored), words: this.words(anchored) };
    return this.framed;
  }

  /** The axes in the layout, each with the one that it is anchored to: by default of its own number. */
  anchored() {
    return Object.keys(this.layout)
      .filter((key) => /^[xy]axis/.test(key))
      .map((key) => {
        const axis = this.axis(key.replace("axis", ""));
        const [crossing, number] = [key[0] === "x" ? "y" : "x", key.slice(5)];
        const own = `${crossing}axis${number}` in this.layout ? crossing + number : crossing;
        return [axis, this.axis(axis.spec.anchor ?? own)];
      });
  }

  grid(anchored) {
    const d = anchored.flatMap(([axis, other]) =>
      axis.spec.showgrid === false
        ? []
        : axis.ticks().map(([at]) => {
            const [from, to] = [other.low, other.low + other.size];
            return axis.name[0] === "x" ? `M${at},${from}V${to}` : `M${from},${at}H${to}`;
          }),
    );
    return ["path", { d: d.join(""), stroke: this.color("@grid"), fill: "none" }];
  }

  words(anchored) {
    return anchored.flatMap(([axis, other]) => {
      const across = axis.name[0] === "x";
      const end = across ? other.low + other.size : other.low;
      const { showticklabels = true, title } = axis.spec;
      const named = showticklabels ? axis.ticks() : [];
      const nodes = named.map(([at, text]) =>
        across
          ? word(text, at, end, { size: 13, dy: "1.15em" })
          : word(text, end - 5, at, { size: 13, xanchor: "right" }),
      );
      const middle = axis.low + axis.size / 2;
      if (title && across) nodes.push(word(title, middle, end, { dy: "2.45em" }));
      else if (title) {
        // Left of the ticks, however large the letters are.
        const longest = Math.max(0, ...named.map(([, text]) => text.length));
        const dy = `${-0.62 * longest - 0.55}em`;
        nodes.push(word(title, end - 5, middle, { dy, turned: true }));
      }
      return nodes;
    });
  }

  notes() {
    return (this.layout.annotations ?? []).map((note) => {
      const { xref = "x", yref = "y", x, y, text, font, xshift = 0 } = note;
      const [across, up] = this.place(xref, yref);
      const style = { ...note, ...font, color: this.color(font?.color) };
      const said = Array.isArray(text)
        ? text.map(([role, part]) => [role && this.color(`@${role}`), part])
        : text;
      return word(said, across.at(x) + xshift, up.at(y), style);
    });
  }
}
