// Between two drawings by plotly, move what it has drawn. A full drawing by plotly measures every label
// again and takes longer than a frame; while a slider moves, most of the figure stands still. `nudge`
// puts new coordinates into lines, markers, heat maps, shapes, ticks and plain notes, and declines
// whatever else has changed; plotly draws the figure anew when the slider rests.

/** Move the drawing from figure `shown` to figure `next`; false, and nothing moved, where it cannot.
    `whole` is the figure that plotly drew last. */
export function nudge(plot, shown, next, whole) {
  const jobs = [];
  const add = (job) => job && jobs.push(job);
  try {
    const axes = new Axes(plot, whole.layout, shown.layout, next.layout);
    next.data.forEach((trace, i) => add(traceJob(plot, axes, i, shown.data[i], trace)));
    layoutJobs(plot, axes, add);
  } catch (error) {
    if (error !== DECLINED) throw error;
    return false;
  }
  for (const job of jobs) job();
  return true;
}

const DECLINED = new Error("this change is for plotly to draw");
const decline = () => {
  throw DECLINED;
};

function same(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
  if (Array.isArray(a)) {
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!same(a[i], b[i])) return false;
    return true;
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => same(a[key], b[key]));
}

const changed = (a, b) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => !same(a[key], b[key]));
const px = (value) => Math.round(value * 100) / 100;

// ---- axes

/** The axes as the next figure has them, by the names that traces and shapes use: x, y2. */
class Axes {
  constructor(plot, whole, before, layout) {
    Object.assign(this, { drawn: plot._fullLayout, whole, before, layout });
  }

  key = (name) => `${name[0]}axis${name.slice(1)}`;

  /** Is the range another one than in the figure before? */
  moved = (name) => !same(this.before[this.key(name)]?.range, this.layout[this.key(name)]?.range);

  /** The axis as plotly drew it. */
  asDrawn = (name) => this.drawn[this.key(name)];

  /** Plotly's axis, or, where the range is not the one that plotly drew, that axis moved. */
  get(name) {
    const axis = this.asDrawn(name);
    const range = this.layout[this.key(name)]?.range;
    if (same(range, this.whole[this.key(name)]?.range)) return axis;
    // Ticks that plotly chooses, and lines of the grid, would have to be drawn anew.
    if (
      axis.type !== "linear" ||
      axis.showgrid ||
      (axis.showticklabels && axis.tickmode !== "array")
    )
      decline();
    const [start, end] = name[0] === "x" ? range : [range[1], range[0]];
    const to = (value) => (axis._length * (value - start)) / (end - start);
    return {
      _offset: axis._offset,
      _length: axis._length,
      range,
      autorange: false,
      d2p: to,
      r2p: to,
    };
  }
}

/** As many of the drawn nodes as are needed: more are copies of the last, what is left over is hidden. */
function stock(nodes, count) {
  const all = [...nodes];
  if (count && !all.length) decline();
  return () => {
    while (all.length < count) {
      const copy = all.at(-1).cloneNode(true);
      copy.classList.add("pe-extra");
      all.at(-1).after(copy);
      all.push(copy);
    }
    all.forEach((node, k) => node.classList.toggle("pe-spare", k >= count));
    return all.slice(0, count);
  };
}

/** Undo what plotly would not expect to find: call before it draws again. */
export function tidy(plot) {
  for (const node of plot.querySelectorAll(".pe-extra")) node.remove();
  for (const node of plot.querySelectorAll(".pe-spare")) node.classList.remove("pe-spare");
  for (const group of plot.querySelectorAll(".annotation")) group.style.transform = "";
}

// ---- traces

function traceJob(plot, axes, i, before, trace) {
  const keys = changed(before, trace);
  const full = plot._fullData[i];
  if (!keys.length && !axes.moved(full.xaxis) && !axes.moved(full.yaxis)) return null;
  const [across, up] = [full.xaxis, full.yaxis].map((name) => axes.get(name));
  // A range that plotly finds for itself moves with the data.
  if ((keys.includes("x") || keys.includes("y")) && (across.autorange || up.autorange)) decline();
  if (full.type === "heatmap")
    return keys.every((key) => ["x", "y", "z", "zmin", "zmax"].includes(key))
      ? heatmapJob(plot, full, across, up, trace)
      : decline();
  if (
    full.type !== "scatter" ||
    full.fill !== "none" ||
    !keys.every((key) => ["x", "y", "text", "line"].includes(key))
  )
    decline();
  if (keys.includes("line") && !changed(before.line, trace.line).every((key) => key === "width"))
    decline();
  const group = plot.querySelector(`.trace${full.uid}`) ?? decline();
  const parts = full.mode.split("+");
  const x = trace.x.map((value) => (value === null ? null : px(across.d2p(value))));
  const y = trace.y.map((value) => (value === null ? null : px(up.d2p(value))));
  const jobs = [];
  if (parts.includes("lines")) jobs.push(lineJob(group, full, x, y, trace.line));
  if (parts.includes("markers")) jobs.push(markerJob(group, x, y));
  if (parts.includes("text")) jobs.push(textJob(group, x, y, trace.text));
  else if (keys.includes("text")) decline();
  return () => jobs.forEach((job) => job());
}

