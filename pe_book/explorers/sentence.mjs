import { angularFrequencies, positionalEncodingAt, range } from "../ported/mathematics.mjs";
import { load, loaded, NOUNS, read, rightLabels } from "../model/sentences/model.mjs";

const TRAINED_WORDS = 16;
const TABLE_ROWS = 64; // of the learned table
const DECIDED = 2 / 3; // less sure than this is no decision
const LEAST = 0.1; // a weaker arc is not drawn
const IN_A_PAIR = 6; // words of a sentence that has the other order beside it, at most
const NOTHING = 1e-6;
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
  const answerTo = (sentence) =>
    answerOf(sentence, read(model, sentence.slice(0, seen), start), encoding);
  const first = answerTo(words);
  const twin = look === "off" && n <= IN_A_PAIR ? exchanged(words) : null;
  const second = twin && answerTo(twin);
  const both = [first, ...(twin ? [second] : [])];
  const joined = (name) => both.flatMap((answer) => answer[name]);
  const [layer, head] = look.split(".").map((number) => number - 1);
  return {
    traces: [],
    scene: {
      ...shownOf(first),
      twin: second && shownOf(second),
      same: Boolean(twin) && isSame(first, second),
      looks: look === "off" ? null : looksOf(first.attention[layer][head]),
      start,
      placed: encoding in FREQUENCIES || encoding === "learned",
      omegas: handsOf(encoding),
      rows: rowsOf(model, colored || encoding === "learned", start, n),
      rowsOnly: encoding === "learned",
    },
    sentences: [...said(both, encoding), ...unlikeTraining({ n, seen, start, look })],
    values: {
      n,
      last: start + n - 1,
      unread: n - seen,
      readings: joined("readings"),
      undecided: joined("undecided"),
      verb: first.verb,
      wrong: joined("wrong"),
      mistakes: joined("wrong").length,
      answer: null,
    },
    rows: both.flatMap(({ words: its, labels, shares, right }, which) =>
      its.map((word, i) => [
        which + 1,
        start + i,
        word,
        labels[i] ?? "—",
        shares[i] ? Math.max(...shares[i]) : null,
        right ? right[i] : "—",
      ]),
    ),
  };
}

const shownOf = ({ words, labels, shares, arcs }) => ({ words, labels, shares, arcs });

/** The words with their two nouns exchanged, or null if they are not two. */
function exchanged(words) {
  const nouns = range(0, words.length).filter((i) => NOUNS.has(words[i]));
  if (nouns.length !== 2) return null;
  const [one, other] = nouns;
  return words.with(one, words[other]).with(other, words[one]);
}

/** What the network says of a sentence, as far as it can read it, and of what it is not sure or wrong. */
function answerOf(words, { labels, probabilities: shares, attention }, encoding) {
  const seen = shares.length;
  const right = rightLabels(words);
  const decided = (i) => Math.max(...shares[i]) >= DECIDED;
  // Without positions the words are a bag, in which "and" joins nothing.
  const arcs = arcsOf(words.slice(0, seen), shares, encoding === "none");
  return {
    ...{ words, labels, shares, attention, arcs, right },
    readings: readingsOf(words, shares, arcs),
    undecided: words.filter((word, i) => i < seen && NOUNS.has(word) && !decided(i)),
    wrong: words.filter((_, i) => right && i < seen && decided(i) && labels[i] !== right[i]),
    verb: words.find((_, i) => shares[i]?.[ACTION] >= DECIDED) ?? null,
    sure: seen === words.length && words.every((_, i) => decided(i)),
  };
}

/** Whether each word has the same answer in both sentences. */
function isSame(one, other) {
  const told = ({ words, shares }) =>
    words.map((word, i) => [word, ...shares[i]]).sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0]));
  const others = told(other);
  return told(one).every(([, ...shares], i) =>
    shares.every((share, k) => Math.abs(share - others[i][k + 1]) < NOTHING),
  );
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

/** What is said of the answers, and of whether they are right. */
function said(answers, encoding) {
  const every = (test) => answers.every(test);
  const judged = every(({ right }) => right);
  const isRight = every(({ right, wrong, sure }) => right && !wrong.length && sure);
  const pair = answers.length === 2;
  const unread = judged ? [] : ["no grammar"];
  if (encoding === "none") return [pair ? "one answer" : "bag", ...unread];
  if (pair && isRight) return [...(encoding in FREQUENCIES ? ["clocks"] : []), "both right"];
  const found = [answers.some(({ readings }) => readings.length) ? "reads" : "nobody"];
  if (answers.some(({ undecided }) => undecided.length)) found.push("unsure");
  if (judged && answers.some(({ wrong }) => wrong.length)) found.push("wrong");
  return [...found, ...unread, ...(isRight ? ["right"] : [])];
}

function unlikeTraining({ n, seen, start, look }) {
  const found = [];
  if (seen < n) found.push("unread");
  if (n > TRAINED_WORDS) found.push("long");
  if (look !== "off") found.push("looks");
  if (start) found.push(start + n > TRAINED_WORDS ? "unseen" : "seen");
  return found;
}
