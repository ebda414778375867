import { note, on, stems, upright } from "../declare/panels.mjs";
import { seededRows } from "../ported/seeded_random.mjs";
import {
  angularFrequencies,
  dot,
  positionalEncoding,
  range,
  softmax,
} from "../ported/mathematics.mjs";

const ROWS = 64;
const D_MODEL = 512;
const STEPS = [0.5, 0.2, 0.1, 0.05, 0.02, 0.01]; // between ticks of the weights
const KEYS = range(0, ROWS);
const OMEGA = angularFrequencies(D_MODEL);
const TABLE = positionalEncoding(ROWS, D_MODEL);
const WORDS = seededRows("words", ROWS, D_MODEL).map((row) => {
  const length = Math.sqrt(dot(row, row));
  return row.map((x) => x / length);
});

export function update({ offset, sharpness, words, position }) {
  const row = TABLE[position].map((x, c) => x + words * WORDS[position][c]);
  const query = turnedBack(row, offset);
  // Table and words apart, so that their 64 sums need not be made at each step.
  const score = KEYS.map((p) => dot(TABLE[p], query) + words * dot(WORDS[p], query));
  const weight = softmax(score.map((s) => (sharpness * s) / Math.sqrt(D_MODEL)));
  const top = Math.min(1.02, 1.15 * Math.max(...weight));
  const step = STEPS.find((each) => 2 * each < top);
  const wanted = position - offset;
  const found = score.indexOf(Math.max(...score));
  const [best, next] = [...score].sort((a, b) => b - a);
  const shown = new Set([wanted - 1, wanted, wanted + 1, position, found]);
  return {
    traces: [
      { x: KEYS, y: score },
      { x: [wanted], y: [score[wanted]] },
      stems(KEYS, weight),
      stems([wanted], [weight[wanted]]),
      { x: [position], y: [score[position]] },
    ],
    layout: {
      yaxis2: { range: [0, top], tickvals: [0, 1, 2].map((n) => n * step) },
      shapes: [
        upright(position, [60, 460], "@position", 2),
        upright(position, [0, top], "@position", 2, on("2")),
      ],
      annotations: [
        over({ at: null }, wanted, score[wanted] + 16, "right", "@offset"),
        over({ query: null }, position, 420, "left", "@position"),
      ],
    },
    sentences: [where(offset, position, found)],
    values: { weight: weight[found], back: position - found, wanted, lead: best - next },
    rows: KEYS.filter((s) => shown.has(s)).map((s) => [s, score[s], weight[s]]),
  };
}

/** The row times the matrix of the shift, pair by pair. */
function turnedBack(row, offset) {
  return row.map((value, c) => {
    const angle = offset * OMEGA[c >> 1];
    const other = c % 2 ? row[c - 1] : -row[c + 1];
    return value * Math.cos(angle) + other * Math.sin(angle);
  });
}

function where(offset, position, found) {
  if (found === position - offset) return "back";
  return found === position ? "own word" : "other word";
}

/** A word above a point of the upper panel, on one side of it. */
const over = (text, x, y, xanchor, color) =>
  note(text, x, y, { xanchor, yanchor: "bottom", xshift: 6, color });
