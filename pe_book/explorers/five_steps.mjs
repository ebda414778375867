import { arc, framed, note, on, through, tip } from "../declare/panels.mjs";
import { angularFrequencies, positionalEncoding, range } from "../ported/mathematics.mjs";

const ROWS = 64;
const K = 3;
// The wavelengths, in words, of the waves that are drawn, as far as there are such.
const WANTED = [6, 15, 40, 120];
const TURN = 2 * Math.PI;

export function update({ position: p, d_model, base }) {
  const omega = [...angularFrequencies(d_model, base)];
  const table = positionalEncoding(ROWS, d_model, base);
  const turning = omega[1];
  const [from, to] = [p * turning, (p + K) * turning];
  const pairs = chosen(omega);
  const row = framed([-0.5, d_model - 0.5], [p - 2.2, p + 2.2]);
  return {
    traces: [
      { x: range(0, d_model), y: range(0, ROWS), z: table },
      row,
      row,
      { x: [p, p], y: [-0.25, 4.25] },
      waves(pairs.map((j) => omega[j])),
      { x: pairs.map(() => p), y: pairs.map((j, lane) => height(lane, p * omega[j])) },
      arc(from, to, 0.3),
      arc(0, TURN, 1),
      through([[0, 0], tip(from)]),
      through([[0, 0], tip(to)]),
    ],
    layout: {
      xaxis2: { range: [-0.5, d_model - 0.5] },
      annotations: [...labels(p, from, to), ...code(ROWS * omega.length)],
    },
    sentences: ["problem", "formula", "frequency", "rotation", "code"],
    values: {
      fastest: TURN / omega[0],
      slowest: TURN / omega.at(-1),
      degrees: (180 * K * turning) / Math.PI,
      steps: ROWS * omega.length,
    },
    rows: Array.from(table[p], (entry, c) => {
      const j = Math.floor(c / 2);
      return [c, j, TURN / omega[j], entry];
    }),
  };
}

/** Four pairs, or as many as there are, whose waves are seen as waves. */
function chosen(omega) {
  const far = (j, wanted) => Math.abs(Math.log((omega[j] * wanted) / TURN));
  const nearest = (wanted) =>
    range(0, omega.length).reduce((a, b) => (far(b, wanted) < far(a, wanted) ? b : a));
  return [...new Set(WANTED.map(nearest))];
}

const height = (lane, angle) => lane + 0.5 - 0.4 * Math.sin(angle);

/** All waves as one broken line, each in a lane of its own. */
function waves(omegas) {
  const x = range(0, 4 * (ROWS - 1) + 1).map((i) => i / 4);
  return {
    x: omegas.flatMap(() => [...x, null]),
    y: omegas.flatMap((omega, lane) => [...x.map((at) => height(lane, omega * at)), null]),
  };
}

/** The positions of the two hands, at their tips. */
function labels(p, ...angles) {
  return angles.map((angle, i) =>
    note({ label: p + K * i }, 1.46 * Math.sin(angle), 1.36 * Math.cos(angle), {
      ...{ size: 14, color: i ? "@offset" : "@position" },
      ...on("4"),
    }),
  );
}

/** A loop over all entries, and what replaces it. */
function code(steps) {
  const lines = [
    [{ code: "entry" }, "@muted"],
    [{ times: steps }, "@muted"],
    [{ code: "becomes" }, "@accent"],
    [{ code: "angles" }, "@ink"],
    [{ code: "sine" }, "@sine"],
    [{ code: "cosine" }, "@cosine"],
  ];
  return lines.map(([text, color], i) => ({
    ...{ text, x: 0.09, y: 0.115 + 0.15 * i, xanchor: "left" },
    ...{ font: { size: 12, color, family: "monospace" }, ...on("5") },
  }));
}
