import { angularFrequencies, range } from "../ported/mathematics.mjs";

const SAME = 1e-9;

function scaled(method, width, scale, length, base) {
  if (method === "ntk") return angularFrequencies(width, base * scale ** (width / (width - 2)));
  const omega = Array.from(angularFrequencies(width, base));
  if (method === "interpolation") return omega.map((w) => w / scale);
  if (method === "none") return omega;
  return omega.map((w) => {
    const kept = Math.min(1, Math.max(0, ((length * w) / (2 * Math.PI) - 1) / 31));
    return kept * w + ((1 - kept) * w) / scale;
  });
}

export function update({ method, base, width, length, scale }) {
  const before = angularFrequencies(width, base);
  const after = scaled(method, width, scale, length, base);
  const pairs = width / 2;
  const all = range(0, pairs);
  const places = all.map((j) => j / pairs);
  const turns = all.map((j) => (length * before[j]) / (2 * Math.PI));
  const longer = all.map((j) => (scale * length * after[j]) / (2 * Math.PI));
  const isNew = (j) => turns[j] < 1 && longer[j] > turns[j] * (1 + SAME);
  const seen = all.filter(isNew);
  const quarters = [0, 0.25, 0.5, 0.75].map((part) => Math.floor(part * pairs));
  return {
    traces: [
      {},
      { x: places, y: turns },
      { x: places, y: longer },
      { x: [0, ...seen.map((j) => places[j])], y: [null, ...seen.map((j) => longer[j])] },
    ],
    values: {
      finished: turns.filter((t) => t >= 1).length,
      pairs,
      text: scale * length,
      new: seen.length,
      fastest: after[0],
      slowest: after[pairs - 1],
    },
    rows: [...quarters, pairs - 1].map((j) => [
      j,
      (2 * Math.PI) / before[j],
      turns[j],
      longer[j],
      isNew(j),
    ]),
  };
}
