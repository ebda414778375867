import { fixed } from "../numbers.mjs";
import { angularFrequencies, positionalEncodingAt, range } from "../twins/mathematics.mjs";

const PAIRS = 8;
const ROWS = 10;
const RADIUS = 0.42;
const OMEGA = angularFrequencies(2 * PAIRS);
const TURN = range(0, 41).map((i) => (2 * Math.PI * i) / 40);

export function update({ position }) {
  const shown = range(0, ROWS).map((back) => position - back);
  const rows = shown.map((p) =>
    p < 0 ? Array(2 * PAIRS).fill(null) : [...positionalEncodingAt(p, 2 * PAIRS)],
  );
  const pairs = range(0, PAIRS);
  const [sine, cosine] = [0, 1].map((c) => pairs.map((j) => rows[0][2 * j + c]));
  return {
    traces: [
      {
        x: pairs.flatMap((j) => [...TURN.map((a) => j + RADIUS * Math.sin(a)), null]),
        y: pairs.flatMap(() => [...TURN.map((a) => RADIUS * Math.cos(a)), null]),
      },
      {
        x: pairs.flatMap((j) => [j, j + RADIUS * sine[j], null]),
        y: pairs.flatMap((j) => [0, RADIUS * cosine[j], null]),
      },
      { z: rows },
    ],
    layout: {},
    sentence:
      `Position ${fixed(position)} becomes eight clock hands, from fast to slow. The top row is ` +
      "what the model gets: the sine and cosine of each.",
    table: [
      ["pair", "radians per position", "sine", "cosine"],
      pairs.map((j) => [fixed(j), fixed(OMEGA[j], 4), fixed(sine[j], 3), fixed(cosine[j], 3)]),
    ],
  };
}
