// What updates share. The docstrings of panels.py say what the functions give that both have.

import { nearestWhole } from "../text/numbers.mjs";
import { linspace } from "../ported/mathematics.mjs";

export const heading = (text, x, y, color = "@ink") => ({
  xref: "paper",
  yref: "paper",
  x,
  y,
  xanchor: "left",
  yanchor: "bottom",
  align: "left",
  text,
  showarrow: false,
  font: { color },
});

/** The color of a number that stands on its cell of the diverging heat map, from -1 to 1. */
export const onHeat = (value) => (Math.abs(value) > 0.55 ? "@on_deep" : "@on_pale");

/** Stems from zero as one broken line, which moves faster than bars do. */
export const stems = (keys, values) => ({
  x: keys.flatMap((key) => [key, key, null]),
  y: values.flatMap((value) => [0, value, null]),
});

export function logGrid(start, stop, count) {
  const [from, to] = [Math.log(start), Math.log(stop)];
  return [...new Set(linspace(from, to, count).map((x) => nearestWhole(Math.exp(x))))];
}
