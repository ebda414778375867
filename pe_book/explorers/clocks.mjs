import { angularFrequencies, positionalEncodingAt, range } from "../ported/mathematics.mjs";

const PAIRS = 8;
const ROWS = 10;
const RADIUS = 0.42;
const OMEGA = angularFrequencies(2 * PAIRS);

export function update({ position }) {
  const shown = range(0, ROWS).map((back) => position - back);
  const rows = shown.map((p) =>
    p < 0 ? Array(2 * PAIRS).fill(null) : [...positionalEncodingAt(p, 2 * PAIRS)],
  );
  const pairs = range(0, PAIRS);
  const [sine, cosine] = [0, 1].map((c) => pairs.map((j) => rows[0][2 * j + c]));
  return {
    traces: [
      {},
      {
        x: pairs.flatMap((j) => [j, j + RADIUS * sine[j], null]),
        y: pairs.flatMap((j) => [0, RADIUS * cosine[j], null]),
      },
      { z: rows },
      {},
      {},
    ],
    rows: pairs.map((j) => [j, OMEGA[j], sine[j], cosine[j]]),
  };
}
