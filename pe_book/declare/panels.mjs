// The same as panels.py, whose docstrings say what each function gives.

import { nearestWhole } from "../numbers.mjs";
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

export const stems = (keys, values) => ({
  x: keys.flatMap((key) => [key, key, null]),
  y: values.flatMap((value) => [0, value, null]),
});

export function logGrid(start, stop, count) {
  const [from, to] = [Math.log(start), Math.log(stop)];
  return [...new Set(linspace(from, to, count).map((x) => nearestWhole(Math.exp(x))))];
}
