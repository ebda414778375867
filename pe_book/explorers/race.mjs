import { note, on } from "../declare/panels.mjs";
import SPEEDS from "../data/fill_speeds.json" with { type: "json" };
import { positionalEncoding, range } from "../ported/mathematics.mjs";

const FORMS = ["loop", "vectorized", "fast"];
const SECOND = 1000;

// The table that is filled in the figure, whatever the size of the one that is meant.
const [ROWS, COLUMNS] = [24, 16];
const TABLE = positionalEncoding(ROWS, COLUMNS);
const CELLS = range(0, ROWS).flatMap((p) => range(0, COLUMNS).map((c) => [p, c]));
const parity = ([, c]) => c % 2;
// Row by row; all sines and then all cosines; in rows that grow.
const WRITTEN = {
  loop: CELLS,
  vectorized: [...CELLS].sort((a, b) => parity(a) - parity(b)),
  fast: CELLS,
};

/** The measured table whose number of entries is nearest, by its place in the list. */
function nearestShape(entries) {
  const ways = SPEEDS.shapes.map(([rows, columns]) =>
    Math.abs(Math.log((rows * columns) / entries)),
  );
  return ways.indexOf(Math.min(...ways));
}

/** The cells that a form has written when it has done this share of its work. */
function filled(form, share) {
  const z = range(0, ROWS).map(() => new Array(COLUMNS).fill(null));
  for (const [p, c] of WRITTEN[form].slice(0, Math.floor(share * CELLS.length + 1e-9)))
    z[p][c] = TABLE[p][c];
  return z;
}

export function update({ seq_len: seqLen, d_model: dModel, time }) {
  const shape = nearestShape(seqLen * dModel);
  const ms = FORMS.map((form) => (SPEEDS.nanoseconds[form][shape] * seqLen * dModel) / 1e6);
  const [unit, inUnit] = ms[0] < SECOND ? ["ms", 1] : ["s", SECOND];
  const takes = ms.map((each) => each / inUnit);
  const elapsed = (time / 100) * takes[0];
  const shares = takes.map((each) => Math.min(1, elapsed / each));
  const [loop, vectorized, fast] = shares;
  return {
    traces: FORMS.map((form, i) => ({ z: filled(form, shares[i]) })),
    layout: {
      annotations: shares.map((share, i) =>
        note(share < 1 ? { filled: share } : { done: takes[i] }, 0.5, 0, {
          ...on(`${i ? i + 1 : ""} domain`),
          yanchor: "top",
        }),
      ),
    },
    sentences: [loop === 1 ? "over" : time ? "running" : "start"],
    values: {
      ...{ unit, elapsed, loop, vectorized, fast },
      loop_time: takes[0],
      vectorized_time: takes[1],
      fast_time: takes[2],
      measured_rows: SPEEDS.shapes[shape][0],
      measured_columns: SPEEDS.shapes[shape][1],
    },
    rows: FORMS.map((form, i) => [form, takes[i], shares[i]]),
  };
}
