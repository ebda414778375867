import { framed, note } from "../declare/panels.mjs";
import { angularFrequencies, range } from "../ported/mathematics.mjs";

const POSITIONS = 5;
const PAIRS = 4;
const OMEGA = [...angularFrequencies(2 * PAIRS)];

export function update({ step }) {
  const [position, pair] = [Math.floor((step - 1) / PAIRS), (step - 1 + PAIRS) % PAIRS];
  const grid = range(0, POSITIONS).map((p) =>
    OMEGA.map((omega, j) => (p * PAIRS + j < step ? p * omega : null)),
  );
  const filled = grid.flatMap((row, p) =>
    row.flatMap((angle, j) => (angle === null ? [] : [note({ angle }, j, p)])),
  );
  return {
    traces: [frame(0, position, step), frame(pair, 0, step), frame(pair, position, step)],
    layout: { annotations: filled },
    sentences: [step ? "started" : "empty"],
    values: {
      position: step ? position : null,
      pair: step ? pair : null,
      omega: step ? OMEGA[pair] : null,
      angle: step ? grid[position][pair] : null,
    },
    rows: grid.map((row, p) => [p, ...row]),
  };
}

function frame(column, row, step) {
  if (!step) return { x: [0], y: [null] };
  return framed([column - 0.44, column + 0.44], [row - 0.44, row + 0.44]);
}
