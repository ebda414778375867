import { fixed, heading, plural, positionalEncodingAt, range, scientific } from "./core.mjs";
import { BITS, ONE, expMinus, fromFloat, log, nearest, quarterTurns, sinCos } from "./exact.mjs";

const BASE = 10000;
const POSITIONS = [...range(0, 8).flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power)), 10 ** 8];
const LEAST = 1e-18;
const SMALL = 1e-15;
const FORMS = ["tutorial, float32", "vectorized, float64", "ours", "ours, to float32"];
const TABLED = [1, 1000, 1e5, 1e6, 1e7, 1e8];

/** base**(-2j/dModel) for every pair, in the whole numbers of exact.mjs. */
function exactFrequencies(dModel) {
  const ratio = expMinus((2n * log(BASE)) / BigInt(dModel));
  const found = [ONE];
  while (found.length < dModel / 2) found.push((found.at(-1) * ratio) >> BITS);
  return found;
}

const frequencies = new Map();
const errors = new Map();

/** The errors of the four forms at one position, pair by pair; kept, for the curve asks again. */
function byPair(position, dModel) {
  const key = `${position} ${dModel}`;
  if (errors.has(key)) return errors.get(key);
  if (!frequencies.has(dModel)) frequencies.set(dModel, exactFrequencies(dModel));
  const row = positionalEncodingAt([position], dModel, { base: BASE });
  const step = Math.fround(-Math.log(BASE) / dModel);
  const found = FORMS.map(() => []);
  frequencies.get(dModel).forEach((omega, j) => {
    const truth = sinCos(quarterTurns(BigInt(position) * omega));
    const angle32 = Math.fround(Math.fround(position) * Math.fround(Math.exp(Math.fround(2 * j * step))));
    const angle64 = fromFloat(position * nearest(omega));
    const ours = [row[2 * j], row[2 * j + 1]];
    const values = [
      [Math.fround(Math.sin(angle32)), Math.fround(Math.cos(angle32))],
      sinCos(quarterTurns(angle64)).map(nearest),
      ours,
      ours.map(Math.fround),
    ];
    values.forEach((pair, form) => {
      const wrong = pair.map((value, i) => Math.abs(nearest(fromFloat(value) - truth[i])));
      found[form].push(Math.max(LEAST, ...wrong));
    });
  });
  errors.set(key, found);
  return found;
}

const worst = (position, dModel) => byPair(position, dModel).map((error) => Math.max(...error));
const amount = (error) => (error < SMALL ? "less than 10⁻¹⁵" : scientific(error));

export function update({ position, d_model: dModel }) {
  const curves = POSITIONS.map((p) => worst(p, dModel));
  const here = worst(position, dModel);
  const words = here.map(amount);
  const shown = fixed(position);
  const tabled = [...new Set([...TABLED, position])].sort((a, b) => a - b);
  return {
    traces: [
      ...FORMS.map((_, form) => ({ y: curves.map((at) => at[form]) })),
      { x: FORMS.map(() => position), y: here },
      ...byPair(position, dModel).map((error) => ({ x: range(0, dModel / 2), y: error })),
    ],
    layout: {
      xaxis2: { range: [(-0.02 * dModel) / 2, 0.51 * dModel] },
      annotations: [
        heading("largest error, against position", 0, 1),
        heading(`error by pair, at position ${shown}`, 0, 0.34),
      ],
    },
    sentence:
      `At position ${shown}, with ${plural(dModel, "column")}, the tutorials' float32 form is ` +
      `wrong by up to ${words[0]}, the vectorized float64 form by ${words[1]}, and ours by ` +
      `${words[2]}. Ours rounded to float32 is wrong by ${words[3]}: to store the table in float32 ` +
      "costs that much; to compute its angles in float32 costs the rest.",
    table: [
      ["position", ...FORMS],
      tabled.map((p) => [fixed(p), ...worst(p, dModel).map(amount)]),
    ],
  };
}
