// A figure of an explorer as SVG: the plain data that still.py draws for the build, drawn in the browser.
// It knows lines, markers, words and heat maps on linear and log axes, shapes, notes and a legend, at
// the figure's design size; the browser scales that, and styles give it the page's colors. Every drawing
// is a whole one, and `patch` touches only what has changed since the last.

import { fixed, scientific, significant } from "../numbers.mjs";

const SVG = "http://www.w3.org/2000/svg";
const HTML = new Set(["canvas", "div", "span"]);
const PAGE_COLORS = {
  "@ink": "currentColor",
  "@muted": "var(--pe-muted)",
  "@grid": "var(--pe-grid)",
  "@paper": "var(--pe-paper)",
  "@on_pale": "var(--pe-on-pale)",
  "@on_deep": "var(--pe-on-deep)",
};
const REACH = 20; // pixels of the design from the pointer to a point that it means
const HELD = { left: "start", center: "middle", right: "end" };
// From where a word is held to its baseline.
const RAISED = { top: ".9em", middle: ".35em", bottom: "-.3em" };

/** `now` laid over `old`, as declare/explorer.py does it: objects meet key by key, all else is replaced. */
export function merge(old, now) {
  if (!plainObject(old) || !plainObject(now)) return now;
  const both = { ...old };
  for (const key in now) both[key] = key in old ? merge(old[key], now[key]) : now[key];
  return both;
}

const plainObject = (x) =>
  typeof x === "object" && x !== null && !Array.isArray(x) && !ArrayBuffer.isView(x);

export class Drawing {
  /** A drawing in the empty element `host`, of figures of this size; `tokens` are the book's colors. */
  constructor(host, { width, height }, tokens) {
    Object.assign(this, { host, width, height, tokens: { ...tokens, ...PAGE_COLORS } });
    this.cells = host.appendChild(document.createElement("div"));
    this.sheet = host.appendChild(document.createElementNS(SVG, "svg"));
    this.sheet.setAttribute("class", "pe-sheet");
    this.sheet.setAttribute("viewBox", `0 0 ${width} ${height}`);
    // No letter is smaller than this on the screen (explorer.css).
    this.sheet.style.setProperty("--pe-smallest", `${11 * width}px`);
    this.label = host.appendChild(document.createElement("p"));
    this.label.className = "pe-hover";
    this.label.hidden = true;
    host.addEventListener("mousemove", (event) => this.showValueAt(event));
    host.addEventListener("mouseleave", () => this.tell());
  }

  draw({ data, layout }) {
    Object.assign(this, { layout, axes: new Map(), panels: new Map() });
    this.traces = data.map((trace) => {
      const [across, up] = this.place(trace.xaxis ?? "x", trace.yaxis ?? "y");
      return { ...trace, across, up };
    });
    const maps = this.traces.filter((trace) => trace.type === "heatmap");
    patch(
      this.cells,
      maps.map((map) => this.canvas(map)),
    );
    maps.forEach((map, i) => this.paint(map, this.cells.children[i]));
    this.traces.forEach((trace, i) => {
      if (trace.type === "scatter")
        this.panel(trace.across, trace.up).push(["g", { "data-trace": i }, this.scatter(trace)]);
    });
    for (const [i, shape] of (layout.shapes ?? []).entries()) {
      const [across, up] = this.place(shape.xref, shape.yref);
      this.panel(across, up).push(this.shape(shape, i, across, up));
    }
    const frame = this.frame();
    patch(this.sheet, [
      frame.grid,
      ...[...this.panels.values()].flatMap(({ clip, nodes }) =>
        clip ? [["svg", clip, nodes]] : nodes,
      ),
      ...frame.words,
      ...this.notes(),
      ...this.legend(),
    ]);
    // What it said may no longer be true; the pointer's next move says what is.
    this.tell();
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
      nodes.push(["path", { d: broken(trace), fill: "none", opacity, ...this.stroke(trace.line) }]);
    if (mode.includes("markers")) nodes.push(...this.markers(trace));
    if (mode.includes("text"))
      trace.text.forEach((text, i) =>
        nodes.push(word(text, across.at(trace.x[i]), up.at(trace.y[i]), trace.textfont)),
      );
    return nodes;
  }

