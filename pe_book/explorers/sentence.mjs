import { load, loaded, NOUNS, read, rightLabels } from "../sentences/model.mjs";
import { range } from "../ported/mathematics.mjs";

const TRAINED_WORDS = 16;
const FEWEST_ROWS = 5;
const LABELS = ["acts", "action", "acted upon", "none"];
const STRENGTHS = [0.1, 0.25, 0.5];
const STEPS = 24;
const APART = 0.18;
const WITH_ARCS = { domain: [0.56, 1], range: [-1, -0.03] };
const WITHOUT_ARCS = { domain: [0, 1], range: [-1, 1.02] };

/** What has to come before `update` can answer; nothing if it is there. */
export const prepare = ({ encoding }) => (loaded(encoding) ? null : load(encoding));

export function update({ words: text, encoding, start, look }) {
  const { words, labels, probabilities, attention } = read(
    loaded(encoding),
    text.split(" "),
    start,
  );
  const confidence = probabilities.map((shares) => Math.max(...shares));
  const right = rightLabels(words);
  const wrong = words.filter((_, i) => right && labels[i] !== right[i]);
  const n = words.length;
  const rows = range(0, n);
  const [layer, head] = look.split(".").map((number) => number - 1);
  const looks = look !== "off";
  const axisRange = [Math.max(n, FEWEST_ROWS) - 0.5, -0.5];
  const nouns = (label) => {
    const found = words.filter((word, i) => labels[i] === label && NOUNS.has(word));
    return found.length ? found : ["nobody"];
  };
  return {
    traces: [
      ...LABELS.map((label) => bars(labels, confidence, label)),
      ...(looks ? arcs(attention[layer][head]) : range(0, 4).map(() => ({ x: [null], y: [null] }))),
    ],
    layout: {
      xaxis: looks ? WITH_ARCS : WITHOUT_ARCS,
      yaxis: { tickvals: rows, ticktext: words, range: axisRange },
      yaxis2: { range: axisRange },
      annotations: rows.map((row) => ({
        xref: "x",
        yref: "y",
        x: -0.96,
        y: row,
        xanchor: "left",
        yanchor: "middle",
        align: "left",
        text: { [labels[row]]: confidence[row] },
        showarrow: false,
      })),
    },
    sentences: sentencesOf(labels, right, start, look),
    values: {
      labels,
      confidence,
      n,
      last: start + n - 1,
      acts: nouns("acts"),
      upon: nouns("acted upon"),
      wrong,
      mistakes: wrong.length,
    },
    rows: rows.map((i) => [start + i, words[i], labels[i], confidence[i], right ? right[i] : "—"]),
  };
}

function bars(labels, confidence, label) {
  const rows = range(0, labels.length).filter((row) => labels[row] === label);
  return orNothing({
    x: rows.flatMap((row) => [0, confidence[row], null]),
    y: rows.flatMap((row) => [row, row, null]),
  });
}

function arcs(weights) {
  const n = weights.length;
  const lines = STRENGTHS.map(() => ({ x: [], y: [] }));
  const ends = { x: [], y: [] };
  weights.forEach((row, word) => {
    row.forEach((weight, other) => {
      const strength = STRENGTHS.filter((least) => weight >= least).length;
      if (!strength) return;
      const { x, y } = arc(word, other, n);
      lines[strength - 1].x.push(...x, null);
      lines[strength - 1].y.push(...y, null);
      ends.x.push(x.at(-1));
      ends.y.push(y.at(-1));
    });
  });
  return [...lines, ends].map(orNothing);
}

function arc(word, other, n) {
  const turns = range(0, STEPS + 1).map((step) => (Math.PI * step) / STEPS);
  const half = (other - word) / 2 + APART;
  const reach = 0.2 + (0.8 * Math.abs(other - word)) / Math.max(n - 1, 1);
  return {
    x: turns.map((t) => reach * Math.sin(t)),
    y: turns.map((t) => (word + other) / 2 - half * Math.cos(t)),
  };
}

/** A trace without points keeps one without a value. */
const orNothing = ({ x, y }) => (x.length ? { x, y } : { x: [null], y: [null] });

function sentencesOf(labels, right, start, look) {
  const n = labels.length;
  const found = ["answer"];
  if (!right) found.push("no grammar");
  else found.push(labels.every((label, i) => label === right[i]) ? "right" : "wrong");
  if (n > TRAINED_WORDS) found.push("long");
  if (look !== "off") found.push("looks");
  if (start) found.push(start + n > TRAINED_WORDS ? "unseen" : "seen");
  return found;
}
