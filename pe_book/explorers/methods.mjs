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
const RANGES = [0.28, 0.56, 1]; // of both panels alike
const D_HEAD = 32;
const SLOPE = 1 / 2;
const ROWS = range(0, WORDS.length);
const INPUT = WORDS.map((word) => seededNumbers(word, D_HEAD));
const [W_Q, W_K] = ["query", "key"].map((name) =>
  seededRows(name, D_HEAD, D_HEAD).map((row) => row.map((x) => x / 2)),
);
const [QUERIES, KEYS] = [W_Q, W_K].map((weights) => matmul(INPUT, weights));
const TABLE = positionalEncodingAt(ROWS, D_HEAD);
const SHIFTED = range(0, 101).map((shift) =>
  positionalEncodingAt(
    ROWS.map((s) => s + shift),
    D_HEAD,
  ),
);
const NOTHING = 1e-9;

export function update({ method, query, shift }) {
  const shifted = positionalEncodingAt(
    ROWS.map((s) => s + shift),
    D_HEAD,
  );
  const panels = ["table", method].map((name) => {
    const [before, after] = [TABLE, shifted].map((table) => weights(name, query, table));
    const change = Math.max(...after.map((weight, s) => Math.abs(weight - before[s])));
    return { name, before, after, change: change > NOTHING ? change : 0 };
  });
  const across = { range: [0, endOf(method, query)] };
  return {
    traces: panels.flatMap(drawn),
    layout: {
      xaxis: across,
      xaxis2: across,
      annotations: [
        heading({ before: null }, 0, 1.1, "@position"),
        { ...heading({ after: null }, 1, 1.1, "@offset"), xanchor: "right" },
        ...panels.map(({ name }, i) => ({
          ...heading({ panel: name }, 0, 1.02),
          ...on(`${i ? 2 : ""} domain`),
        })),
      ],
      shapes: [rectangle([-0.25, 1], [query - 0.5, query + 0.5], "@ink", 1.5, { xref: "paper" })],
    },
    sentences: [shift ? method : "start"],
    values: { table: panels[0].change, change: panels[1].change },
    rows: ROWS.map((s) => [
      WORDS[s],
      ...panels.flatMap(({ after, before }) => [after[s], before[s]]),
    ]),
  };
}

const ENDS = new Map();

/** Where the axis of weights ends: the same for all shifts, so that only dots move. */
function endOf(method, query) {
  const key = `${method} ${query}`;
  if (!ENDS.has(key)) {
    const all = ["table", method].flatMap((name) =>
      SHIFTED.flatMap((table) => weights(name, query, table)),
    );
    ENDS.set(
      key,
      RANGES.find((end) => end > Math.max(...all)),
    );
  }
  return ENDS.get(key);
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