  stroke({ color = "@ink", width = 2, dash }) {
    const look = { stroke: this.color(color), "stroke-width": width };
    return dash === "dash" ? { ...look, "stroke-dasharray": 3 * Math.max(3, width) } : look;
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

  /** Where a heat map's cells lie, as shares of the whole figure. */
  canvas({ x, y, z, across, up }) {
    const [left, right] = span(across, x);
    const [top, bottom] = span(up, y);
    const place = [
      ["left", left / this.width],
      ["top", top / this.height],
      ["width", (right - left) / this.width],
      ["height", (bottom - top) / this.height],
    ];
    const style = place.map(([side, share]) => `${side}:${px(100 * share)}%`).join(";");
    return ["canvas", { width: z[0].length, height: z.length, style }];
  }

  paint({ z, zmin, zmax, colorscale, up, y }, canvas) {
    const ramp = rampOf(this.color(colorscale));
    const [rows, columns] = [z.length, z[0].length];
    // Written cell by cell, which is not for the graphics card.
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const pixels = context.createImageData(columns, rows);
    const words = new Uint32Array(pixels.data.buffer);
    const upward = rows > 1 && up.at(y[0]) > up.at(y[1]);
    for (let r = 0, k = 0; r < rows; r++) {
      for (const value of z[upward ? rows - 1 - r : r]) {
        const share = (255 * (value - zmin)) / (zmax - zmin);
        words[k++] = missing(value) ? 0 : ramp[Math.max(0, Math.min(255, Math.round(share)))];
      }
    }
    if (words.every((color, k) => color === canvas.painted?.[k])) return;
    canvas.painted = words;
    context.putImageData(pixels, 0, 0);
  }

  // ---- around the traces

  shape({ type, x0, x1, y0, y1, line }, i, x, y) {
    const [left, right, top, bottom] = [x.at(x0), x.at(x1), y.at(y0), y.at(y1)].map(px);
    const d =
      type === "line"
        ? `M${left},${top}L${right},${bottom}`
        : `M${left},${top}H${right}V${bottom}H${left}Z`;
    return ["path", { d, "data-shape": i, fill: "none", ...this.stroke(line) }];
  }

  /** Grid, and words of ticks and titles: made anew only when an axis has changed. */
  frame() {
    const anchored = this.anchored();
    const specs = JSON.stringify(anchored.map(([{ spec }]) => spec));
    if (this.framed?.specs !== specs)
      this.framed = { specs, grid: this.grid(anchored), words: this.words(anchored) };
    return this.framed;
  }

  /** The names of the axes in the layout, each with the one that it is anchored to. */
  anchored() {
    return Object.keys(this.layout)
      .filter((key) => /^[xy]axis/.test(key))
      .map((key) => {
        const axis = this.axis(key.replace("axis", ""));
        const crossing = axis.name[0] === "x" ? "y" : "x";
        return [axis, this.axis(axis.spec.anchor ?? crossing)];
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
      if (title && across) nodes.push(word(title.text, middle, end, { dy: "2.45em" }));
      else if (title) {
        // Left of the ticks, however large the letters are.
        const longest = Math.max(0, ...named.map(([, text]) => text.length));
        const dy = `${-0.62 * longest - 0.55}em`;
        nodes.push(word(title.text, end - 5, middle, { dy, turned: true }));
      }
      return nodes;
    });
  }

  notes() {
    return (this.layout.annotations ?? []).map((note) => {
      const { xref, yref, x, y, text, font, xshift = 0 } = note;
      const [across, up] = this.place(xref, yref);
      const look = { ...note, ...font, color: this.color(font?.color) };
      return word(text, across.at(x) + xshift, up.at(y), look);
    });
  }

  /** What the traces with a name are, in lines that break where the figure ends. */
  legend() {
    const { showlegend, legend, margin } = this.layout;
    if (!showlegend) return [];
    const named = this.traces.filter((trace) => trace.name && (trace.showlegend ?? true));
    const items = named.map((trace) => ["span", {}, [this.key(trace), ["span", {}, trace.name]]]);
    const width = this.width - margin.l - margin.r;
    const [, up] = this.place("paper", "paper");
    const place = { x: margin.l, y: 0, width, height: px(up.at(legend.y)) };
    const look = { class: "pe-legend", style: letters(13) };
    return [["foreignObject", place, [["div", look, items]]]];
  }

  key({ mode, line, marker, opacity = 1 }) {
    const nodes = [];
    if (mode.includes("lines")) {
      const look = this.stroke({ ...line, width: Math.min(10, line.width ?? 2) });
      nodes.push(["path", { d: "M0,7H30", opacity, ...look }]);
    }
    if (marker) {
      const [color, size] = [marker.color, marker.size].map((v) =>
        Array.isArray(v) ? v.at(-1) : v,
      );
      const d = symbol(marker.symbol, 15, 7, Math.min(6, size / 2));
      nodes.push(["path", { d, ...this.markerLook(marker, color) }]);
    }
    return ["svg", { viewBox: "0 0 30 14", class: "pe-key" }, nodes];
  }

  // ---- the value under the pointer

  /** The place of the window in the figure's own pixels. */
  pixel(clientX, clientY) {
    const { left, top, width } = this.host.getBoundingClientRect();
    const scale = this.width / width;
    return [scale * (clientX - left), scale * (clientY - top)];
  }

  showValueAt({ clientX, clientY }) {
    this.tell(this.nearest(...this.pixel(clientX, clientY)));
  }

  tell(found) {
    this.label.hidden = !found;
    if (!found) return;
    const { trace, at, values } = found;
    rewrite(this.label, said(trace, values));
    const [x, y] = [at[0] / this.width, at[1] / this.height];
    // Toward the middle of the figure, above the point unless that is at the top.
    Object.assign(this.label.style, {
      left: `${100 * x}%`,
      top: `${100 * y}%`,
      translate: `${x < 0.5 ? 0 : -100}% ${y < 0.2 ? "60%" : "calc(-100% - .6em)"}`,
    });
  }

  /** The nearest point within reach, or else the cell of a heat map. */
  nearest(left, top) {
    let [point, least] = [null, REACH ** 2];
    let heat = null;
    for (const trace of this.traces) {
      const { type, hovertemplate, hoverinfo, across, up } = trace;
      if (!hovertemplate || hoverinfo === "skip" || !across.holds(left) || !up.holds(top)) continue;
      if (type === "heatmap") {
        heat ??= heatAt(trace, left, top);
        continue;
      }
      const found = nearestOf(trace, left, top);
      if (found && found.distance <= least) [point, least] = [found, found.distance];
    }
    return point ?? heat;
  }
}

/** The cell of a heat map at a place, or null where it holds nothing. */
function heatAt(trace, left, top) {
  const { across, up, x, y, z } = trace;
  const [row, column] = [cell(up, y, top), cell(across, x, left)];
  const value = z[row]?.[column];
  if (missing(value)) return null;
  return { trace, at: [left, top], values: { x: x[column], y: y[row], z: value } };
}

/** The point of a trace nearest to a place, with its squared distance; the last of several. */
function nearestOf(trace, left, top) {
  const { across, up, x, y } = trace;
  let nearest = null;
  for (let i = 0; i < x.length; i++) {
    if (missing(x[i]) || missing(y[i])) continue;
    const at = [across.at(x[i]), up.at(y[i])];
    const distance = (at[0] - left) ** 2 + (at[1] - top) ** 2;
    if (nearest && distance > nearest.distance) continue;
    nearest = { trace, at, values: { x: x[i], y: y[i] }, distance };
  }
  return nearest;
}

// ---- axes

/** An axis of the layout, or the paper's: from its numbers to the figure's pixels. */
class Axis {
  constructor({ width, height, margin, ...layout }, name) {
    const across = name[0] === "x";
    this.name = name;
    this.spec = layout[`${name[0]}axis${name.slice(1)}`] ?? { range: [0, 1] };
    const [from, to] = this.spec.domain ?? [0, 1];
    const whole = across ? width - margin.l - margin.r : height - margin.t - margin.b;
    this.size = px((to - from) * whole);
    this.low = px(across ? margin.l + from * whole : margin.t + (1 - to) * whole);
    const [start, end] = this.spec.range;
    // The pixel of the range's start, and pixels for each unit.
    this.start = across ? this.low : this.low + this.size;
    this.unit = (across ? this.size : -this.size) / (end - start);
    this.first = start;
    this.log = this.spec.type === "log";
  }

