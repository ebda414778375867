import STORED from "../data/position_rows.json" with { type: "json" };
import { heading, rectangle } from "../declare/panels.mjs";
import { range, sum } from "../ported/mathematics.mjs";

const ROWS = 64;
const FIRST = 4;
const LEVELS = 8;
const ALL = ["gpt2", "sinusoid", "random", "walk", "smooth"];
const ABOVE = 1.075; // the names of the tables
const thousandths = (values) => values.map((value) => value / 1000);

function crossings(values) {
  const signs = values.filter((value) => value !== 0).map((value) => value > 0);
  return signs.filter((sign, i) => i > 0 && sign !== signs[i - 1]).length;
}

/** Columns of a table from -1 to 1, which are stored as digits of base 36. */
const colored = (columns) =>
  columns.map((column) => Array.from(column, (digit) => Number.parseInt(digit, 36) / LEVELS - 1));
const COLORED = ALL.map((name) => colored(STORED[name][3]));

export function update({ table, component, offset }) {
  const [shares, components, cosines] = STORED[table];
  const along = thousandths(components[component - 1]);
  const apart = thousandths(cosines[offset - 1]);
  const later = apart.slice(FIRST);
  return {
    traces: ALL.flatMap((name, i) => drawn(name, i, component, offset)),
    layout: {
      annotations: [
        heading({ columns: COLORED[0].length }, 0, ABOVE),
        below({ "rows of component": null }, "y2"),
        below({ "cosine of rows": null }, "y3"),
        ...ALL.map((name, i) => title(name, i, name === table)),
      ],
      shapes: [frame(ALL.indexOf(table))],
    },
    values: {
      share: shares[component - 1] / 1000,
      first: FIRST,
      last: ROWS - 1,
      crossings: crossings(along),
      mean: sum(later) / later.length,
      low: Math.min(...later),
      high: Math.max(...later),
    },
    rows: [0, 1, 4, 8, 16, 24, 32, 40, 48, 56, 63].map((p) => [
      p,
      p >= FIRST ? along[p - FIRST] : null,
      p < apart.length ? apart[p] : null,
    ]),
  };
}

function drawn(name, i, component, offset) {
  const [, components, cosines] = STORED[name];
  const apart = thousandths(cosines[offset - 1]);
  return [
    { z: COLORED[i] },
    {},
    { x: range(FIRST, ROWS), y: thousandths(components[component - 1]) },
    { x: range(0, apart.length), y: apart },
  ];
}

const panel = (i) => `x${i ? i + 1 : ""} domain`;
const below = (text, axis) => ({ ...heading(text, 0, 1.02), yref: `${axis} domain` });
const title = (name, i, chosen) => ({
  ...heading({ name }, 0.5, 1.01, chosen ? "@ink" : "@muted"),
  xref: panel(i),
  xanchor: "center",
});

/** Around the table that the sentence is about. */
const frame = (i) => rectangle([0, 1], [0, 1], "@ink", 6, { xref: panel(i), yref: "y domain" });
