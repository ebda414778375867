import { angularFrequencies, linspace, rotationBlock } from "../ported/mathematics.mjs";

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
      annotations: block.flatMap((line, row) =>
        line.map((value, column) => ({
          xref: "x2",
          yref: "y2",
          x: column,
          y: row,
          text: { entry: value },
          showarrow: false,
          font: { size: 12, color: Math.abs(value) > 0.55 ? "@on_deep" : "@on_pale" },
        })),
      ),
    },
    sentences: [offset ? "turned" : "identity"],
    values: {
      end: position + offset,
      omega,
      angle,
      degrees: (angle * 180) / Math.PI,
      turns: Math.floor(Math.abs(angle) / (2 * Math.PI)),
      sine: 2 * pair,
      cosine: 2 * pair + 1,
      places: [position + offset],
      answers: [((((end * 180) / Math.PI) % 360) + 360) % 360],
    },
    rows: [
      ["start", ...from],
      ["end", ...to],
      ["new sine", ...block[0]],
      ["new cosine", ...block[1]],
    ],
  };
}