  at(value) {
    return this.start + this.unit * ((this.log ? Math.log10(value) : value) - this.first);
  }

  valueAt(pixel) {
    const value = this.first + (pixel - this.start) / this.unit;
    return this.log ? 10 ** value : value;
  }

  holds(pixel) {
    return pixel >= this.low - 0.01 && pixel <= this.low + this.size + 0.01;
  }

  /** Pixel and word of each tick within the range. */
  ticks() {
    const { tickvals = [], ticktext } = this.spec;
    this.ticked ??= tickvals
      .map((value, i) => [px(this.at(value)), String(ticktext?.[i] ?? plain(value)), value])
      .filter(([at]) => this.holds(at));
    return this.ticked;
  }
}

const px = (value) => Math.round(value * 100) / 100;
const missing = (value) => value === null || value === undefined || Number.isNaN(value);
const plain = (value) => String(value).replace("-", "\u2212");

/** The pixels at which evenly spaced cells around these places begin and end. */
function span(axis, places) {
  const half = places.length > 1 ? (places[1] - places[0]) / 2 : 0.5;
  return [axis.at(places[0] - half), axis.at(places.at(-1) + half)].sort((a, b) => a - b);
}

function cell(axis, places, pixel) {
  const half = Math.abs(axis.at(places[1] ?? places[0] + 1) - axis.at(places[0])) / 2;
  return Array.from(places).findIndex((place) => Math.abs(axis.at(place) - pixel) <= half);
}

// ---- parts of a drawing

/** A line through all points; it breaks where one is missing. */
function broken({ x, y, across, up }) {
  let [d, pen] = ["", "M"];
  for (let i = 0; i < x.length; i++) {
    if (missing(x[i]) || missing(y[i])) pen = "M";
    else {
      d += `${pen}${px(across.at(x[i]))},${px(up.at(y[i]))}`;
      pen = "L";
    }
  }
  return d;
}

function symbol(name = "circle", x, y, r) {
  if (name.startsWith("diamond")) {
    const q = px(1.3 * r);
    return `M${x},${px(y - q)}l${q},${q}l${-q},${q}l${-q},${-q}Z`;
  }
  return `M${px(x - r)},${y}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0Z`;
}

function word(text, x, y, look = {}) {
  const { size = 14, color = "currentColor", xanchor = "center", yanchor = "middle" } = look;
  const place = { x: px(x), y: px(y), dy: look.dy ?? RAISED[yanchor] };
  if (look.turned) place.transform = `rotate(-90 ${place.x} ${place.y})`;
  return [
    "text",
    { ...place, "text-anchor": HELD[xanchor], fill: color, style: letters(size) },
    text,
  ];
}

const letters = (size) => `font-size:max(${size}px,var(--pe-letters,0px))`;

const ramps = new Map();

/** 256 colors of a color scale, as pixels. */
function rampOf(scale) {
  if (!ramps.has(scale)) {
    const canvas = Object.assign(document.createElement("canvas"), { width: 256, height: 1 });
    const context = canvas.getContext("2d");
    const gradient = context.createLinearGradient(0, 0, 256, 0);
    for (const [at, color] of scale) gradient.addColorStop(at, color);
    context.fillStyle = gradient;
    context.fillRect(0, 0, 256, 1);
    ramps.set(scale, new Uint32Array(context.getImageData(0, 0, 256, 1).data.buffer));
  }
  return ramps.get(scale);
}

/** A trace's hovertemplate with its values: `%{x}`, `%{y:.3f}`; what is extra comes first. */
function said({ hovertemplate, across, up }, values) {
  const [, text, extra] = /(.*?)<extra>(.*)<\/extra>/.exec(hovertemplate);
  const filled = text.replace(/%\{(\w)(?::\.(\d)(\w))?\}/g, (_, name, digits, form) => {
    const value = values[name];
    if (form) return { f: fixed, g: significant, e: scientific }[form](value, Number(digits));
    const tick = { x: across, y: up }[name]?.ticks().find(([, , at]) => at === value);
    return tick?.[1] ?? (Number.isInteger(value) ? fixed(value) : significant(value));
  });
  return extra ? `${extra}: ${filled}` : filled;
}

// ---- the document

/** Give an element this text. What stays of the old one is not shaped again, and no child is exchanged,
    for which every `:has()` of the styles would be asked anew. */
export function rewrite(element, text) {
  const [node] = element.childNodes;
  if (node?.nodeType !== Node.TEXT_NODE || node.nextSibling) {
    element.textContent = text;
    return;
  }
  const old = node.data;
  const shorter = Math.min(old.length, text.length);
  let [start, end] = [0, 0];
  while (start < shorter && old[start] === text[start]) start++;
  while (end < shorter - start && old.at(-1 - end) === text.at(-1 - end)) end++;
  if (start + end === old.length && old.length === text.length) return;
  node.replaceData(start, old.length - start - end, text.slice(start, text.length - end));
}

/** Make the children of `node` those described, [tag, attributes, children or text] each. */
function patch(node, described) {
  described.forEach((each, i) => {
    if (node.childNodes[i]?.described === each) return;
    const [tag, look, inside = []] = each;
    const child = childOf(node, i, tag);
    child.described = each;
    patchAttributes(child, look);
    if (Array.isArray(inside)) patch(child, inside);
    else if (child.inside !== inside) {
      child.inside = inside;
      rewrite(child, String(inside));
    }
  });
  while (node.childNodes.length > described.length) node.lastChild.remove();
}

/** The child at place `i`, made anew if it has another tag or is not there. */
function childOf(node, i, tag) {
  const child = node.childNodes[i];
  if (child?.localName === tag) return child;
  const fresh = HTML.has(tag) ? document.createElement(tag) : document.createElementNS(SVG, tag);
  fresh.look = {};
  if (child) child.replaceWith(fresh);
  else node.append(fresh);
  return fresh;
}

function patchAttributes(child, look) {
  for (const key in look) if (child.look[key] !== look[key]) child.setAttribute(key, look[key]);
  for (const key in child.look) if (!(key in look)) child.removeAttribute(key);
  child.look = look;
}
