// Between two drawings by plotly, move what it has drawn. A full drawing by plotly measures every label
// again and takes longer than a frame; while a slider moves, most of the figure stands still. `nudge`
// puts new coordinates into lines, markers, heat maps, shapes and plain notes, and declines whatever
// else has changed; plotly draws the figure anew when the slider rests.

/** Move the drawing from figure `shown` to figure `next`; false, and nothing moved, where it cannot.
    `whole` is the figure that plotly drew last. */
export function nudge(plot, shown, next, whole) {
  const jobs = [];
  const add = (job) => job && jobs.push(job);
  try {
    next.data.forEach((trace, i) => add(traceJob(plot, i, shown.data[i], trace)));
    add(layoutJobs(plot, shown.layout, next.layout, whole.layout, add));
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

const changed = (a, b) => [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => !same(a[key], b[key]));
const px = (value) => Math.round(value * 100) / 100;

// ---- traces

function traceJob(plot, i, before, trace) {
  const keys = changed(before, trace);
  if (!keys.length) return null;
  const full = plot._fullData[i];
  const [across, up] = ["xaxis", "yaxis"].map((name) => axisOf(plot, full[name]));
  if (full.type === "heatmap") return keys.every((key) => ["z", "zmin", "zmax"].includes(key)) ? heatmapJob(plot, full, up, trace) : decline();
  if (full.type !== "scatter" || full.fill !== "none" || !keys.every((key) => ["x", "y", "line"].includes(key))) decline();
  if (keys.includes("line") && !changed(before.line, trace.line).every((key) => key === "width")) decline();
  const group = plot.querySelector(`.trace${full.uid}`) ?? decline();
  const parts = full.mode.split("+");
  // A range that plotly finds for itself moves with the data.
  if (across.autorange || up.autorange) decline();
  const x = trace.x.map((value) => (value === null ? null : px(across.d2p(value))));
  const y = trace.y.map((value) => (value === null ? null : px(up.d2p(value))));
  const jobs = [];
  if (parts.includes("lines")) jobs.push(lineJob(group, full, x, y, trace.line));
  if (parts.includes("markers")) jobs.push(markerJob(group, x, y));
  if (parts.includes("text")) jobs.push(textJob(group, x, y));
  return () => jobs.forEach((job) => job());
}

/** Plotly draws a broken line as several paths; between two drawings one path carries all of it. */
function lineJob(group, full, x, y, line) {
  if (full.line.shape !== "linear") decline();
  const paths = group.querySelectorAll("path.js-line");
  if (!paths.length) decline();
  let d = "";
  let pen = "M";
  for (let k = 0; k < x.length; k++) {
    if (x[k] === null || y[k] === null || Number.isNaN(y[k])) pen = "M";
    else {
      d += `${pen}${x[k]},${y[k]}`;
      pen = "L";
    }
  }
  return () => {
    paths.forEach((path, k) => path.setAttribute("d", k ? "M0,0" : d || "M0,0"));
    if (line?.width) paths[0].style.strokeWidth = `${line.width}px`;
  };
}

function markerJob(group, x, y) {
  const points = group.querySelectorAll("path.point");
  const here = x.flatMap((value, k) => (value === null || y[k] === null ? [] : [`translate(${value},${y[k]})`]));
  if (!points.length) decline();
  return () => {
    here.forEach((where, k) => {
      const point = points[k] ?? points[0].parentNode.appendChild(points[0].cloneNode());
      if (k >= points.length) point.classList.add("pe-extra");
      point.style.display = "";
      point.setAttribute("transform", where);
    });
    for (let k = here.length; k < points.length; k++) points[k].style.display = "none";
  };
}

function textJob(group, x, y) {
  const texts = group.querySelectorAll("g.textpoint text");
  if (texts.length !== x.length || [...texts].some((text) => text.childElementCount)) decline();
  return () => {
    texts.forEach((text, k) => {
      text.setAttribute("x", x[k]);
      text.setAttribute("y", y[k]);
    });
  };
}

/** Undo what plotly would not expect to find: call before it draws again. */
export function tidy(plot) {
  for (const point of plot.querySelectorAll(".pe-extra")) point.remove();
  for (const point of plot.querySelectorAll("path.point")) point.style.display = "";
  for (const group of plot.querySelectorAll(".annotation")) group.style.transform = "";
}

const canvas = globalThis.document?.createElement("canvas");
const ramps = new Map();

function heatmapJob(plot, full, up, trace) {
  const { z } = trace;
  const images = plot.querySelectorAll(`.subplot.${full.xaxis}${full.yaxis} .heatmaplayer image`);
  if (images.length !== 1 || full.zsmooth || z.length !== full.z.length || z[0].length !== full.z[0].length) decline();
  const ramp = rampOf(full.colorscale);
  const [low, high] = [trace.zmin ?? full.zmin, trace.zmax ?? full.zmax];
  const [rows, columns] = [z.length, z[0].length];
  const upward = up.range[0] < up.range[1];
  const colorAt = (value) => (value === null ? 0 : ramp[Math.max(0, Math.min(255, Math.round(((value - low) / (high - low)) * 255)))]);
  const rowAt = (r) => z[upward ? rows - 1 - r : r];
  return () => {
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (full.xgap || full.ygap) {
      const [width, height] = ["width", "height"].map((side) => Math.round(images[0].getBBox()[side]));
      Object.assign(canvas, { width, height });
      const [wide, high] = [width / columns, height / rows];
      for (let r = 0; r < rows; r++) {
        for (let c = 0; c < columns; c++) {
          const color = colorAt(rowAt(r)[c]);
          context.fillStyle = `rgb(${color & 255} ${(color >> 8) & 255} ${(color >> 16) & 255} / ${color >>> 24 ? 1 : 0})`;
          context.fillRect(c * wide + full.xgap / 2, r * high + full.ygap / 2, wide - full.xgap, high - full.ygap);
        }
      }
    } else {
      Object.assign(canvas, { width: columns, height: rows });
      const pixels = context.createImageData(columns, rows);
      const words = new Uint32Array(pixels.data.buffer);
      for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) words[r * columns + c] = colorAt(rowAt(r)[c]);
      context.putImageData(pixels, 0, 0);
      images[0].style.imageRendering = "pixelated";
    }
    images[0].setAttributeNS("http://www.w3.org/1999/xlink", "xlink:href", canvas.toDataURL());
  };
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

function layoutJobs(plot, before, layout, whole, add) {
  const keys = changed(before, layout);
  for (const key of keys) {
    if (/^[xy]axis/.test(key)) {
      add(tickJob(plot, key, layout[key], changed(before[key], layout[key])));
      continue;
    }
    if (key !== "shapes" && key !== "annotations") decline();
    if (before[key]?.length !== layout[key]?.length) decline();
    layout[key].forEach((item, i) => {
      const fields = changed(before[key][i], item);
      if (!fields.length) return;
      add(key === "shapes" ? shapeJob(plot, i, item, fields) : noteJob(plot, i, item, fields, before[key][i], whole[key][i]));
    });
  }
}

function tickJob(plot, key, axis, fields) {
  if (fields.some((field) => field !== "ticktext")) decline();
  const texts = plot.querySelectorAll(`.${key.replace("axis", "")}tick text`);
  if (texts.length !== axis.ticktext.length) decline();
  return () => texts.forEach((text, i) => (text.textContent = axis.ticktext[i]));
}

function shapeJob(plot, i, shape, fields) {
  if (!fields.every((field) => /^[xy][01]$/.test(field))) decline();
  const paths = plot.querySelectorAll(`.shapelayer path[data-index="${i}"]`);
  if (paths.length !== 1) decline();
  const [x0, x1] = [shape.x0, shape.x1].map((value) => px(place(plot, shape.xref, value, true)));
  const [y0, y1] = [shape.y0, shape.y1].map((value) => px(place(plot, shape.yref, value, false)));
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
function noteJob(plot, i, note, fields, before, drawn) {
  const held = { left: "left", right: "right" }[note.xanchor] ?? "center";
  if (held !== (note.align ?? "center") || /<(?!br>)/.test(note.text) || note.showarrow !== false) decline();
  for (const field of fields) {
    if (field === "font" ? !changed(before.font, note.font).every((key) => key === "color") : !["text", "x", "y"].includes(field)) decline();
  }
  const group = plot.querySelector(`.annotation[data-index="${i}"]`) ?? decline();
  const texts = group.querySelectorAll("text");
  const lines = note.text.split("<br>");
  const places = lines.length > 1 ? texts[0]?.querySelectorAll("tspan.line") : texts;
  if (texts.length !== 1 || places.length !== lines.length || [...places].some((place) => place.childElementCount)) decline();
  const [right, down] = ["x", "y"].map((name) => {
    const [now, then] = [note, drawn].map((at) => place(plot, at[`${name}ref`], at[name], name === "x", "r2p"));
    return px(now - then);
  });
  return () => {
    lines.forEach((line, k) => (places[k].textContent = line));
    group.style.transform = `translate(${right}px, ${down}px)`;
    if (note.font?.color) texts[0].style.fill = note.font.color;
  };
}

const axisOf = (plot, name) => plot._fullLayout[name[0] + "axis" + name.slice(1)];

/** Pixels in the whole figure of a value on an axis, in its domain, or on the paper. */
function place(plot, reference, value, across, to = "d2p") {
  const size = plot._fullLayout._size;
  if (reference === "paper") return across ? size.l + size.w * value : size.t + size.h * (1 - value);
  const axis = axisOf(plot, reference.split(" ")[0]);
  if (reference.endsWith("domain")) return axis._offset + axis._length * (across ? value : 1 - value);
  return axis._offset + axis[to](value);
}
