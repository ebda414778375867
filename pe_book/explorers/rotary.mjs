import { fixed, plural, significant } from "../numbers.mjs";
import { angularFrequencies, range } from "../twins/mathematics.mjs";

const SAME = 1e-9;
const METHODS = {
  none: "unchanged",
  interpolation: "position interpolation",
  ntk: "NTK-aware scaling",
  parts: "NTK-by-parts (as in YaRN)",
};

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
    layout: {},
    sentence:
      `In ${fixed(length)} positions ${fixed(turns.filter((t) => t >= 1).length)} of ${plural(pairs, "pair")} ` +
      `finish a turn. In a text of ${fixed(scale * length)} positions, with frequencies ` +
      `${method === "none" ? "as they were" : "changed by " + METHODS[method]}, ` +
      `${plural(seen.length, "pair")} would reach angles that training never showed. ` +
      `From one position to the next the fastest pair turns by ${significant(after[0])} ` +
      `radians and the slowest by ${significant(after[pairs - 1])}.`,
    table: [
      ["pair", "wavelength in training", "turns in training", "turns in the text", "new angles"],
      [...quarters, pairs - 1].map((j) => [
        fixed(j),
        significant((2 * Math.PI) / before[j]),
        significant(turns[j]),
        significant(longer[j]),
        isNew(j) ? "yes" : "no",
      ]),
    ],
  };
}
