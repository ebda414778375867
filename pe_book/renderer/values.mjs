// The value that a figure shows at a place.

import { fixed, scientific, significant } from "../text/numbers.mjs";
import { cell, missing } from "./axis.mjs";

const REACH = 20; // pixels of the design from the pointer to a point that it means

/** The nearest point within reach, or else the cell of a heat map. */
export function nearestValue(traces, left, top) {
  let [point, least] = [null, REACH ** 2];
  let heat = null;
  for (const trace of traces) {
    const { type, hovertemplate, across, up } = trace;
    if (!hovertemplate || !across.holds(left) || !up.holds(top)) continue;
    if (type === "heatmap") {
      heat ??= heatAt(trace, left, top);
      continue;
    }
    const found = nearestOf(trace, left, top);
    if (found && found.distance <= least) [point, least] = [found, found.distance];
  }
  return point ?? heat;
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

/** A trace's hovertemplate with its values: `%{x}`, `%{y:.3f}`; what is extra comes first. */
export function valueText({ hovertemplate, across, up }, values) {
  const [, text, extra] = /(.*?)<extra>(.*)<\/extra>/.exec(hovertemplate);
  const filled = text.replace(/%\{(\w)(?::\.(\d)(\w))?\}/g, (_, name, digits, form) => {
    const value = values[name];
    if (form) return { f: fixed, g: significant, e: scientific }[form](value, Number(digits));
    const tick = { x: across, y: up }[name]?.ticks().find(([, , at]) => at === value);
    return tick?.[1] ?? (Number.isInteger(value) ? fixed(value) : significant(value));
  });
  return extra ? `${extra}: ${filled}` : filled;
}
