import { angularFrequencies, range, similarity } from "../ported/mathematics.mjs";

const WEEK = 168;
const HOURS = range(0, WEEK + 1);
const UNITS = { second: 1 / 3600, minute: 1 / 60, hour: 1, day: 24, week: WEEK };
const PERIODS = { day: 24, week: WEEK };

export function update({ unit, period, hours }) {
  const omega = angularFrequencies(64);
  const table = HOURS.map((h) => similarity(h / UNITS[unit], omega));
  const pair = HOURS.map((h) => Math.cos((2 * Math.PI * h) / PERIODS[period]));
  const shown = [...new Set([0, 1, 6, 12, 24, 48, 96, WEEK, hours])].sort((a, b) => a - b);
  return {
    traces: [
      {},
      { x: HOURS, y: table },
      { x: HOURS, y: pair },
      { x: [hours, hours], y: [table[hours], pair[hours]] },
    ],
    sentences: ["main", table[1] < 0.7 ? "unlike" : table[24] > 0.9 ? "alike" : "near"],
    values: { table: table[hours], pair: pair[hours] },
    rows: shown.map((h) => [h, table[h], pair[h]]),
  };
}
