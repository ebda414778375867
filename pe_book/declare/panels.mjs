// The twin of panels.py.

import { linspace } from "../twins/mathematics.mjs";

/** Whole numbers, evenly spaced on a log axis, each once, with both ends. */
export function logGrid(start, stop, count) {
  const [from, to] = [Math.log(start), Math.log(stop)];
  return [...new Set(linspace(from, to, count).map((x) => Math.floor(Math.exp(x) + 0.5 + 1e-6)))];
}

/** The annotation that heads a panel: the twin of panels.py. */
export const heading = (text, x, y) => ({ xref: "paper", yref: "paper", x, y, xanchor: "left", yanchor: "bottom", align: "left", text, showarrow: false });
