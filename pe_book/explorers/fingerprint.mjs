import { stems } from "../declare/panels.mjs";
import { fixed, significant } from "../numbers.mjs";
import { angularFrequencies, positionalEncodingAt, range } from "../twins/mathematics.mjs";

const ROWS = 64;
const NAMES = ["sine", "cosine"];

export function update({ d_model: dModel, base, position, column }) {
  const flat = positionalEncodingAt(range(0, ROWS), dModel, base);
  const table = range(0, ROWS).map((p) => Array.from(flat.subarray(p * dModel, (p + 1) * dModel)));
  const omega = angularFrequencies(dModel, base);
  const row = table[position];
  const [pair, odd] = [column >> 1, column % 2];
  const angle = position * omega[pair];
  const width = Math.min(9, Math.max(1.6, 260 / dModel));
  return {
    traces: [
      { x: range(0, dModel), y: range(0, ROWS), z: table },
      ...[0, 1].map((start) => ({
        ...stems(
          range(start, dModel, 2),
          row.filter((_, c) => c % 2 === start),
        ),
        line: { width },
      })),
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
    sentence:
      `Column ${fixed(column)} is ${odd ? "odd" : "even"}, so it holds the ${NAMES[odd]} of ` +
      `pair j = ${fixed(pair)}, which turns by ω = ${fixed(base)}^(−${fixed(2 * pair)}/` +
      `${fixed(dModel)}) = ${significant(omega[pair], 4)} radians per position. At position ` +
      `${fixed(position)} the angle is ${fixed(position)} × ${significant(omega[pair], 4)} = ` +
      `${significant(angle, 4)} radians, and its ${NAMES[odd]} is ${fixed(row[column], 4)}.`,
    table: [
      ["column", "pair j", "ω, radians per position", "angle p × ω", "function", "value"],
      range(0, dModel).map((c) => [
        fixed(c),
        fixed(c >> 1),
        significant(omega[c >> 1], 4),
        significant(position * omega[c >> 1], 4),
        NAMES[c % 2],
        fixed(row[c], 4),
      ]),
    ],
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
