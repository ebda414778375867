import { on, rectangle } from "../declare/panels.mjs";
import { binaryDigits, positionalEncoding, range, wavelengths } from "../ported/mathematics.mjs";

const ROWS = 32;
const PAIRS = 8;

export function update({ position, pairs, base, lowest_first: lowestFirst }) {
  const positions = range(0, ROWS);
  const written = (digits) => (lowestFirst ? digits : digits.reverse());
  const bits = positions.map((p) => written(binaryDigits(p, pairs)));
  const table = positionalEncoding(ROWS, 2 * pairs, base);
  const periods = wavelengths(2 * pairs, base);
  const flips = range(0, pairs).filter(
    (b) => Math.floor(position / 2 ** b) !== Math.floor((position + 1) / 2 ** b),
  ).length;
  const spare = range(pairs, PAIRS).map(() => null);
  const start = lowestFirst ? 0 : PAIRS - pairs;
  const now = binaryDigits(position, pairs);
  const names = range(0, pairs);
  return {
    traces: [
      { z: bits.map((row) => (lowestFirst ? [...row, ...spare] : [...spare, ...row])) },
      { z: table.map((row) => [...row, ...spare, ...spare]) },
    ],
    layout: {
      xaxis: { tickvals: range(start, start + pairs), ticktext: written([...names]) },
      xaxis2: { tickvals: names.map((_, j) => 2 * j + 0.5), ticktext: names },
      shapes: [rowFrame("", position, start, start + pairs), rowFrame("2", position, 0, 2 * pairs)],
    },
    values: {
      shown: position < 2 ** pairs ? "whole" : lowestFirst ? "start" : "end",
      bits: bits[position].join(""),
      next: position + 1,
      flips,
      share: 1 / periods[0],
      slower: base ** (1 / pairs),
    },
    rows: names.map((j) => [
      j,
      2 ** (j + 1),
      periods[j],
      now[j],
      table[position][2 * j],
      table[position][2 * j + 1],
    ]),
  };
}

const rowFrame = (axes, position, first, stop) =>
  rectangle(
    [first - 0.5, stop - 0.5],
    [position - 0.5, position + 0.5],
    "@position",
    2.5,
    on(axes),
  );
