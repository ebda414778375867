import { heading } from "../declare/panels.mjs";
import { positionalEncodingAt, range } from "../ported/mathematics.mjs";
import {
  BITS,
  ONE,
  expMinus,
  fromFloat,
  log,
  nearest,
  quarterTurns,
  sinCos,
} from "../ported/exact.mjs";

const BASE = 10000;
const POSITIONS = [
  ...range(0, 8).flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power)),
  10 ** 8,
];
const LEAST = 1e-18;
const SMALL = 1e-15;
const FORMS = ["tutorial float32", "vectorized float64", "rotations float64", "rotations float32"];
const TABLED = [1, 1000, 1e5, 1e6, 1e7, 1e8];

/** base**(-2j/dModel) for every pair, in the whole numbers of exact.mjs. */
function exactFrequencies(dModel) {
  const ratio = expMinus((2n * log(BASE)) / BigInt(dModel));
  const found = [ONE];
  while (found.length < dModel / 2) found.push((found.at(-1) * ratio) >> BITS);
  return found;
}

const times = ([s, c], [sine, cosine]) => [
  (s * cosine + c * sine) >> BITS,
  (c * cosine - s * sine) >> BITS,
];

/** The pair (sine, cosine) at 1, 2, 5, 10, ...: by the theorem, to add positions is to multiply. */
function truths(omega) {
  const found = [sinCos(quarterTurns(omega))];
  for (const position of POSITIONS.slice(1)) {
    const last = found.at(-1);
    const double = times(last, last);
    found.push(/^5/.test(position) ? times(double, found.at(-2)) : double);
  }
  return found;
}

/** The pair after a turn of less than 1e-6 more. */
function nudged([s, c], turn) {
  const half = (turn * turn) >> (BITS + 1n);
  return [s + ((c * turn - s * half) >> BITS), c - ((s * turn + c * half) >> BITS)];
}

/** For every position of the grid, the errors of the four forms, pair by pair. */
function everyError(dModel) {
  const table = positionalEncodingAt(POSITIONS, dModel, BASE);
  const step = Math.fround(-Math.log(BASE) / dModel);
  const found = POSITIONS.map(() => FORMS.map(() => new Float64Array(dModel / 2)));
  exactFrequencies(dModel).forEach((omega, j) => {
    const omega32 = Math.fround(Math.exp(Math.fround(2 * j * step)));
    const omega64 = nearest(omega);
    truths(omega).forEach((truth, i) => {
      const position = POSITIONS[i];
      const angle32 = Math.fround(Math.fround(position) * omega32);
      const turn = fromFloat(position * omega64) - BigInt(position) * omega;
      const rotation = [...table.slice(i * dModel + 2 * j, i * dModel + 2 * j + 2)];
      const values = [
        [Math.fround(Math.sin(angle32)), Math.fround(Math.cos(angle32))],
        nudged(truth, turn).map(nearest),
        rotation,
        rotation.map(Math.fround),
      ];
      values.forEach((pair, form) => {
        const wrong = pair.map((value, side) => Math.abs(nearest(fromFloat(value) - truth[side])));
        found[i][form][j] = Math.max(LEAST, ...wrong);
      });
    });
  });
  return found;
}

const kept = new Map();

/** For every position of the grid: the errors of each form by pair, and the worst of each form. */
function errorsFor(dModel) {
  if (!kept.has(dModel)) {
    const byPair = everyError(dModel);
    const worst = byPair.map((forms) => forms.map((errors) => Math.max(...errors)));
    kept.set(dModel, { byPair, worst });
  }
  return kept.get(dModel);
}

const shown = (errors) => errors.map((error) => (error < SMALL ? 0 : error));

export function update({ position, d_model: dModel }) {
  const { byPair, worst } = errorsFor(dModel);
  const at = POSITIONS.indexOf(position);
  const here = worst[at];
  const [tutorial, vectorized, fast, fast32] = shown(here);
  const tabled = [...new Set([...TABLED, position])].sort((a, b) => a - b);
  return {
    traces: [
      ...FORMS.map((_, form) => ({ y: worst.map((forms) => forms[form]) })),
      { x: FORMS.map(() => position), y: here },
      ...byPair[at].map((error) => ({
        x: range(0, dModel / 2).map((j) => j / (dModel / 2)),
        y: error,
      })),
    ],
    layout: {
      annotations: [
        { ...heading({ "by pair": null }, 0, 1.03), xref: "x2 domain", yref: "y2 domain" },
      ],
    },
    values: { tutorial, vectorized, fast, fast32 },
    rows: tabled.map((p) => [p, ...shown(worst[POSITIONS.indexOf(p)])]),
  };
}
