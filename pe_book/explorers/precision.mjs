import STORED from "../data/precision.json" with { type: "json" };
import { note, on } from "../declare/panels.mjs";
import { range } from "../ported/mathematics.mjs";

const POSITIONS = [
  ...range(0, 8).flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power)),
  10 ** 8,
];
const SMALL = 1e-15;
const FORMS = ["tutorial float32", "vectorized float64", "rotations float64", "rotations float32"];
const MAX_DIGITS = 15;
const TABLED = [1, 1000, 1e5, 1e6, 1e7, 1e8];

/** Where a letter of a number is: the point is narrow. */
const placeOf = (k) => (k < 2 ? k : k === 2 ? 1.65 : k - 0.7);

/** The true number and those of the forms, digit by digit: what is right, what is wrong, and lines through that. */
function digitsOf(lines) {
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
  const found = STORED[dModel];
  const { worst: here, pair, side, numbers } = found[POSITIONS.indexOf(position)];
  const [tutorial, vectorized, fast, fast32] = shown(here);
  const tabled = [...new Set([...TABLED, position])].sort((a, b) => a - b);
  const curves = FORMS.map((_, form) => found.map(({ worst }) => digits(worst[form])));
  const nameAt = (form, at, xanchor, yanchor) =>
    note(FORMS[form], at, curves[form][POSITIONS.indexOf(at)], { size: 13, xanchor, yanchor });
  return {
    traces: [
      ...curves.map((y) => ({ y })),
      { x: FORMS.map(() => position), y: here.map(digits) },
      ...digitsOf(numbers),
    ],
    layout: {
      annotations: [
        nameAt(0, 10000, "right", "top"),
        nameAt(1, 10000, "left", "bottom"),
        nameAt(2, POSITIONS.at(-1), "right", "bottom"),
        nameAt(3, 500, "center", "bottom"),
        note({ entry: side }, 1, 1, {
          ...on("2 domain"),
          ...{ xanchor: "right", yanchor: "bottom" },
        }),
      ],
    },
    values: { tutorial, vectorized, fast, fast32, pair },
    rows: tabled.map((p) => [p, ...shown(found[POSITIONS.indexOf(p)].worst)]),
  };
}
