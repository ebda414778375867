import { heading, logGrid, on } from "../declare/panels.mjs";
import { similarityIntegral, similarityLaw } from "../ported/law.mjs";
import { angularFrequencies, range, similarity } from "../ported/mathematics.mjs";

const LONGEST = 1000;
const GRID = logGrid(1, LONGEST, 160);
const LEAST = -0.7;
const ROWS = 48;
const LOWEST = 36; // row, beside which words stand above the key
const ALL_ROWS = range(0, ROWS);
const DOUBLINGS = range(0, 10).map((power) => 2 ** power);

// What the width and the base alone decide, kept while the offset moves.
let kept = {};

function curvesOf(dModel, base) {
  if (kept.dModel === dModel && kept.base === base) return kept;
  const omega = angularFrequencies(dModel, base);
  let turn = 0;
  for (
    let [now, next] = [1, similarity(1, omega)];
    next <= now;
    [now, next] = [next, similarity(turn + 1, omega)]
  )
    turn++;
  const byOffset = ALL_ROWS.map((k) => similarity(k, omega));
  kept = {
    dModel,
    base,
    omega,
    turn,
    exact: GRID.map((k) => similarity(k, omega)),
    law: GRID.map((k) => similarityLaw(k, base)),
    table: ALL_ROWS.map((p) => ALL_ROWS.map((q) => byOffset[Math.abs(p - q)])),
    doublings: DOUBLINGS.map((k) => similarity(k, omega)),
  };
  return kept;
}

const at = (text, x, y, color) => ({ ...heading(text, x, y, color), ...on("") });

/** The offset at the end of its diagonal, above the key of the colors. */
function beside(offset, outside) {
  const note = (text, y) => ({
    ...heading(text, ROWS + 0.5, y, "@offset"),
    ...on("2"),
    yanchor: "middle",
  });
  const end = Math.min(ROWS - 1 - offset, LOWEST);
  return outside
    ? [note({ here: null }, 1), note({ outside: null }, 6)]
    : [note({ here: null }, Math.max(1, end))];
}

export function update({ offset, d_model: dModel, base }) {
  const { omega, turn, exact, law, table, doublings } = curvesOf(dModel, base);
  const here = similarity(offset, omega);
  const last = ROWS - 1;
  const middle = (offset + last) / 2;
  const outside = offset >= ROWS;
  const line = (k) => {
    const [exact, integral, law] = [
      similarity(k, omega),
      similarityIntegral(k, base),
      similarityLaw(k, base),
    ];
    return [k, exact, integral, integral - exact, law, law - exact];
  };
  const lines = [...new Set([1, 4, 16, 64, 256, LONGEST, offset, turn])].sort((a, b) => a - b);
  return {
    traces: [
      { x: GRID, y: law },
      { x: GRID, y: exact },
      { x: [turn], y: [similarity(turn, omega)] },
      { x: [offset], y: [here] },
      { x: ALL_ROWS, y: ALL_ROWS, z: table },
      { x: [offset, middle, last], y: [0, middle - offset, last - offset] },
      { x: [0, middle - offset, last - offset], y: [offset, middle, last] },
      { x: [offset, offset], y: [LEAST, here] },
      {},
    ],
    layout: {
      annotations: [
        at({ similarity: null }, 2, 1.04),
        at({ law: null }, 1.1, law[0] - 0.3, "@muted"),
        at({ turn: null }, turn, similarity(turn, omega) + 0.06),
        {
          ...at({ here: null }, offset, LEAST + 0.02, "@offset"),
          ...(offset < 32 ? { xshift: 6 } : { xanchor: "right", xshift: -6 }),
        },
        ...beside(offset, outside),
      ],
    },
    values: {
      pairs: dModel / 2,
      similarity: here,
      integral: similarityIntegral(offset, base),
      law: similarityLaw(offset, base),
      doubling: Math.log(2) / Math.log(base),
      rise: turn,
      places: DOUBLINGS,
      answers: doublings,
    },
    rows: lines.map(line),
  };
}
