import { heading, on, rectangle, stems } from "../declare/panels.mjs";
import { seededNumbers, seededRows } from "../ported/seeded_random.mjs";
import {
  dot,
  matmul,
  positionalEncodingAt,
  range,
  softmax,
  turned,
} from "../ported/mathematics.mjs";

const WORDS = "the dog chased the cat and another cat chased the dog".split(" ");
const METHODS = ["table", "rope", "alibi", "none"];
const RANGES = [0.28, 0.56, 0.8]; // of all four panels alike
const D_HEAD = 32;
const SLOPE = 1 / 2;
const ROWS = range(0, WORDS.length);
const INPUT = WORDS.map((word) => seededNumbers(word, D_HEAD));
const [W_Q, W_K] = ["query", "key"].map((name) =>
  seededRows(name, D_HEAD, D_HEAD).map((row) => row.map((x) => x / 2)),
);
const [QUERIES, KEYS] = [W_Q, W_K].map((weights) => matmul(INPUT, weights));
const TABLE = positionalEncodingAt(ROWS, D_HEAD);
const NOTHING = 1e-9;
const AFTER = 1.1; // where the second key begins, in widths of a panel

export function update({ method, query, shift }) {
  const shifted = positionalEncodingAt(
    ROWS.map((s) => s + shift),
    D_HEAD,
  );
  const panels = METHODS.map((name) => {
    const [before, after] = [TABLE, shifted].map((table) => weights(name, query, table));
    const change = Math.max(...after.map((weight, s) => Math.abs(weight - before[s])));
    return { name, before, after, change: change > NOTHING ? change : 0 };
  });
  const { before, after, change } = panels.find(({ name }) => name === method);
  const largest = Math.max(...after);
  const found = ROWS.filter((s) => after[s] > largest - NOTHING);
  const all = panels.flatMap((panel) => [...panel.before, ...panel.after]);
  const across = { range: [0, RANGES.find((end) => end > Math.max(...all))] };
  return {
    traces: panels.flatMap(drawn),
    layout: {
      xaxis: across,
      xaxis2: across,
      xaxis3: across,
      xaxis4: across,
      annotations: [...when(shift), ...panels.flatMap((panel, i) => titles(panel, i, method))],
      shapes: ["y", "y3"].map((axis) => frame(axis, query)),
    },
    sentences: ["largest", !shift ? "no shift" : change ? "changed" : "unchanged"],
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

/** Bars before the shift, how far each weight has moved, and where it is. */
function drawn({ before, after, change }) {
  const moved = change ? after : before;
  return [
    bars(before),
    { x: ROWS.flatMap((s) => [before[s], moved[s], null]), y: ROWS.flatMap((s) => [s, s, null]) },
    { x: after, y: ROWS },
  ];
}

const when = (shift) => [
  { ...heading({ before: 0 }, 0, 1.01, "@position"), xref: "x domain" },
  { ...heading({ after: shift }, AFTER, 1.01, "@offset"), xref: "x domain" },
];

/** The name of a panel and what the shift does there; the one that the sentence is about stands out. */
function titles({ name, change }, i, method) {
  const [number, color] = [i ? i + 1 : "", name === method ? "@ink" : "@muted"];
  return [{ panel: name }, { moved: change }].map((text, line) => ({
    ...heading(text, 0, 1.16 - 0.15 * line, line && change ? "@offset" : color),
    ...on(`${number} domain`),
  }));
}

/** The weights of one query where the words have these rows of the table. */
function weights(method, query, table) {
  let [q, keys] = [QUERIES[query], KEYS];
  if (method === "table") {
    const x = INPUT.map((row, s) => row.map((v, c) => v + table[s][c]));
    [[q], keys] = [matmul([x[query]], W_Q), matmul(x, W_K)];
  }
  if (method === "rope") [[q], keys] = [turned([q], [table[query]]), turned(keys, table)];
  return softmax(
    keys.map((key, s) => {
      const score = dot(key, q) / Math.sqrt(D_HEAD);
      return method === "alibi" ? score - SLOPE * Math.abs(s - query) : score;
    }),
  );
}

function bars(values) {
  const { x, y } = stems(ROWS, values);
  return { x: y, y: x };
}

const frame = (axis, query) =>
  rectangle([-0.25, 1], [query - 0.5, query + 0.5], "@ink", 1.5, { xref: "paper", yref: axis });
