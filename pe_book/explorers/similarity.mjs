import { logGrid } from "../declare/panels.mjs";
import { fixed, plural, signed } from "../numbers.mjs";
import {
  angularFrequencies,
  range,
  similarity,
  similarityIntegral,
  similarityLaw,
} from "../twins/mathematics.mjs";

const LONGEST = 1000;
const GRID = logGrid(1, LONGEST, 160);
const ROWS = 48;

export function update({ offset, d_model: dModel, base }) {
  const omega = angularFrequencies(dModel, base);
  const here = similarity(offset, omega);
  let turn = 0;
  for (
    let [now, next] = [1, similarity(1, omega)];
    next <= now;
    [now, next] = [next, similarity(turn + 1, omega)]
  )
    turn++;
  const rows = range(0, ROWS);
  const byOffset = rows.map((k) => similarity(k, omega));
  const cells = range(offset, ROWS);
  const exact = GRID.map((k) => similarity(k, omega));
  const line = (k) => {
    const [exact, integral, law] = [
      similarity(k, omega),
      similarityIntegral(k, base),
      similarityLaw(k, base),
    ];
    return [
      fixed(k),
      fixed(exact, 3),
      fixed(integral, 3),
      signed(integral - exact, 3),
      fixed(law, 3),
      signed(law - exact, 3),
    ];
  };
  const lines = [...new Set([1, 4, 16, 64, 256, LONGEST, offset, turn])].sort((a, b) => a - b);
  return {
    traces: [
      { x: GRID, y: GRID.map((k) => similarityLaw(k, base)) },
      { x: GRID, y: GRID.map((k) => similarityIntegral(k, base)) },
      { x: GRID, y: exact },
      { x: [turn], y: [similarity(turn, omega)] },
      { x: [offset], y: [here] },
      { x: rows, y: rows, z: rows.map((p) => rows.map((q) => byOffset[Math.abs(p - q)])) },
      { x: cells, y: cells.map((q) => q - offset) },
      { x: cells.map((q) => q - offset), y: cells },
    ],
    layout: {},
    sentence:
      `At offset ${fixed(offset)} the similarity of ${plural(dModel / 2, "pair")} is ${fixed(here, 3)}; the integral ` +
      `gives ${fixed(similarityIntegral(offset, base), 3)} and the law ${fixed(similarityLaw(offset, base), 3)}, where each doubling of the ` +
      `offset costs ${fixed(Math.log(2) / Math.log(base), 4)}. Similarity does not ` +
      `fall at every step: it first rises after offset ${fixed(turn)}.`,
    table: [["offset", "similarity", "integral", "off by", "law", "off by"], lines.map(line)],
  };
}
