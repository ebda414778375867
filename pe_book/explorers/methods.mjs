import { stems } from "../declare/panels.mjs";
import { seededNumbers, seededRows } from "../ported/seeded_random.mjs";
import { dot, matmul, positionalEncodingAt, range, softmax } from "../ported/mathematics.mjs";

const WORDS = "the dog chased the cat and another cat chased the dog".split(" ");
const D_HEAD = 32;
const SLOPE = 1 / 2;
const ROWS = range(0, WORDS.length);
const INPUT = WORDS.map((word) => seededNumbers(word, D_HEAD));
const [W_Q, W_K] = ["query", "key"].map((name) =>
  seededRows(name, D_HEAD, D_HEAD).map((row) => row.map((x) => x / 2)),
);
const NOTHING = 1e-9;

export function update({ method, query, shift }) {
  const [before, after] = [weights(method, query, 0), weights(method, query, shift)];
  const change = Math.max(...after.map((weight, s) => Math.abs(weight - before[s])));
  const largest = Math.max(...after);
  const found = ROWS.filter((s) => after[s] > largest - NOTHING);
  const moved = !shift ? "no shift" : change > NOTHING ? "changed" : "unchanged";
  return {
    traces: [bars(before), bars(after)],
    layout: { shapes: [frame(query)] },
    sentences: ["largest", moved],
    values: {
      word: WORDS[query],
      largest,
      found_word: WORDS[found[0]],
      several: found.length > 1,
      found,
      change,
    },
    rows: ROWS.map((s) => [WORDS[s], s + shift, after[s], before[s]]),
  };
}

function weights(method, query, shift) {
  const positions = ROWS.map((s) => s + shift);
  const table = rowsAt(positions);
  const x = method === "table" ? INPUT.map((row, s) => row.map((v, c) => v + table[s][c])) : INPUT;
  let [[q], keys] = [matmul([x[query]], W_Q), matmul(x, W_K)];
  if (method === "rope") [[q], keys] = [turned([q], [table[query]]), turned(keys, table)];
  return softmax(
    keys.map((key, s) => {
      const score = dot(key, q) / Math.sqrt(D_HEAD);
      return method === "alibi" ? score - SLOPE * Math.abs(s - query) : score;
    }),
  );
}

function rowsAt(positions) {
  const flat = positionalEncodingAt(positions, D_HEAD);
  return positions.map((_, s) => [...flat.slice(s * D_HEAD, (s + 1) * D_HEAD)]);
}

/** Each row turned by its position's own sines and cosines, pair by pair. */
function turned(rows, table) {
  return rows.map((row, s) =>
    row.map((value, c) => {
      const [sine, cosine] = [table[s][c - (c % 2)], table[s][c - (c % 2) + 1]];
      return cosine * value + sine * (c % 2 ? -row[c - 1] : row[c + 1]);
    }),
  );
}

function bars(values) {
  const { x, y } = stems(ROWS, values);
  return { x: y, y: x };
}

const frame = (query) => ({
  type: "rect",
  xref: "paper",
  yref: "y",
  x0: -0.27,
  x1: 1,
  y0: query - 0.5,
  y1: query + 0.5,
  line: { color: "@position", width: 2 },
});
