import STORED from "../data/position_rows.json" with { type: "json" };
import { heading } from "../declare/panels.mjs";
import { range, sum } from "../ported/mathematics.mjs";

const ROWS = 64;
const FIRST = 4;
const thousandths = (values) => values.map((value) => value / 1000);

function crossings(values) {
  const signs = values.filter((value) => value !== 0).map((value) => value > 0);
  return signs.filter((sign, i) => i > 0 && sign !== signs[i - 1]).length;
}

export function update({ table, component, offset }) {
  const [shares, components, cosines] = STORED[table];
  const along = thousandths(components[component - 1]);
  const apart = thousandths(cosines[offset - 1]);
  const later = apart.slice(FIRST);
  return {
    traces: [
      {},
      { x: range(FIRST, ROWS), y: along },
      { x: range(0, apart.length), y: apart },
      { x: range(FIRST, ROWS), y: thousandths(STORED.sinusoid[1][component - 1]) },
      { x: range(0, apart.length), y: thousandths(STORED.sinusoid[2][offset - 1]) },
    ],
    layout: {
      annotations: [
        { ...heading({ "rows of component": null }, 0, 1), xref: "x domain", yref: "y domain" },
        { ...heading({ "cosine of rows": null }, 0, 1), xref: "x2 domain", yref: "y2 domain" },
      ],
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
