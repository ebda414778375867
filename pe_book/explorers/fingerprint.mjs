import { note, on, onHeat, rectangle } from "../declare/panels.mjs";
import { angularFrequencies, linspace, positionalEncoding, range } from "../ported/mathematics.mjs";

const ROWS = 64;
const ARC_POINTS = 49;
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
        rectangle([-0.5, dModel - 0.5], [position - 0.5, position + 0.5], "@position", 2),
        rectangle([column - 0.5, column + 0.5], [-0.5, ROWS - 0.5], "@pair", 2),
        rectangle([-0.5, 0.5], [-0.5, 0.5], "@pair", 2, on("3")),
      ],
      annotations: [
        noteOn("2", 0.97, "bottom", { pair }, "@pair"),
        noteOn("2", -0.04, "top", { turn: angle }, "@position"),
        noteOn("3", 1.02, "bottom", { [odd ? "cosine" : "sine"]: null }, odd ? "@cosine" : "@sine"),
        noteOn("3", 0.5, "middle", { number: row[column] }, onHeat(row[column]), 22),
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

const noteOn = (axes, y, yanchor, text, color, size) =>
  note(text, 0.5, y, { ...on(`${axes} domain`), yanchor, color, size });
