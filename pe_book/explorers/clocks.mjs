import { heading, note, onHeat } from "../declare/panels.mjs";
import { angularFrequencies, linspace, range } from "../ported/mathematics.mjs";

const [PAIRS, BASE] = [4, 100];
const APART = 2.3;
const OMEGA = [...angularFrequencies(2 * PAIRS, BASE)];
const SEEN = 8; // positions before this one that the waves show
const MARGIN = 0.35; // of a position, at both ends of the waves
const [CURVE_POINTS, ARC_POINTS] = [41, 7];
const [CELL, GAP, BETWEEN] = [19, 2, 9]; // rows of pixels of a cell and above it, columns of a cell
const OVER_DIALS = { xref: "x domain", xanchor: "center" };

const wave = (f, places) => ({
  x: OMEGA.flatMap(() => [...places, null]),
  y: OMEGA.flatMap((omega, j) => [...places.map((p) => f(omega * p) - APART * j), null]),
});

/** Lines from one point to another in each dial, given as (sine, cosine, middle). */
const legs = (tips, points) => {
  const found = tips.map(([sine, cosine], j) => points(sine, cosine, -APART * j));
  return {
    x: found.flatMap((line) => [...line.map(([x]) => x), null]),
    y: found.flatMap((line) => [...line.map(([, y]) => y), null]),
  };
};

export function update({ position }) {
  const tips = OMEGA.map((omega) => [Math.sin(omega * position), Math.cos(omega * position)]);
  const first = Math.max(0, position - SEEN);
  const places = linspace(first, position, CURVE_POINTS);
  const whole = range(Math.ceil(first), Math.floor(position) + 1);
  // What each hand has turned since the position before.
  const arcs = OMEGA.map((omega) =>
    linspace(Math.max(0, position - 1), position, ARC_POINTS).map((p) => omega * p),
  );
  return {
    traces: [
      {},
      {
        x: arcs.flatMap((arc) => [...arc.map(Math.sin), null]),
        y: arcs.flatMap((arc, j) => [...arc.map((angle) => Math.cos(angle) - APART * j), null]),
      },
      legs(tips, (sine, cosine, middle) => [
        [0, middle + cosine],
        [sine, middle + cosine],
      ]),
      legs(tips, (_, cosine, middle) => [
        [0, middle],
        [0, middle + cosine],
      ]),
      legs(tips, (sine, cosine, middle) => [
        [0, middle],
        [sine, middle + cosine],
      ]),
      ...[Math.sin, Math.cos].flatMap((f) => [wave(f, places), wave(f, whole)]),
      { z: tips.flatMap(cells) },
    ],
    layout: {
      xaxis2: { range: [position - SEEN - MARGIN, position + MARGIN] },
      annotations: [
        ...tips.flatMap((tip, j) => tip.map((value, c) => number(value, c, j))),
        { ...heading({ now: Math.round(position) }, 0.5, 1.01, "@position"), ...OVER_DIALS },
      ],
    },
    values: { right: tips.map(([sine]) => sine), up: tips.map(([, cosine]) => cosine) },
    rows: OMEGA.map((omega, j) => [j, omega, ...tips[j]]),
  };
}

/** The pixels of the two cells of a hand. */
function cells([sine, cosine]) {
  const line = [...Array(BETWEEN).fill(sine), null, ...Array(BETWEEN).fill(cosine)];
  const empty = line.map(() => null);
  return [...Array(GAP).fill(empty), ...Array(CELL).fill(line), ...Array(GAP).fill(empty)];
}

const number = (value, c, j) =>
  note({ entry: value }, 4 + 10 * c, -APART * j, {
    size: 15,
    color: onHeat(value),
    xref: "x3",
  });
