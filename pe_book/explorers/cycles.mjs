import { angularFrequencies, range, similarity } from "../ported/mathematics.mjs";

const WEEK = 168;
const CURVE = range(0, 4 * WEEK + 1).map((quarter) => quarter / 4);
const UNITS = { second: 1 / 3600, minute: 1 / 60, hour: 1, day: 24, week: WEEK };
const PERIODS = { day: 24, week: WEEK };

export function update({ unit, period, hours }) {
  const omega = angularFrequencies(64);
  const table = (h) => similarity(h / UNITS[unit], omega);
  const pair = (h) => Math.cos((2 * Math.PI * h) / PERIODS[period]);
  const now = [table(hours), pair(hours)];
  const shown = [...new Set([0, 1, 6, 12, 24, 48, 96, WEEK, hours])].sort((a, b) => a - b);
  return {
    traces: [
      {},
      { x: CURVE, y: CURVE.map(table) },
      { x: CURVE, y: CURVE.map(pair) },
      { x: [hours, hours], y: now },
    ],
    sentences: [table(1) < 0.7 ? "unlike" : table(24) > 0.9 ? "alike" : "near"],
    values: { table: now[0], pair: now[1] },
    rows: shown.map((h) => [h, table(h), pair(h)]),
  };
}
