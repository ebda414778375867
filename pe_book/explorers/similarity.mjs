import { note } from "../declare/panels.mjs";
import {
  angularFrequencies,
  linspace,
  range,
  similarity,
  similarityLaw,
} from "../ported/mathematics.mjs";

const LONGEST = 1000;
const GRID = linspace(0, Math.log(LONGEST), 160).map(Math.exp);
const LEAST = -0.7;
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
  kept = {
    dModel,
    base,
    omega,
    turn,
    exact: GRID.map((k) => similarity(k, omega)),
    law: GRID.map((k) => similarityLaw(k, base)),
    doublings: DOUBLINGS.map((k) => similarity(k, omega)),
  };
  return kept;
}

const at = (text, x, y, color, xanchor = "left") =>
  note(text, x, y, { color, xanchor, yanchor: "bottom" });

export function update({ offset, d_model: dModel, base }) {
  const { omega, turn, exact, law, doublings } = curvesOf(dModel, base);
  const here = similarity(offset, omega);
  const line = (k) => {
    const [exact, law] = [similarity(k, omega), similarityLaw(k, base)];
    return [k, exact, law, law - exact];
  };
  const lines = [...new Set([1, 4, 16, 64, 256, LONGEST, offset, turn])].sort((a, b) => a - b);
  const isLeft = offset < 32;
  return {
    traces: [
      { x: GRID, y: law },
      { x: GRID, y: exact },
      { x: [turn], y: [similarity(turn, omega)] },
      { x: [offset], y: [here] },
      { x: [offset, offset], y: [LEAST, here] },
    ],
    layout: {
      annotations: [
        at({ similarity: null }, 2, 0.98),
        at({ law: null }, 1.1, law[0] - 0.3, "@muted"),
        { ...at({ turn: null }, turn, similarity(turn, omega) - 0.05), yanchor: "top" },
        {
          ...at({ here: null }, offset, LEAST + 0.02, "@offset", isLeft ? "left" : "right"),
          xshift: isLeft ? 6 : -6,
        },
      ],
    },
    values: {
      pairs: dModel / 2,
      similarity: here,
      law: similarityLaw(offset, base),
      doubling: Math.log(2) / Math.log(base),
      rise: turn,
      places: DOUBLINGS,
      answers: doublings,
    },
    rows: lines.map(line),
  };
}
