import { fixed, percent, plural, significant } from "../numbers.mjs";
import { binaryDigits, positionalEncoding, range, wavelengths } from "../twins/mathematics.mjs";

const ROWS = 32;
const PAIRS = 8;

export function update({ position, pairs, base, lowest_first: lowestFirst }) {
  const positions = range(0, ROWS);
  const written = (digits) => (lowestFirst ? digits : digits.reverse());
  const bits = positions.map((p) => written(binaryDigits(p, pairs)));
  const flat = positionalEncoding(ROWS, 2 * pairs, base);
  const table = positions.map((p) => [...flat.slice(2 * pairs * p, 2 * pairs * (p + 1))]);
  const periods = wavelengths(2 * pairs, base);
  const flips = range(0, pairs).filter(
    (b) => Math.floor(position / 2 ** b) !== Math.floor((position + 1) / 2 ** b),
  ).length;
  const shown = position < 2 ** pairs ? "is" : lowestFirst ? "starts with" : "ends in";
  const spare = range(pairs, PAIRS).map(() => null);
  const start = lowestFirst ? 0 : PAIRS - pairs;
  const now = binaryDigits(position, pairs);
  const names = range(0, pairs).map((j) => fixed(j));
  return {
    traces: [
      { z: bits.map((row) => (lowestFirst ? [...row, ...spare] : [...spare, ...row])) },
      { z: table.map((row) => [...row, ...spare, ...spare]) },
    ],
    layout: {
      xaxis: { tickvals: range(start, start + pairs), ticktext: written([...names]) },
      xaxis2: { tickvals: names.map((_, j) => 2 * j + 0.5), ticktext: names },
      shapes: [
        rowFrame("x", position, start, start + pairs),
        rowFrame("x2", position, 0, 2 * pairs),
      ],
    },
    sentence:
      `Position ${fixed(position)} ${shown} ${bits[position].join("")}. The step to ${fixed(position + 1)} flips ` +
      `${fixed(flips)} of ${plural(pairs, "bit")}. Bit 0, written ${lowestFirst ? "first" : "last"}, is the fastest: it flips at ` +
      `every step, and each next bit half as often. Pair 0, always first, is the fastest: it ` +
      `turns ${percent(1 / periods[0])} of a circle per step, and each next pair ` +
      `${significant(base ** (1 / pairs))} times more slowly.`,
    table: [
      [
        "bit and pair",
        "bit repeats every",
        "pair turns once in",
        "bit now",
        "sine now",
        "cosine now",
      ],
      range(0, pairs).map((j) => [
        fixed(j),
        plural(2 ** (j + 1), "position"),
        `${significant(periods[j])} positions`,
        fixed(now[j]),
        fixed(table[position][2 * j], 3),
        fixed(table[position][2 * j + 1], 3),
      ]),
    ],
  };
}

function rowFrame(axis, position, first, stop) {
  return {
    type: "rect",
    xref: axis,
    yref: axis.replace("x", "y"),
    x0: first - 0.5,
    x1: stop - 0.5,
    y0: position - 0.5,
    y1: position + 0.5,
    line: { color: "@position", width: 2.5 },
  };
}
