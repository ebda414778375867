// Times the table in JavaScript: sines and cosines for every entry, and the port of pe_lib.
import { positionalEncoding } from "../../pe_book/ported/encoding.mjs";

const SIZE = 512;
const ROUNDS = 101;

function direct(seqLen, dModel, base) {
  const omega = Float64Array.from({ length: dModel / 2 }, (_, j) => base ** ((-2 * j) / dModel));
  const table = new Float64Array(seqLen * dModel);
  let k = 0;
  for (let p = 0; p < seqLen; p++) {
    for (let j = 0; j < omega.length; j++) {
      const angle = p * omega[j];
      table[k++] = Math.sin(angle);
      table[k++] = Math.cos(angle);
    }
  }
  return table;
}

function perElement(seqLen, dModel, base) {
  const table = new Float64Array(seqLen * dModel);
  for (let p = 0; p < seqLen; p++) {
    for (let c = 0; c < dModel; c++) {
      const angle = p / base ** ((2 * (c >> 1)) / dModel);
      table[p * dModel + c] = c % 2 ? Math.cos(angle) : Math.sin(angle);
    }
  }
  return table;
}

const contenders = {
  power_per_entry: () => perElement(SIZE, SIZE, 10000),
  direct: () => direct(SIZE, SIZE, 10000),
  ours: () => positionalEncoding(SIZE, SIZE, 10000),
  // A base not seen before: with the frequencies and the first block.
  ours_first_call: (round) => positionalEncoding(SIZE, SIZE, 10001 + round),
};
const runs = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, make] of Object.entries(contenders)) {
    const start = performance.now();
    make(round);
    runs[name].push(performance.now() - start);
  }
}
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
console.log(
  JSON.stringify({
    node: process.version,
    shape: [SIZE, SIZE],
    repeats: ROUNDS,
    ms: Object.fromEntries(Object.entries(runs).map(([name, list]) => [name, median(list)])),
  }),
);
