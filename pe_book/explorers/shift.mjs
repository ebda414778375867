import { heading } from "../declare/panels.mjs";
import { fixed, plural, significant } from "../numbers.mjs";
import { angularFrequencies, linspace, rotationBlock } from "../twins/mathematics.mjs";

const ARC_POINTS = 241;

export function update({ position, offset, pair, d_model: dModel, base }) {
  const omega = angularFrequencies(dModel, base)[pair];
  const [start, end, angle] = [position * omega, (position + offset) * omega, offset * omega];
  const from = [Math.sin(start), Math.cos(start)];
  const to = [Math.sin(end), Math.cos(end)];
  const block = rotationBlock(offset, omega);
  const growth = 0.55 * Math.min(1, Math.abs(angle) / (14 * Math.PI));
  const arc = linspace(0, 1, ARC_POINTS).map((step) => [
    0.25 + growth * step,
    start + angle * step,
  ]);
  const reached = fixed(position + offset);
  const whole = Math.floor(Math.abs(angle) / (2 * Math.PI));
  const turned =
    `${fixed(offset)} × ${significant(omega)} = ${fixed(angle, 3)} radians (${fixed((angle * 180) / Math.PI, 1)}°` +
    (whole ? `, ${plural(whole, "whole turn")} and more)` : ")");
  const numbers = (values) => values.map((v) => fixed(v, 3));
  return {
    traces: [
      {},
      {
        x: arc.map(([radius, along]) => radius * Math.sin(along)),
        y: arc.map(([radius, along]) => radius * Math.cos(along)),
      },
      { x: [0, from[0]], y: [0, from[1]] },
      { x: [0, to[0]], y: [0, to[1]] },
      { z: block },
    ],
    layout: {
      annotations: [
        heading("pair on its circle", 0, 0.92),
        heading("its 2 × 2 block", 0.66, 0.92),
        ...block.flatMap((line, row) =>
          line.map((value, column) => ({
            xref: "x2",
            yref: "y2",
            x: column,
            y: row,
            text: fixed(value, 3),
            showarrow: false,
            font: { size: 12, color: Math.abs(value) > 0.55 ? "#ffffff" : "#1a1a1a" },
          })),
        ),
      ],
    },
    sentence: offset
      ? `From position ${fixed(position)} to ${reached}, pair ${fixed(pair)} turns by ${turned}; ` +
        "move the position, and the angle and the block stay the same."
      : `With an offset of 0 nothing turns: the block is the identity, at position ${reached} as at any other.`,
    table: [
      ["values", `sine (column ${fixed(2 * pair)})`, `cosine (column ${fixed(2 * pair + 1)})`],
      [
        [`pair at position ${fixed(position)}`, ...numbers(from)],
        [`pair at position ${reached}`, ...numbers(to)],
        ["block: new sine is old (sine, cosine) times", ...numbers(block[0])],
        ["block: new cosine is old (sine, cosine) times", ...numbers(block[1])],
      ],
    ],
  };
}
