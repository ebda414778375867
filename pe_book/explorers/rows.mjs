import STORED from "../data/position_rows.json" with { type: "json" };
import { heading } from "../declare/panels.mjs";
import { range, sum } from "../ported/mathematics.mjs";

const ROWS = 64;
const FIRST = 4;
const LEVELS = 8;
const thousandths = (values) => values.map((value) => value / 1000);

function crossings(values) {
  const signs = values.filter((value) => value !== 0).map((value) => value > 0);
  return signs.filter((sign, i) => i > 0 && sign !== signs[i - 1]).length;
}

/** Columns of a table from -1 to 1, which are stored as digits of base 36. */
const colored = (columns) =>
  columns.map((column) => Array.from(column, (digit) => Number.parseInt(digit, 36) / LEVELS - 1));
const COLORED = Object.fromEntries(
  Object.entries(STORED).map(([name, [, , , columns]]) => [name, colored(columns)]),
);

export function update({ table, component, offset }) {
  const [one, other] = ["gpt2", table].map((name) => measured(name, component, offset));
  return {
    traces: [one, other].flatMap(drawn),
    layout: {
      annotations: [
        heading({ columns: COLORED.gpt2.length }, 0, 1.075),
        below({ waves: null }, "y2"),
        below({ cosine: null }, "y3"),
        title({ name: "gpt2" }, "x"),
        title({ name: table }, "x2"),
      ],
    },
    values: {
      first: FIRST,
      last: ROWS - 1,
      gpt2: crossings(one.along),
      crossings: crossings(other.along),
      gpt2_share: one.share,
      share: other.share,
      gpt2_mean: one.mean,
      mean: other.mean,
    },
    rows: [0, 1, 4, 8, 16, 24, 32, 40, 48, 56, 63].map((p) => [
      p,
      ...[one, other].map(({ along }) => (p >= FIRST ? along[p - FIRST] : null)),
      ...[one, other].map(({ apart }) => apart[p] ?? null),
    ]),
  };
}

function measured(name, component, offset) {
  const [shares, components, cosines] = STORED[name];
  const apart = thousandths(cosines[offset - 1]);
  const later = apart.slice(FIRST);
  return {
    colors: COLORED[name],
    along: thousandths(components[component - 1]),
    apart,
    share: shares[component - 1] / 1000,
    mean: sum(later) / later.length,
  };
}

const drawn = ({ colors, along, apart }) => [
  { z: colors },
  {},
  { x: range(FIRST, ROWS), y: along },
  { x: range(0, apart.length), y: apart },
];

const below = (text, axis) => ({ ...heading(text, 0, 1.02), yref: `${axis} domain` });
const title = (text, axis) => ({ ...heading(text, 0, 1.01), xref: `${axis} domain` });
