import { STORED } from "../data/position_rows.mjs";
import { heading } from "../declare/panels.mjs";
import { fixed, percent, plural } from "../numbers.mjs";
import { range, sum } from "../twins/mathematics.mjs";

const ROWS = 64;
const FIRST = 4;
const TABLES = {
  gpt2: "GPT-2 after training",
  sinusoid: "The sinusoidal table",
  random: "Random, as training starts",
};
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
    traces: [{}, { x: range(FIRST, ROWS), y: along }, { x: range(0, apart.length), y: apart }],
    layout: {
      annotations: [
        heading(`component ${fixed(component)} of rows ${fixed(FIRST)} to 63`, 0, 1),
        heading(`cosine of rows p and p + ${fixed(offset)}`, 0, 0.42),
      ],
    },
    sentence:
      `${TABLES[table]}: component ${fixed(component)} holds ` +
      `${percent(shares[component - 1] / 1000, 1)} of the variance of rows ${fixed(FIRST)} to ${fixed(ROWS - 1)} and ` +
      `crosses zero ${plural(crossings(along), "time")}. Rows ${plural(offset, "position")} ` +
      `apart have a cosine of ${fixed(sum(later) / later.length, 2)} on average, from ${fixed(Math.min(...later), 2)} to ` +
      `${fixed(Math.max(...later), 2)}, from position ${fixed(FIRST)} on.`,
    table: [
      ["position p", "component", `cosine of rows p and p + ${fixed(offset)}`],
      [0, 1, 4, 8, 16, 24, 32, 40, 48, 56, 63].map((p) => [
        fixed(p),
        p >= FIRST ? fixed(along[p - FIRST], 2) : "left out",
        p < apart.length ? fixed(apart[p], 3) : "no such row",
      ]),
    ],
  };
}