/** Plotly draws a broken line as several paths; between two drawings one path carries all of it. */
function lineJob(group, full, x, y, line) {
  if (full.line.shape !== "linear") decline();
  const paths = group.querySelectorAll("path.js-line");
  let d = "";
  let pen = "M";
  for (let k = 0; k < x.length; k++) {
    if (x[k] === null || y[k] === null || Number.isNaN(y[k])) pen = "M";
    else {
      d += `${pen}${x[k]},${y[k]}`;
      pen = "L";
    }
  }
  if (!paths.length && d) decline();
  return () => {
    paths.forEach((path, k) => path.setAttribute("d", k ? "M0,0" : d || "M0,0"));
    if (line?.width && paths.length) paths[0].style.strokeWidth = `${line.width}px`;
  };
}

function markerJob(group, x, y) {
  const here = x.flatMap((value, k) =>
    value === null || y[k] === null ? [] : [`translate(${value},${y[k]})`],
  );
  const points = stock(group.querySelectorAll("path.point"), here.length);
  return () => points().forEach((point, k) => point.setAttribute("transform", here[k]));
}

function textJob(group, x, y, words) {
  const texts = group.querySelectorAll("g.textpoint text");
  if ([...texts].some((text) => text.childElementCount) || !Array.isArray(words)) decline();
  const points = stock(group.querySelectorAll("g.textpoint"), x.length);
  return () =>
    points().forEach((point, k) => {
      const text = point.querySelector("text");
      text.setAttribute("x", x[k]);
      text.setAttribute("y", y[k]);
      text.textContent = words[k];
    });
}

const canvas = globalThis.document?.createElement("canvas");
const ramps = new Map();

function heatmapJob(plot, full, across, up, trace) {
  const { z } = trace;
  const images = plot.querySelectorAll(`.subplot.${full.xaxis}${full.yaxis} .heatmaplayer image`);
  if (images.length !== 1 || full.zsmooth || full.xgap || full.ygap) decline();
  const ramp = rampOf(full.colorscale);
  const [low, high] = [trace.zmin ?? full.zmin, trace.zmax ?? full.zmax];
  const [rows, columns] = [z.length, z[0].length];
  const upward = up.range[0] < up.range[1];
  const colorAt = (value) =>
    value === null
      ? 0
      : ramp[Math.max(0, Math.min(255, Math.round(((value - low) / (high - low)) * 255)))];
  const rowAt = (r) => z[upward ? rows - 1 - r : r];
  const [x, y] = [span(across, trace.x ?? full.x), span(up, trace.y ?? full.y)];
  return () => {
    for (const [name, value] of Object.entries({
      x: x.from,
      width: x.size,
      y: y.from,
      height: y.size,
    }))
      images[0].setAttribute(name, value);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    Object.assign(canvas, { width: columns, height: rows });
    const pixels = context.createImageData(columns, rows);
    const words = new Uint32Array(pixels.data.buffer);
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++) words[r * columns + c] = colorAt(rowAt(r)[c]);
    context.putImageData(pixels, 0, 0);
    images[0].style.imageRendering = "pixelated";
    images[0].setAttributeNS("http://www.w3.org/1999/xlink", "xlink:href", canvas.toDataURL());
  };
}

/** Where evenly spaced cells around these places begin on an axis, and how far they go, in pixels. */
function span(axis, places) {
  const half = places.length > 1 ? (places[1] - places[0]) / 2 : 0.5;
  const ends = [axis.d2p(places[0] - half), axis.d2p(places.at(-1) + half)].map(Math.round);
  return { from: Math.min(...ends), size: Math.abs(ends[1] - ends[0]) };
}

/** 256 colors of a color scale, as pixels. */
function rampOf(scale) {
  const key = JSON.stringify(scale);
  if (!ramps.has(key)) {
    Object.assign(canvas, { width: 256, height: 1 });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const gradient = context.createLinearGradient(0, 0, 256, 0);
    for (const [at, color] of scale) gradient.addColorStop(at, color);
    context.fillStyle = gradient;
    context.fillRect(0, 0, 256, 1);
    ramps.set(key, new Uint32Array(context.getImageData(0, 0, 256, 1).data.buffer));
  }
  return ramps.get(key);
}

// ---- layout

