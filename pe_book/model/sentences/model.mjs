// The network in the browser: a port of model.py and reading.py, with the weights of one encoding
// fetched when it is first asked for.

import {
  dot,
  matmul,
  mean,
  positionalEncoding,
  range,
  softmax,
  turned,
} from "../../ported/mathematics.mjs";

const WEIGHTS = {
  none: () => import("./sentences_none.json", { with: { type: "json" } }),
  causal: () => import("./sentences_causal.json", { with: { type: "json" } }),
  sinusoidal: () => import("./sentences_sinusoidal.json", { with: { type: "json" } }),
  learned: () => import("./sentences_learned.json", { with: { type: "json" } }),
  rope: () => import("./sentences_rope.json", { with: { type: "json" } }),
  alibi: () => import("./sentences_alibi.json", { with: { type: "json" } }),
};
const HEADS = 4;
const ROPE_BASE = 100;
const EPSILON = 1e-5;
// Those of a formula: enough for the latest start of the longest sentence.
const COMPUTED_ROWS = 80;

const models = new Map();

/** The model of an encoding if it was fetched. */
export const loaded = (encoding) => models.get(encoding);

/** The model of an encoding, fetched once; a failed attempt is made again the next time. */
export async function load(encoding) {
  if (!models.has(encoding)) {
    const stored = await WEIGHTS[encoding]();
    models.set(encoding, prepared(encoding, stored.default));
  }
  return models.get(encoding);
}

/** Load and read: what reading.py's `examine` gives. */
export async function examine(words, encoding, start = 0) {
  return read(await load(encoding), words, start);
}

/** Labels, probabilities by word, and attention[layer][head] as rows, for an array of words. */
export function read(model, words, start = 0) {
  const ids = words.map((word) => model.words.indexOf(word));
  const { probabilities, attention } = forward(model, ids, start);
  const labels = probabilities.map((row) => model.labels[row.indexOf(Math.max(...row))]);
  return { words, labels, probabilities, attention };
}

function prepared(encoding, { words, labels, shapes, float16 }) {
  const numbers = halfFloats(float16);
  const take = (size) => numbers.splice(0, size);
  const weights = {};
  for (const [name, [rows, columns]] of Object.entries(shapes))
    weights[name] = columns ? range(0, rows).map(() => take(columns)) : take(rows);
  const [, width] = shapes.embedding;
  const layers = Object.keys(shapes).filter((name) => name.endsWith(".qkv")).length;
  const model = { encoding, words, labels, weights, width, layers };
  if (encoding === "sinusoidal") model.table = positionalEncoding(COMPUTED_ROWS, width);
  if (encoding === "learned") model.table = weights.table;
  if (encoding === "rope")
    model.turns = positionalEncoding(COMPUTED_ROWS, width / HEADS, ROPE_BASE);
  return model;
}

// ---- the grammar, as in grammar.py

const KINDS = {
  n: "dog cat mouse fox bear girl boy cook",
  v: "chased watched heard followed fed liked",
  j: "big old red small fast shy",
  t: "the a",
  d: "today yesterday quietly again",
  w: "was",
  b: "by",
  "&": "and",
};
const KIND = new Map(
  Object.entries(KINDS).flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind])),
);
export const NOUNS = new Set(KINDS.n.split(" "));

/** The label of each word, or null if the words are not a sentence of the grammar. */
export function rightLabels(words) {
  const kinds = words.map((word) => KIND.get(word)).join("");
  const clauses = kinds.split("&").map(clauseLabels);
  if (clauses.includes(null)) return null;
  return clauses.flatMap((labels, i) => (i ? ["none", ...labels] : labels));
}

function clauseLabels(kinds) {
  const match = /^(d?)((?:tj?)?n)(v|wvb)((?:tj?)?n)(d?)$/.exec(kinds);
  if (!match) return null;
  const [, before, first, verb, second, after] = match;
  const [one, other] = verb === "v" ? ["acts", "acted upon"] : ["acted upon", "acts"];
  const all = (part, label) => Array.from(part, () => label);
  return [
    ...all(before, "none"),
    ...all(first, one),
    ...Array.from(verb, (kind) => (kind === "v" ? "action" : "none")),
    ...all(second, other),
    ...all(after, "none"),
  ];
}

// ---- the network

/** Numbers of 16 bits in base64, lowest byte first, as numbers of 64. */
export function halfFloats(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return range(0, bytes.length / 2).map((i) => {
    const bits = view.getUint16(2 * i, true);
    const exponent = (bits >> 10) & 31;
    const fraction = (bits & 1023) / 1024;
    const size = exponent ? 2 ** (exponent - 15) * (1 + fraction) : 2 ** -14 * fraction;
    return bits >> 15 ? -size : size;
  });
}

function forward(model, ids, start) {
  const { weights: w, table } = model;
  let x = ids.map((id, row) =>
    table ? sum(w.embedding[id], table[start + row]) : w.embedding[id],
  );
  const attention = [];
  for (let layer = 0; layer < model.layers; layer++) {
    const part = (name) => w[`${layer}.${name}`];
    const heads = headsOf(
      model,
      normalized(x, part("norm1.scale"), part("norm1.shift")),
      start,
      part,
    );
    attention.push(heads.map(({ weights }) => weights));
    const mixed = x.map((_, row) => heads.flatMap((head) => head.mixed[row]));
    x = sums(x, linear(mixed, part("out"), part("out.bias")));
    const inner = linear(
      normalized(x, part("norm2.scale"), part("norm2.shift")),
      part("up"),
      part("up.bias"),
    );
    const hidden = inner.map((row) => row.map((h) => Math.max(h, 0)));
    x = sums(x, linear(hidden, part("down"), part("down.bias")));
  }
  const logits = linear(
    normalized(x, w["norm.scale"], w["norm.shift"]),
    w.readout,
    w["readout.bias"],
  );
  return { probabilities: logits.map(softmax), attention };
}

/** Of each head of a block: its weights, and the values that they mix. */
function headsOf({ encoding, turns, width }, x, start, part) {
  const qkv = matmul(x, part("qkv"));
  const d = width / HEADS;
  return range(0, HEADS).map((head) => {
    const [q, k, values] = [0, 1, 2].map((kind) => {
      const from = kind * width + head * d;
      return qkv.map((row) => row.slice(from, from + d));
    });
    const [queries, keys] = turns ? [q, k].map((rows) => turned(rows, turns.slice(start))) : [q, k];
    const slope = encoding === "alibi" ? 2 ** ((-8 * (head + 1)) / HEADS) : 0;
    const weights = queries.map((query, p) =>
      softmax(
        keys.map((key, s) =>
          encoding === "causal" && s > p
            ? -Infinity
            : dot(query, key) / Math.sqrt(d) - slope * Math.abs(p - s),
        ),
      ),
    );
    return { weights, mixed: matmul(weights, values) };
  });
}

const sum = (row, other) => Array.from(row, (value, c) => value + other[c]);
const sums = (rows, others) => rows.map((row, i) => sum(row, others[i]));
const linear = (x, matrix, bias) => matmul(x, matrix).map((row) => sum(row, bias));

/** LayerNorm of each row. */
const normalized = (x, scale, shift) =>
  x.map((row) => {
    const middle = mean(row);
    const deviation = Math.sqrt(mean(row.map((value) => (value - middle) ** 2)) + EPSILON);
    return row.map((value, c) => ((value - middle) / deviation) * scale[c] + shift[c]);
  });
