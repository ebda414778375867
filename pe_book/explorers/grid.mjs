import { heading } from "../declare/panels.mjs";
import { angularFrequencies, dot, similarity, range } from "../ported/mathematics.mjs";

const SIDE = 12;
const D_MODEL = 64;
const NOTHING = 1e-9;
const LARGEST = 0.15;
const OMEGA = Array.from(angularFrequencies(D_MODEL, 10000));
const HALF = Array.from(angularFrequencies(D_MODEL / 2, 10000));
const LINE = range(0, SIDE);

/** The rows of a table of `count` positions as plain arrays. */
const sines = (count, omega) =>
  range(0, count).map((p) => omega.flatMap((w) => [Math.sin(p * w), Math.cos(p * w)]));

function tableOf(table) {
  if (table === "running") {
    const rows = sines(SIDE * SIDE, OMEGA);
    return LINE.map((r) => rows.slice(SIDE * r, SIDE * (r + 1)));
  }
  let line = sines(SIDE, HALF);
  if (table === "resized") {
    const small = sines(SIDE / 2 + 1, HALF);
    line = LINE.map((p) => {
      const [low, high] = [small[Math.floor(p / 2)], small[Math.floor((p + 1) / 2)]];
      return low.map((x, i) => (x + high[i]) / 2);
    });
  }
  return LINE.map((r) => LINE.map((c) => [...line[r], ...line[c]]));
}

const TABLES = {
  axes: tableOf("axes"),
  running: tableOf("running"),
  resized: tableOf("resized"),
};

/** How far a row, each pair turned by its sine and cosine, is from another one. */
function distance(row, turns, other) {
  let most = 0;
  turns.forEach(([s, c], j) => {
    const [x, y] = [row[2 * j], row[2 * j + 1]];
    const [sine, cosine] = [c * x + s * y, c * y - s * x];
    most = Math.max(most, Math.abs(sine - other[2 * j]), Math.abs(cosine - other[2 * j + 1]));
  });
  return most;
}

function anglesOf(table, down, across) {
  if (table === "running") return OMEGA.map((w) => (SIDE * down + across) * w);
  const step = table === "axes" ? 1 : 2;
  return [down, across].flatMap((offset) => HALF.map((w) => (offset / step) * w));
}

const inside = (r, c) => r >= 0 && c >= 0 && r < SIDE && c < SIDE;

export function update({ table, row, column, down, across }) {
  const rows = TABLES[table];
  const chosen = rows[row][column];
  const alike = rows.map((line) => line.map((other) => dot(other, chosen) / (D_MODEL / 2)));
  const turns = anglesOf(table, down, across).map((angle) => [Math.sin(angle), Math.cos(angle)]);
  const errors = LINE.flatMap((r) =>
    LINE.filter((c) => inside(r + down, c + across)).map((c) => ({
      r,
      c,
      off: distance(rows[r][c], turns, rows[r + down][c + across]),
    })),
  ).filter(({ off }) => off > NOTHING);
  const worst = Math.max(0, ...errors.map(({ off }) => off));
  const [r, c] = [row + down, column + across];
  const is = inside(r, c);
  const far = SIDE - 1;
  const listed = [
    ["chosen", row, column],
    ["shifted", r, c],
    ["same row", row, far - column],
    ["same column", far - row, column],
    ["opposite", far - row, far - column],
  ];
  return {
    traces: [
      { z: alike },
      {},
      {},
      {},
      {
        x: [0, ...errors.map((error) => error.c)],
        y: [null, ...errors.map((error) => error.r)],
        marker: { size: [8, ...errors.map(({ off }) => Math.sqrt(off / LARGEST) * 16)] },
      },
      { x: [column, c], y: [row, r] },
      { x: [column, c], y: [row, r] },
      { x: [column], y: [row] },
      { x: [c], y: [is ? r : null] },
    ],
    layout: { annotations: worst > 0 ? [heading({ error: null }, 0.65, 1.01, "@cosine")] : [] },
    sentences: [
      worst === 0 ? "one rotation" : "no rotation",
      table === "running" ? "running" : worst > 0 ? "resized" : "own pairs",
    ],
    values: {
      similarity: is ? alike[r][c] : null,
      worst,
      side: SIDE,
      below: similarity(SIDE, OMEGA),
      right: similarity(1, OMEGA),
    },
    rows: listed
      .filter(([, y, x]) => inside(y, x))
      .map(([name, y, x]) => [name, y, x, alike[y][x]]),
  };
}
