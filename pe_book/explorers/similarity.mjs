import { heading, logGrid } from "../declare/panels.mjs";
import { similarityIntegral, similarityLaw } from "../ported/law.mjs";
import { angularFrequencies, range, similarity } from "../ported/mathematics.mjs";

const LONGEST = 1000;
const GRID = logGrid(1, LONGEST, 160);
const ROWS = 48;
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
    integral: GRID.map((k) => similarityIntegral(k, base)),
    law: GRID.map((k) => similarityLaw(k, base)),
    table: ALL_ROWS.map((p) => ALL_ROWS.map((q) => byOffset[Math.abs(p - q)])),
    doublings: DOUBLINGS.map((k) => similarity(k, omega)),
  };
  return kept;
}

export function update({ offset, d_model: dModel, base }) {
  const { omega, turn, exact, integral, law, table, doublings } = curvesOf(dModel, base);
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
      { x: GRID, y: integral },
      { x: GRID, y: exact },
      { x: [turn], y: [similarity(turn, omega)] },
      { x: [offset], y: [here] },
      { x: ALL_ROWS, y: ALL_ROWS, z: table },
      { x: [offset, middle, last], y: [0, middle - offset, last - offset] },
      { x: [0, last - offset], y: [offset, last] },
      { x: [1, ROWS - 2], y: outside ? [ROWS - 2, 1] : [null, null] },
      {},
    ],
    layout: {
      // Beside the matrix, wherever that stands.
      annotations: ["where 1", "where 2", "where 3"].map((line, i) => ({
        ...heading({ [line]: outside }, 1.06, 0.856 - 0.128 * i),
        xref: "x2 domain",
        yref: "y2 domain",
      })),
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
