import { stems } from "../declare/panels.mjs";
import { angularFrequencies, positionalEncoding, range } from "../ported/mathematics.mjs";

const ROWS = 64;

// Kept while only the chosen row and column move.
let kept = {};

function tableOf(dModel, base) {
  if (kept.dModel === dModel && kept.base === base) return kept.table;
  const flat = positionalEncoding(ROWS, dModel, base);
  const table = range(0, ROWS).map((p) => Array.from(flat.subarray(p * dModel, (p + 1) * dModel)));
  kept = { dModel, base, table };
  return table;
}

export function update({ d_model: dModel, base, position, column }) {
  const table = tableOf(dModel, base);
  const omega = angularFrequencies(dModel, base);
  const row = table[position];
  const [pair, odd] = [column >> 1, column % 2];
  const width = Math.min(9, Math.max(1.6, 260 / dModel));
  return {
    traces: [
      { x: range(0, dModel), y: range(0, ROWS), z: table },
      {
        ...stems(
          range(0, dModel, 2),
          row.filter((_, c) => c % 2 === 0),
        ),
        line: { width },
      },
      {
        x: range(1, dModel, 2),
        y: row.filter((_, c) => c % 2),
        marker: { size: width + 2 },
      },
      { x: [column], y: [row[column]] },
    ],
    layout: {
      xaxis: { range: [-0.5, dModel - 0.5] },
      xaxis2: { range: [-0.5, dModel - 0.5], tickvals: range(0, dModel, Math.max(1, dModel >> 3)) },
      shapes: [
        frame("y", -0.5, dModel - 0.5, position - 0.5, position + 0.5, "@position"),
        frame("y", column - 0.5, column + 0.5, -0.5, ROWS - 0.5, "@pair"),
        frame("y2", column - 0.5, column + 0.5, -1.15, 1.15, "@pair"),
      ],
    },
    values: {
      pair,
      odd: Boolean(odd),
      even_column: 2 * pair,
      omega: omega[pair],
      angle: position * omega[pair],
      entry: row[column],
    },
    rows: range(0, dModel).map((c) => [
      c,
      c >> 1,
      omega[c >> 1],
      position * omega[c >> 1],
      Boolean(c % 2),
      row[c],
    ]),
  };
}

function frame(axis, x0, x1, y0, y1, color) {
  return {
    type: "rect",
    xref: axis.replace("y", "x"),
    yref: axis,
    x0,
    x1,
    y0,
    y1,
    line: { color, width: 2 },
  };
}
