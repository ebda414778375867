import { note, on } from "../declare/panels.mjs";
import { range } from "../ported/mathematics.mjs";
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
// Beyond these, the last bit decides, which is another one in another browser.
const DECIMALS = 14;
const MAX_DIGITS = 15;
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

const rotated = ([s, c], [sine, cosine]) => [s * cosine + c * sine, c * cosine - s * sine];

/**
 * The pair (sine, cosine) at 1, 2, 5, 10, ...: the true one, and as pe_lib computes it, by one rotation of
 * float64. By the theorem, to add positions is to multiply.
 */
function pairsOf(omega) {
  const first = sinCos(quarterTurns(omega));
  const [truths, rotations] = [[first], [first.map(nearest)]];
  for (const position of POSITIONS.slice(1)) {
    const last = truths.at(-1);
    const [a, b] = /^5/.test(position) ? [times(last, last), truths.at(-2)] : [last, last];
    truths.push(times(a, b));
    rotations.push(rotated(a.map(nearest), b.map(nearest)));
  }
  return { truths, rotations };
}

/** The pair after a turn of less than 1e-6 more. */
function nudged([s, c], turn) {
  const half = (turn * turn) >> (BITS + 1n);
  return [s + ((c * turn - s * half) >> BITS), c - ((s * turn + c * half) >> BITS)];
}

/** For every position of the grid: the largest error of each form, and the entry in which the tutorial's is. */
function everyError(dModel) {
  const step = Math.fround(-Math.log(BASE) / dModel);
  const found = POSITIONS.map(() => ({ worst: FORMS.map(() => LEAST), entry: { error: -1 } }));
  exactFrequencies(dModel).forEach((omega, j) => {
    const omega32 = Math.fround(Math.exp(Math.fround(2 * j * step)));
    const omega64 = nearest(omega);
    const { truths, rotations } = pairsOf(omega);
    truths.forEach((truth, i) => {
      const position = POSITIONS[i];
      const angle32 = Math.fround(Math.fround(position) * omega32);
      const turn = fromFloat(position * omega64) - BigInt(position) * omega;
      const values = [
        [Math.fround(Math.sin(angle32)), Math.fround(Math.cos(angle32))],
        nudged(truth, turn).map(nearest),
        rotations[i],
        rotations[i].map(Math.fround),
      ];
      truth.forEach((exact, side) => {
        const forms = values.map((pair) => pair[side]);
        const errors = forms.map((value) => Math.abs(nearest(fromFloat(value) - exact)));
        found[i].worst = found[i].worst.map((error, form) => Math.max(error, errors[form]));
        if (errors[0] > found[i].entry.error)
          found[i].entry = { error: errors[0], pair: j, side, truth: exact, forms };
      });
    });
  });
  return found;
}

const kept = new Map();

function errorsFor(dModel) {
  if (!kept.has(dModel)) kept.set(dModel, everyError(dModel));
  return kept.get(dModel);
}

/** A number in the whole numbers of exact.mjs with so many decimals, and a sign or a space before it. */
function written(number) {
  const size = number < 0n ? -number : number;
  const rounded = (size * 10n ** BigInt(DECIMALS) + ONE / 2n) >> BITS;
  const digits = String(rounded).padStart(DECIMALS + 1, "0");
  const sign = number < 0n ? "\u2212" : " ";
  return sign + digits.slice(0, -DECIMALS) + "." + digits.slice(-DECIMALS);
}

/** Where a letter of a number is: the point is narrow. */
const placeOf = (k) => (k < 2 ? k : k === 2 ? 1.65 : k - 0.7);

/** The true number and those of the forms, digit by digit: what is right, what is wrong, and lines through that. */
function digitsOf({ truth, forms }) {
  const lines = [truth, ...forms.map(fromFloat)].map(written);
  const [right, wrong] = [
    { x: [], y: [], text: [] },
    { x: [], y: [], text: [] },
  ];
  const struck = { x: [null], y: [null] };
  lines.forEach((line, row) => {
    const same = [...line].findIndex((letter, k) => letter !== lines[0][k]);
    const first = same < 0 ? line.length : same;
    [...line].forEach((letter, k) => {
      const { x, y, text } = k < first ? right : wrong;
      x.push(placeOf(k));
      y.push(row);
      text.push(letter);
    });
    if (first === line.length) return;
    struck.x.push(placeOf(first) - 0.45, placeOf(line.length) - 0.55, null);
    struck.y.push(row, row, null);
  });
  return [right, wrong, struck];
}

const shown = (errors) => errors.map((error) => (error < SMALL ? 0 : error));

/** How many decimals are right, as the errors say. */
const digits = (error) => Math.max(0, Math.min(MAX_DIGITS, -Math.log10(error)));

export function update({ position, d_model: dModel }) {
  const found = errorsFor(dModel);
  const { worst: here, entry } = found[POSITIONS.indexOf(position)];
  const [tutorial, vectorized, fast, fast32] = shown(here);
  const tabled = [...new Set([...TABLED, position])].sort((a, b) => a - b);
  const curves = FORMS.map((_, form) => found.map(({ worst }) => digits(worst[form])));
  const nameAt = (form, at, xanchor, yanchor) =>
    note(FORMS[form], at, curves[form][POSITIONS.indexOf(at)], { size: 13, xanchor, yanchor });
  return {
    traces: [
      ...curves.map((y) => ({ y })),
      { x: FORMS.map(() => position), y: here.map(digits) },
      ...digitsOf(entry),
    ],
    layout: {
      annotations: [
        nameAt(0, 10000, "right", "top"),
        nameAt(1, 10000, "left", "bottom"),
        nameAt(2, POSITIONS.at(-1), "right", "bottom"),
        nameAt(3, 500, "center", "bottom"),
        note({ entry: entry.side }, 1, 1, {
          ...on("2 domain"),
          ...{ xanchor: "right", yanchor: "bottom" },
        }),
      ],
    },
    values: { tutorial, vectorized, fast, fast32, pair: entry.pair },
    rows: tabled.map((p) => [p, ...shown(found[POSITIONS.indexOf(p)].worst)]),
  };
}