function layoutJobs(plot, axes, add) {
  const { before, layout, whole } = axes;
  for (const key of changed(before, layout)) {
    if (/^[xy]axis/.test(key))
      add(tickJob(plot, axes, key, layout[key], changed(before[key], layout[key])));
    else if (key !== "shapes" && key !== "annotations") decline();
  }
  for (const [key, job] of [
    ["shapes", shapeJob],
    ["annotations", noteJob],
  ]) {
    if (before[key]?.length !== layout[key]?.length) decline();
    layout[key]?.forEach((item, i) => {
      const fields = changed(before[key][i], item);
      const moved = [item.xref, item.yref].some(
        (name) => name !== "paper" && axes.moved(name.split(" ")[0]),
      );
      if (fields.length || moved)
        add(job(plot, axes, i, item, fields, before[key][i], whole[key][i]));
    });
  }
}

function tickJob(plot, axes, key, axis, fields) {
  if (!fields.every((field) => ["range", "tickvals", "ticktext"].includes(field))) decline();
  const name = key.replace("axis", "");
  const to = axes.get(name);
  if (axes.asDrawn(name).showticklabels === false) return null;
  if (!axis.tickvals) decline();
  const words = axis.ticktext ?? axis.tickvals.map((value) => String(value).replace("-", "\u2212"));
  const ticks = stock(plot.querySelectorAll(`.${name}tick`), words.length);
  const at = axis.tickvals.map((value) => px(to._offset + to.d2p(value)));
  return () =>
    ticks().forEach((tick, i) => {
      const text = tick.querySelector("text");
      text.textContent = words[i];
      text.setAttribute(
        "transform",
        name[0] === "x" ? `translate(${at[i]},0)` : `translate(0,${at[i]})`,
      );
    });
}

function shapeJob(plot, axes, i, shape, fields) {
  if (!fields.every((field) => /^[xy][01]$/.test(field))) decline();
  const paths = plot.querySelectorAll(`.shapelayer path[data-index="${i}"]`);
  if (paths.length !== 1) decline();
  const [x0, x1] = [shape.x0, shape.x1].map((value) => px(place(axes, shape.xref, value, true)));
  const [y0, y1] = [shape.y0, shape.y1].map((value) => px(place(axes, shape.yref, value, false)));
  let d = `M${x0},${y0}L${x1},${y1}`;
  if (shape.type === "rect") d = `M${x0},${y0}H${x1}V${y1}H${x0}Z`;
  if (shape.type === "circle") {
    const [rx, ry] = [Math.abs(x1 - x0) / 2, Math.abs(y1 - y0) / 2];
    const [left, right, middle] = [Math.min(x0, x1), Math.max(x0, x1), (y0 + y1) / 2];
    d = `M${right},${middle}A${rx},${ry} 0 1,1 ${left},${middle}A${rx},${ry} 0 0,1 ${right},${middle}Z`;
  }
  if (shape.type === "path") decline();
  return () => paths[0].setAttribute("d", d);
}

/** Plain text that grows from where it is held needs no measuring. */
function noteJob(plot, axes, i, note, fields, before, drawn) {
  const held = { left: "left", right: "right" }[note.xanchor] ?? "center";
  if (held !== (note.align ?? "center") || /<(?!br>)/.test(note.text) || note.showarrow !== false)
    decline();
  for (const field of fields) {
    if (
      field === "font"
        ? !changed(before.font, note.font).every((key) => key === "color")
        : !["text", "x", "y"].includes(field)
    )
      decline();
  }
  const group = plot.querySelector(`.annotation[data-index="${i}"]`) ?? decline();
  const texts = group.querySelectorAll("text");
  const lines = note.text.split("<br>");
  const places = lines.length > 1 ? texts[0]?.querySelectorAll("tspan.line") : texts;
  if (
    texts.length !== 1 ||
    places.length !== lines.length ||
    [...places].some((place) => place.childElementCount)
  )
    decline();
  // Where it belongs now, against where plotly drew it.
  const [right, down] = ["x", "y"].map((name) => {
    const [ref, across] = [`${name}ref`, name === "x"];
    return px(
      place(axes, note[ref], note[name], across, "r2p") -
        place(axes, drawn[ref], drawn[name], across, "r2p", axes.asDrawn),
    );
  });
  return () => {
    lines.forEach((line, k) => (places[k].textContent = line));
    group.style.transform = `translate(${right}px, ${down}px)`;
    if (note.font?.color) texts[0].style.fill = note.font.color;
  };
}

/** Pixels in the whole figure of a value on an axis, in its domain, or on the paper. */
function place(axes, reference, value, across, to = "d2p", axisOf = (name) => axes.get(name)) {
  const size = axes.drawn._size;
  if (reference === "paper")
    return across ? size.l + size.w * value : size.t + size.h * (1 - value);
  const axis = axisOf(reference.split(" ")[0]);
  if (reference.endsWith("domain"))
    return axis._offset + axis._length * (across ? value : 1 - value);
  return axis._offset + axis[to](value);
}
