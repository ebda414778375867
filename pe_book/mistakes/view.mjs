// What the explorers of both galleries do: the twin of `view` in explorers/gallery.py.

import { range } from "../ported/mathematics.mjs";

const MARKS = 3; // traces of the template that do not change
const LOW = -200;

/** What a check measures of an exhibit, from the stored results of its gallery. */
export function view(stored, { exhibit, check }) {
  const { exhibits, checks, marks, errors, differences } = stored;
  const row = exhibits.indexOf(exhibit);
  const column = checks.indexOf(check);
  const found = errors[row][column].map((power) => power / 100);
  const shown = differences[row][Math.min(column, differences[row].length - 1)];
  const largest = errors[row].map((each) => times(Math.max(...(each.length ? each : [LOW])) / 100));
  return {
    traces: [
      ...range(0, MARKS).map(() => ({})),
      { z: shown.map((line) => line.map((value) => value / 100)) },
      {},
      found.length ? { x: range(0, found.length), y: found } : { x: [0], y: [null] },
    ],
    layout: {
      shapes: [frame(row, column)],
      xaxis3: { range: [-1, Math.max(found.length, 1)] },
    },
    sentences: ["form", marks[row][column]],
    values: { times: largest[column] },
    rows: checks.map((name, i) => [name, marks[row][i], largest[i]]),
  };
}

const times = (power) => (100 * power > LOW ? Number((10 ** power).toExponential(1)) : 0);

const frame = (row, column) => ({
  type: "rect",
  xref: "x",
  yref: "y",
  line: { color: "@position", width: 3 },
  x0: column - 0.5,
  x1: column + 0.5,
  y0: row - 0.5,
  y1: row + 0.5,
});
