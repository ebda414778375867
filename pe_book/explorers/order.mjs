import { heading } from "../declare/panels.mjs";
import { fixed, listed } from "../numbers.mjs";
import { hashedNumbers, hashedRows } from "../twins/hashed.mjs";
import { attention, mean, positionalEncoding, range, transpose } from "../twins/mathematics.mjs";

const WORDS = 5;
const D_MODEL = 8;
const NOTHING = 1e-9;
const HEADINGS = [
  heading("outputs as written", 0, 1),
  heading("in your order", 0.6, 1),
  heading("how much the output of each word changed", 0, 0.3),
];

function neighborSwaps(count) {
  if (count === 1) return [[0]];
  return neighborSwaps(count - 1).flatMap((shorter, turn) => {
    const places = turn % 2 ? range(0, count) : range(0, count).reverse();
    return places.map((place) => [...shorter.slice(0, place), count - 1, ...shorter.slice(place)]);
  });
}
const ORDERS = neighborSwaps(WORDS);

const rowsOf = (flat, width) =>
  range(0, flat.length / width).map((r) => [...flat.slice(r * width, (r + 1) * width)]);
const PROJECTIONS = ["query", "key", "value"].map((name) => hashedRows(name, D_MODEL, D_MODEL));

function layer(x, causal) {
  const [queries, keys, values] = PROJECTIONS.map((w) => {
    const columns = transpose(w);
    return x.map((row) =>
      columns.map((column) => column.reduce((total, v, i) => total + v * row[i], 0)),
    );
  });
  return attention(queries, keys, values, causal);
}

function largest(a, b) {
  const size = Math.max(...a.map((x, i) => Math.abs(x - b[i])));
  return size > NOTHING ? size : 0;
}

const beside = (panel, row, word) => ({
  xref: "paper",
  yref: "y" + panel,
  x: panel ? 0.59 : -0.01,
  y: row,
  xanchor: "right",
  yanchor: "middle",
  align: "right",
  text: word,
  showarrow: false,
});
const below = (row, word) => ({
  xref: "x3",
  yref: "y3",
  x: row,
  y: 0,
  xanchor: "center",
  yanchor: "top",
  text: word,
  showarrow: false,
});
const amount = (difference) => (difference ? fixed(difference, 3) : "0 up to rounding");

export function update({ sentence, order, encoding, causal }) {
  const words = sentence.split(" ");
  const places = ORDERS[order];
  const moved = places.map((i) => words[i]);
  const x = words.map((word) => hashedNumbers(word.toLowerCase(), D_MODEL));
  const positions = rowsOf(positionalEncoding(WORDS, D_MODEL), D_MODEL);
  const input = (order_) =>
    order_.map((i, row) => x[i].map((v, c) => v + (encoding ? positions[row][c] : 0)));
  const before = layer(input(range(0, WORDS)), causal);
  const after = layer(input(places), causal);
  const changes = places.map((i, row) => largest(after[row], before[i]));
  const pooled = largest(transpose(after).map(mean), transpose(before).map(mean));
  const rows = range(0, WORDS);
  const heat = { x: range(0, D_MODEL), y: rows };
  return {
    traces: [
      { ...heat, z: before },
      { ...heat, z: after },
      {
        x: rows.flatMap((row) => [row, row, null]),
        y: changes.flatMap((change) => [0, change, null]),
      },
    ],
    layout: {
      annotations: [
        ...HEADINGS,
        ...words.map((word, row) => beside("", row, word)),
        ...moved.map((word, row) => beside("2", row, word)),
        ...moved.map((word, row) => below(row, word)),
      ],
    },
    sentence: say(words, moved, places, after, Math.max(...changes), pooled, encoding, causal),
    table: [
      ["word", "place as written", "place now", "its output changed by at most"],
      [
        ...places.map((i, row) => [moved[row], fixed(i), fixed(row), amount(changes[row])]),
        ["mean of all (pooled)", "all", "all", amount(pooled)],
      ],
    ],
  };
}

function say(words, moved, places, after, change, pooled, encoding, causal) {
  const now = `“${moved.join(" ")}”`;
  const sameReading = moved.join(" ").toLowerCase() === words.join(" ").toLowerCase();
  let first;
  if (places.every((place, row) => place === row)) {
    first = `${now} stands as written; swap words to compare.`;
  } else if (sameReading) {
    first = `${now} reads as before: the same words went in, so the same outputs come out, place by place.`;
  } else if (change === 0) {
    first =
      `${now}: every output only moved along with its word ` +
      `(largest difference ${amount(change)}), and the pooled output is the same ` +
      `(difference ${amount(pooled)}): attention did not notice the order.`;
  } else {
    const cause = listed([
      ...(encoding ? ["the encoding"] : []),
      ...(causal ? ["the causal mask"] : []),
    ]);
    first =
      `${now}: the outputs changed, by up to ${amount(change)}, and the pooled output by ` +
      `${amount(pooled)}: ${cause} showed attention the order.`;
  }
  return [first, ...repeated(moved, after)].join(" ");
}

function repeated(moved, after) {
  for (const word of moved) {
    const rows = range(0, WORDS).filter((row) => moved[row].toLowerCase() === word.toLowerCase());
    if (rows.length > 1) {
      const apart = Math.max(...rows.flatMap((a) => rows.map((b) => largest(after[a], after[b]))));
      return apart === 0
        ? [
            `${["Both", "All three"][rows.length - 2]} “${word.toLowerCase()}” have the same output.`,
          ]
        : [`The outputs of “${word.toLowerCase()}” are up to ${amount(apart)} apart.`];
    }
  }
  return [];
}
