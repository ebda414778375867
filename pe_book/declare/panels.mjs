// What updates share. The docstrings of panels.py say what the functions give that both have.

import { linspace } from "../ported/mathematics.mjs";

export const heading = (text, x, y, color = "@ink") => ({
  xref: "paper",
  yref: "paper",
  x,
  y,
  xanchor: "left",
  yanchor: "bottom",
  text,
  font: { color },
});

/** References to the axes of a panel, or to its `domain`: on("2"), on("2 domain"). */
export const on = (axes) => ({ xref: `x${axes}`, yref: `y${axes}` });

/** Words around a point of the first panel, unless `more` names another panel or another anchor. */
export const note = (text, x, y, { size, color, ...more } = {}) => ({
  text,
  x,
  y,
  font: { size, color },
  ...more,
});

/** A rectangle from x0 to x1 and from y0 to y1 of the first panel, or of the one that `more` names. */
export const rectangle = ([x0, x1], [y0, y1], color, width, more = {}) => ({
  ...{ type: "rect", x0, x1, y0, y1 },
  line: { color, width },
  ...more,
});

/** An upright line, placed as a rectangle is. */
export const upright = (x, ends, color, width, more = {}) =>
  rectangle([x, x], ends, color, width, { type: "line", ...more });

/** A frame as a line; its first point is its middle, where a handle is. */
export const framed = ([left, right], [top, bottom]) => ({
  x: [(left + right) / 2, null, left, right, right, left, left],
  y: [(top + bottom) / 2, null, top, top, bottom, bottom, top],
});

/** The color of a number on its cell of the diverging heat map, from -1 to 1. */
export const onHeat = (value) => (Math.abs(value) > 0.55 ? "@on_deep" : "@on_pale");

/** Stems from zero as one broken line, which moves faster than bars do. */
export const stems = (keys, values) => ({
  x: keys.flatMap((key) => [key, key, null]),
  y: values.flatMap((value) => [0, value, null]),
});

/** A line through points. */
export const through = (points) => ({ x: points.map(([x]) => x), y: points.map(([, y]) => y) });

/** The tip of a hand, clockwise from the top: its sine and its cosine. */
export const tip = (angle, radius = 1) => [radius * Math.sin(angle), radius * Math.cos(angle)];

/** An arc around the center of the hands. */
export const arc = (from, to, radius = 1) =>
  through(linspace(from, to, 61).map((angle) => tip(angle, radius)));
