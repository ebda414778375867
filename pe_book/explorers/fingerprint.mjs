import { arc, note, on, onHeat, rectangle } from "../declare/panels.mjs";
import { angularFrequencies, positionalEncoding, range } from "../ported/mathematics.mjs";

const ROWS = 64;
const NOTHING = { x: [null], y: [null] };

// Kept while only the chosen row and column move.
let kept = {};

function tableOf(dModel, base) {
  if (kept.dModel === dModel && kept.base === base) return kept.table;
  const table = positionalEncoding(ROWS, dModel, base);
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
  const [across, down] = [
    [-0.5, dModel - 0.5],
    [-0.5, ROWS - 0.5],
  ];
  // The frames leave a cell free, however small it is.
  const around = (middle, cells, thick = 0) => {
    const half = 0.5 + (0.006 + thick) * cells;
    return [middle - half, middle + half];
  };
  // The column's name is below it, as far as the table's edges leave room.
  const named = dModel * Math.min(Math.max(column / dModel, 0.19), 0.81);
  return {
    traces: [
      { x: range(0, dModel), y: range(0, ROWS), z: table },
      {},
      arc(0, angle % (2 * Math.PI), 0.4),
      odd ? NOTHING : { x: [0, sine], y: [cosine, cosine] },
      odd ? { x: [0, 0], y: [0, cosine] } : NOTHING,
      { x: [0, sine], y: [0, cosine] },
      { z: [[row[column]]] },
    ],
    layout: {
      xaxis: { range: across },
      shapes: [
        rectangle(across, around(position, ROWS), "@position", 2.2),
        rectangle(around(column, 0.6 * dModel), down, "@pair", 2.2),
        rectangle(across, around(position, ROWS, 0.009), "@card", 1),
        rectangle(around(column, 0.6 * dModel, 0.009), down, "@card", 1),
        rectangle([-0.5, 0.5], [-0.5, 0.5], "@grid", 1, on("3")),
      ],
      annotations: [
        at("xy", -0.5, position, { row: null }, "@position", { xanchor: "right", xshift: -5 }),
        at("xy", named, ROWS - 0.5, { column: null }, "@pair", { yanchor: "top" }),
        at("4", 0, 0, { [odd ? "cosine_of" : "sine_of"]: null }, "@ink", { rich: true, size: 20 }),
        at("3", -0.56, 0, { [odd ? "cosine_is" : "sine_is"]: null }, "@ink", {
          xanchor: "right",
          size: 19,
        }),
        at("3", 0, 0, { number: row[column] }, onHeat(row[column]), { size: 20 }),
        at("5", 0, 0, { [odd ? "up" : "right"]: null }, odd ? "@cosine" : "@sine", { size: 14 }),
      ],
    },
    values: {
      pair,
      hands: dModel / 2,
      odd: Boolean(odd),
      even_column: 2 * pair,
      omega: omega[pair],
      angle,
      turns: angle / (2 * Math.PI),
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

/** Words at a point of a panel; on the two without marks they begin there. */
function at(axes, x, y, text, color, { size, ...more } = {}) {
  const place = axes === "xy" ? {} : on(axes);
  const anchor = "45".includes(axes) ? { xanchor: "left" } : {};
  return note(text, x, y, { ...place, ...anchor, color, size, ...more });
}
