// The network in the browser: a port of model.py and reading.py, with the weights of one encoding
// fetched when it is first asked for.

import { positionalEncoding, softmax } from "../../ported/mathematics.mjs";

const JSON_FILE = { with: { type: "json" } };
const WEIGHTS = {
  none: () => import("./sentences_none.json", JSON_FILE),
  causal: () => import("./sentences_causal.json", JSON_FILE),
  sinusoidal: () => import("./sentences_sinusoidal.json", JSON_FILE),
  learned: () => import("./sentences_learned.json", JSON_FILE),
  rope: () => import("./sentences_rope.json", JSON_FILE),
  alibi: () => import("./sentences_alibi.json", JSON_FILE),
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
  const weights = {};
  let at = 0;
  for (const [name, shape] of Object.entries(shapes)) {
    const size = shape.reduce((a, b) => a * b);
    weights[name] = numbers.subarray(at, at + size);
    at += size;
  }
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
  return Float64Array.from({ length: bytes.length / 2 }, (_, i) => {
    const bits = view.getUint16(2 * i, true);
    const exponent = (bits >> 10) & 31;
    const fraction = (bits & 1023) / 1024;
    const size = exponent ? 2 ** (exponent - 15) * (1 + fraction) : 2 ** -14 * fraction;
    return bits >> 15 ? -size : size;
  });
}

function forward(model, ids, start) {
  const { weights: w, width, table } = model;
  const x = new Float64Array(ids.length * width);
  ids.forEach((id, row) => {
    for (let c = 0; c < width; c++) {
      x[row * width + c] =
        w.embedding[id * width + c] + (table ? table[(start + row) * width + c] : 0);
    }
  });
  const attention = [];
  for (let layer = 0; layer < model.layers; layer++) {
    const part = (name) => w[`${layer}.${name}`];
    attention.push(attend(model, x, start, part));
    const hidden = linear(
      normalized(x, part("norm2.scale"), part("norm2.shift")),
      part("up"),
      part("up.bias"),
    );
    add(
      x,
      linear(
        hidden.map((h) => Math.max(h, 0)),
        part("down"),
        part("down.bias"),
      ),
    );
  }
  const logits = linear(
    normalized(x, w["norm.scale"], w["norm.shift"]),
    w.readout,
    w["readout.bias"],
  );
  return { probabilities: rows(logits, model.labels.length).map(softmax), attention };
}

/** Add to x what its attention gives, and return the weights of each head as rows. */
function attend(model, x, start, part) {
  const { width } = model;
  const d = width / HEADS;
  const length = x.length / width;
  const qkv = linear(
    normalized(x, part("norm1.scale"), part("norm1.shift")),
    part("qkv"),
    null,
    width,
  );
  if (model.turns) turn(qkv, model.turns, start, width, d);
  const mixed = new Float64Array(x.length);
  const heads = [];
  for (let head = 0; head < HEADS; head++) {
    const [query, key, value] = [0, 1, 2].map((kind) => kind * width + head * d);
    const slope = model.encoding === "alibi" ? 2 ** ((-8 * (head + 1)) / HEADS) : 0;
    const weights = [];
    for (let p = 0; p < length; p++) {
      const scores = [];
      for (let s = 0; s < length; s++) {
        const score = dot(qkv, p * 3 * width + query, s * 3 * width + key, d);
        const hidden = model.encoding === "causal" && s > p;
        scores.push(hidden ? -Infinity : score / Math.sqrt(d) - slope * Math.abs(p - s));
      }
      const row = softmax(scores);
      row.forEach((weight, s) => {
        for (let c = 0; c < d; c++)
          mixed[p * width + head * d + c] += weight * qkv[s * 3 * width + value + c];
      });
      weights.push(row);
    }
    heads.push(weights);
  }
  add(x, linear(mixed, part("out"), part("out.bias")));
  return heads;
}

/** The dot product of two runs of `n` entries. */
function dot(entries, first, second, n) {
  let sum = 0;
  for (let c = 0; c < n; c++) sum += entries[first + c] * entries[second + c];
  return sum;
}

/** Turn each pair of columns of all queries and keys by the angles of their position. */
function turn(qkv, turns, start, width, d) {
  for (let row = 0; row < qkv.length / (3 * width); row++) {
    for (let c = 0; c < 2 * width; c += 2) {
      const at = row * 3 * width + c;
      const angle = (start + row) * d + (c % d);
      const [sine, cosine] = [turns[angle], turns[angle + 1]];
      const [first, second] = [qkv[at], qkv[at + 1]];
      qkv[at] = cosine * first + sine * second;
      qkv[at + 1] = cosine * second - sine * first;
    }
  }
}

/** Rows of x times a matrix, plus a bias if there is one; without it, `inner` is the rows' width. */
function linear(x, matrix, bias, inner = matrix.length / bias.length) {
  const outer = matrix.length / inner;
  const length = x.length / inner;
  const result = new Float64Array(length * outer);
  for (let row = 0; row < length; row++) {
    if (bias) result.set(bias, row * outer);
    for (let i = 0; i < inner; i++) {
      const factor = x[row * inner + i];
      for (let c = 0; c < outer; c++) result[row * outer + c] += factor * matrix[i * outer + c];
    }
  }
  return result;
}

/** LayerNorm of each row. */
function normalized(x, scale, shift) {
  const width = scale.length;
  const result = new Float64Array(x.length);
  for (let first = 0; first < x.length; first += width) {
    let mean = 0;
    for (let c = 0; c < width; c++) mean += x[first + c] / width;
    let variance = 0;
    for (let c = 0; c < width; c++) variance += (x[first + c] - mean) ** 2 / width;
    const deviation = Math.sqrt(variance + EPSILON);
    for (let c = 0; c < width; c++)
      result[first + c] = ((x[first + c] - mean) / deviation) * scale[c] + shift[c];
  }
  return result;
}

function add(x, more) {
  for (let i = 0; i < x.length; i++) x[i] += more[i];
}

function rows(flat, width) {
  return Array.from({ length: flat.length / width }, (_, row) => [
    ...flat.subarray(row * width, (row + 1) * width),
  ]);
}
