import { angularFrequencies, positionalEncodingAt, range } from "../ported/mathematics.mjs";
import { load, loaded, NOUNS, read, rightLabels } from "../model/sentences/model.mjs";

const TRAINED_WORDS = 16;
const TABLE_ROWS = 64; // of the learned table
const DECIDED = 2 / 3; // less sure than this is no decision
const LEAST = 0.1; // a weaker arc is not drawn
const HANDS = 4;
const [ACTS, ACTION, UPON] = [0, 1, 2];
const FREQUENCIES = { sinusoidal: [32, 10_000], rope: [8, 100] };

/** What has to come before `update` can answer; nothing if it is there. */
export const prepare = ({ encoding }) => (loaded(encoding) ? null : load(encoding));

export function update({ words: text, encoding, start, look, rows: colored }) {
  const model = loaded(encoding);
  const words = text.split(" ");
  const n = words.length;
  // Beyond its last row a learned table has nothing to add.
  const seen = encoding === "learned" ? Math.min(n, TABLE_ROWS - start) : n;
  const { labels, probabilities, attention } = read(model, words.slice(0, seen), start);
  const confidence = probabilities.map((shares) => Math.max(...shares));
  const right = rightLabels(words);
  const decided = (i) => confidence[i] >= DECIDED;
  const wrong = words.filter((_, i) => right && i < seen && decided(i) && labels[i] !== right[i]);
  const undecided = words.filter((word, i) => i < seen && NOUNS.has(word) && !decided(i));
  // Without positions the words are a bag, in which "and" joins nothing.
  const arcs = arcsOf(words.slice(0, seen), probabilities, encoding === "none");
  const readings = readingsOf(words, probabilities, arcs);
  const verb = words.find((_, i) => probabilities[i]?.[ACTION] >= DECIDED) ?? null;
  const [layer, head] = look.split(".").map((number) => number - 1);
  const unread = range(seen, n);
  const sure = seen === n && words.every((_, i) => decided(i));
  return {
    traces: [],
    scene: {
      words,
      labels,
      shares: probabilities,
      arcs,
      looks: look === "off" ? null : looksOf(attention[layer][head]),
      start,
      placed: encoding in FREQUENCIES || encoding === "learned",
      omegas: handsOf(encoding),
      rows: rowsOf(model, colored || encoding === "learned", start, n),
      rowsOnly: encoding === "learned",
    },
    sentences: sentencesOf({
      encoding,
      undecided,
      readings,
      right,
      wrong,
      sure,
      n,
      seen,
      start,
      look,
    }),
    values: {
      labels: [...labels, ...unread.map(() => "—")],
      confidence: [...confidence, ...unread.map(() => 0)],
      n,
      last: start + n - 1,
      unread: n - seen,
      readings,
      undecided,
      verb,
      wrong,
      mistakes: wrong.length,
    },
    rows: words.map((word, i) => [
      start + i,
      word,
      labels[i] ?? "—",
      confidence[i] ?? null,
      right ? right[i] : "—",
    ]),
  };
}

/** From each noun that may act to each that may be acted upon, as sure as the less sure of the two. */
function arcsOf(words, probabilities, bag) {
  const clauses = words.map((_, i) =>
    bag ? 0 : words.slice(0, i).filter((w) => w === "and").length,
  );
  const nouns = range(0, words.length).filter((i) => NOUNS.has(words[i]));
  return nouns
    .flatMap((one) => nouns.map((other) => [one, other]))
    .filter(([one, other]) => one !== other && clauses[one] === clauses[other])
    .map(([one, other]) => [
      one,
      other,
      Math.min(probabilities[one][ACTS], probabilities[other][UPON]),
    ])
    .filter(([, , weight]) => weight >= LEAST);
}

/** Each decided arc as a clause of its own: "dog chased cat", whichever noun stands first. */
function readingsOf(words, probabilities, arcs) {
  return arcs
    .filter(([, , weight]) => weight >= DECIDED)
    .map(([one, other]) => {
      const between = range(Math.min(one, other), Math.max(one, other));
      const verb = between.find((i) => probabilities[i][ACTION] >= DECIDED);
      return [words[one], words[verb] ?? "→", words[other]].join(" ");
    });
}

function looksOf(weights) {
  return weights.flatMap((row, one) =>
    row.flatMap((weight, other) => (weight >= LEAST ? [[one, other, weight]] : [])),
  );
}

const handsOf = (encoding) =>
  encoding in FREQUENCIES ? [...angularFrequencies(...FREQUENCIES[encoding])].slice(0, HANDS) : [];

/** The row of each position where there is one and the reader wants its colors. */
function rowsOf({ encoding, table }, wanted, start, n) {
  if (!wanted) return null;
  if (encoding in FREQUENCIES)
    return positionalEncodingAt(range(start, start + n), ...FREQUENCIES[encoding]);
  return encoding === "learned" ? range(start, start + n).map((p) => table[p] ?? []) : null;
}

/** What is said of the answer, of whether it is right, and of what is unlike training. */
const sentencesOf = (found) => [...answered(found), ...judged(found), ...unlikeTraining(found)];

function answered({ encoding, undecided, readings }) {
  if (encoding === "none") return ["bag"];
  const first = readings.length ? "reads" : "nobody";
  return undecided.length ? [first, "unsure"] : [first];
}

function judged({ right, wrong, sure }) {
  if (!right) return ["no grammar"];
  if (wrong.length) return ["wrong"];
  return sure ? ["right"] : [];
}

function unlikeTraining({ n, seen, start, look }) {
  const found = [];
  if (seen < n) found.push("unread");
  if (n > TRAINED_WORDS) found.push("long");
  if (look !== "off") found.push("looks");
  if (start) found.push(start + n > TRAINED_WORDS ? "unseen" : "seen");
  return found;
}
