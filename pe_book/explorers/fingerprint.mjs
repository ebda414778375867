import { onHeat } from "../declare/panels.mjs";
import { angularFrequencies, linspace, positionalEncoding, range } from "../ported/mathematics.mjs";

const ROWS = 64;
const ARC_POINTS = 49;
const NOTHING = { x: [null], y: [null] };

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
  const angle = position * omega[pair];
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const turned = linspace(0, angle % (2 * Math.PI), ARC_POINTS);
  return {
    traces: [
      { x: range(0, dModel), y: range(0, ROWS), z: table },
      {},
      {
        x: turned.map((part) => 0.4 * Math.sin(part)),
        y: turned.map((part) => 0.4 * Math.cos(part)),
      },
      odd ? NOTHING : { x: [0, sine], y: [cosine, cosine] },
      odd ? { x: [0, 0], y: [0, cosine] } : NOTHING,
      { x: [0, sine], y: [0, cosine] },
      { z: [[row[column]]] },
    ],
    layout: {
      xaxis: {
        range: [-0.5, dModel - 0.5],
        tickvals: range(0, dModel, Math.max(1, dModel >> 3)),
      },
      shapes: [
        frame("y", -0.5, dModel - 0.5, position - 0.5, position + 0.5, "@position"),
        frame("y", column - 0.5, column + 0.5, -0.5, ROWS - 0.5, "@pair"),
        frame("y3", -0.5, 0.5, -0.5, 0.5, "@pair"),
      ],
      annotations: [
        note("2", 0.97, "bottom", { pair }, "@pair"),
        note("2", -0.04, "top", { turn: angle }, "@position"),
        note("3", 1.02, "bottom", { [odd ? "cosine" : "sine"]: null }, odd ? "@cosine" : "@sine"),
        note("3", 0.5, "middle", { number: row[column] }, onHeat(row[column]), 22),
      ],
    },
    values: {
      pair,
      odd: Boolean(odd),
      even_column: 2 * pair,
      omega: omega[pair],
      angle,
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

const note = (axis, y, yanchor, text, color, size = 14) => ({
  xref: `x${axis} domain`,
  yref: `y${axis} domain`,
  x: 0.5,
  y,
  xanchor: "center",
  yanchor,
  text,
  showarrow: false,
  font: { color, size },
});

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
