import { note } from "../declare/panels.mjs";
import { seededNumbers, seededRows } from "../ported/seeded_random.mjs";
import { attention, matmul, positionalEncoding, range, transpose } from "../ported/mathematics.mjs";

const WORDS = 5;
const D_MODEL = 8;
const NOTHING = 1e-9;

function neighborSwaps(count) {
  if (count === 1) return [[0]];
  return neighborSwaps(count - 1).flatMap((shorter, turn) => {
    const places = turn % 2 ? range(0, count) : range(0, count).reverse();
    return places.map((place) => [...shorter.slice(0, place), count - 1, ...shorter.slice(place)]);
  });
}
const ORDERS = neighborSwaps(WORDS);
const NUMBER = new Map(ORDERS.map((places, number) => [places.join(), number]));

function moves(places) {
  return places.map((word) => {
    const others = places.filter((other) => other !== word);
    return range(0, WORDS).map((to) =>
      NUMBER.get([...others.slice(0, to), word, ...others.slice(to)].join()),
    );
  });
}

// Where things are down the figure, as in order.py: the outputs of the words, eight numbers each.
const WRITTEN = range(0, D_MODEL).map((c) => 1.25 + 0.3 * c);
const NOW = range(0, D_MODEL).map((c) => 6.55 + 0.3 * c);
const CHANGE = 9.45;
const [FROM, TO] = [3.65, 5.05]; // the line from a word's place to its place now

/** The outputs of all words side by side, a column each with a gap after it. */
function columnsOf(outputs) {
  const z = transpose(outputs).map((line) => line.flatMap((v) => [v, v, v, v, null]));
  return { x: range(0, 5 * WORDS).map((k) => k / 5 - 0.3), y: WRITTEN, z };
}

/** The output of a word, as a column at its place. */
const columnAt = (place, output) => ({
  x: [place - 0.2, place + 0.2],
  y: NOW,
  z: output.map((v) => [v, v]),
});

const tilesAt = (places) => ({
  x: places.flatMap((place) => [place - 0.44, place + 0.44, null]),
  y: places.flatMap(() => [0, 0, null]),
});

const PROJECTIONS = ["query", "key", "value"].map((name) => seededRows(name, D_MODEL, D_MODEL));

function layer(x, causal) {
  const [queries, keys, values] = PROJECTIONS.map((w) => matmul(x, w));
  return attention(queries, keys, values, causal);
}

function largest(a, b) {
  const size = Math.max(...a.map((x, i) => Math.abs(x - b[i])));
  return size > NOTHING ? size : 0;
}

export function update({ sentence, order, encoding, causal }) {
  const words = sentence.split(" ");
  const places = ORDERS[order];
  const moved = places.map((i) => words[i]);
  const x = words.map((word) => seededNumbers(word.toLowerCase(), D_MODEL));
  const positions = positionalEncoding(WORDS, D_MODEL);
  const input = (order_) =>
    order_.map((i, row) => x[i].map((v, c) => v + (encoding ? positions[row][c] : 0)));
  const before = layer(input(range(0, WORDS)), causal);
  const after = layer(input(places), causal);
  const changes = places.map((i, row) => largest(after[row], before[i]));
  const repeat = repeated(moved, after);
  const now = range(0, WORDS).map((word) => places.indexOf(word));
  return {
    traces: [
      columnsOf(before),
      ...now.map((place) => columnAt(place, after[place])),
      {
        x: now.flatMap((place, word) => [word, place, null]),
        y: now.flatMap(() => [FROM, TO, null]),
      },
      tilesAt(range(0, WORDS)),
      { x: range(0, WORDS), y: range(0, WORDS).map(() => 0), text: words },
      tilesAt(now),
      { x: now, y: now.map(() => 0), text: words },
    ],
    layout: { annotations: changes.map(changeAt) },
    sentences: ["change", ...sentencesOf(repeat)],
    values: {
      verdict: verdictOf(words, places, Math.max(...changes)),
      largest: Math.max(...changes),
      moves: moves(places),
      causes: [...(encoding ? ["encoding"] : []), ...(causal ? ["causal"] : [])],
      ...repeat,
    },
    rows: places.map((i, row) => [moved[row], i, row, changes[row]]),
  };
}

const changeAt = (change, place) =>
  note({ changed: change }, place, CHANGE, {
    size: 26,
    color: change ? "var(--pe-alarm)" : "var(--pe-agrees)",
  });

const sentencesOf = (repeat) =>
  "apart" in repeat ? [repeat.apart ? "repeated apart" : "repeated alike"] : [];

function verdictOf(words, places, change) {
  const same = places.every((i, row) => words[i].toLowerCase() === words[row].toLowerCase());
  if (places.every((i, row) => i === row)) return "as written";
  if (same) return "same reading";
  return change ? "noticed" : "unnoticed";
}

function repeated(moved, after) {
  for (const word of moved.map((each) => each.toLowerCase())) {
    const rows = range(0, WORDS).filter((row) => moved[row].toLowerCase() === word);
    if (rows.length > 1) {
      const apart = Math.max(...rows.flatMap((a) => rows.map((b) => largest(after[a], after[b]))));
      return { repeated: word, times: rows.length, apart };
    }
  }
  return {};
}
