import { note, on } from "../declare/panels.mjs";
import SPEEDS from "../data/fill_speeds.json" with { type: "json" };
import { positionalEncoding, range } from "../ported/mathematics.mjs";

const NUMBER = 8;
const LENGTHS = range(4, 18).map((power) => 2 ** power);
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

/** The number of rows of a block, as in pe_lib/encoding.py. */
function blockRows(dModel) {
  const width = Math.max(dModel, 3);
  return Math.min(
    Math.max(64, 8 * Math.floor(2 ** 12 / width)),
    Math.max(8, Math.floor(2 ** 16 / width)),
  );
}
const blocksOf = (length, dModel) => Math.ceil(length / blockRows(dModel));
const sines = (form, length, dModel) =>
  (form === "fast" ? blockRows(dModel) + blocksOf(length, dModel) - 1 : length) * dModel;
const held = (form, length, dModel) =>
  form === "loop" ? NUMBER : NUMBER * sines(form, length, dModel);

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
  const counts = Object.fromEntries(FORMS.map((form) => [form, sines(form, seqLen, dModel)]));
  const beside = Object.fromEntries(FORMS.map((form) => [form, held(form, seqLen, dModel)]));
  const [pairs, block] = [dModel / 2, blockRows(dModel)];
  const shape = nearestShape(seqLen * dModel);
  const takes = FORMS.map((form) => (SPEEDS.nanoseconds[form][shape] * seqLen * dModel) / 1e6);
  const shares = takes.map((each) => Math.min(1, ((time / 100) * takes[0]) / each));
  const [unit, inUnit] = takes[0] < SECOND ? ["ms", 1] : ["s", SECOND];
  const [loopTime, vectorizedTime, fastTime] = takes.map((each) => each / inUnit);
  return {
    traces: [
      ...FORMS.map((form, i) => ({ z: filled(form, shares[i]) })),
      ...["loop", "fast"].map((form) => ({
        y: LENGTHS.map((length) => sines(form, length, dModel)),
      })),
      { x: [seqLen, seqLen], y: [counts.loop, counts.fast] },
    ],
    layout: {
      annotations: [
        ...shares.map((share, i) =>
          note(share < 1 ? { filled: share } : { done: takes[i] / inUnit }, 0.5, 0, {
            ...on(`${i ? i + 1 : ""} domain`),
            yanchor: "top",
          }),
        ),
        lineName("every entry", 32768, sines("loop", 32768, dModel), "right", "bottom"),
        lineName("a few rows", 4096, sines("fast", 4096, dModel), "left", "top"),
      ],
    },
    values: {
      pairs,
      blocks: blocksOf(seqLen, dModel),
      block,
      sines: counts.loop,
      fast_sines: counts.fast,
      saving: counts.fast < counts.loop ? "fewer" : "more",
      ratio: counts.loop / counts.fast,
      table_bytes: NUMBER * seqLen * dModel,
      vectorized_bytes: beside.vectorized,
      fast_bytes: beside.fast,
      unit,
      loop_time: loopTime,
      vectorized_time: vectorizedTime,
      fast_time: fastTime,
      measured_rows: SPEEDS.shapes[shape][0],
      measured_columns: SPEEDS.shapes[shape][1],
    },
    rows: FORMS.map((form, i) => [form, takes[i] / inUnit, form, counts[form], beside[form]]),
  };
}

const lineName = (entry, x, y, xanchor, yanchor) =>
  note({ [entry]: null }, x, y, { size: 13, xanchor, yanchor, ...on("4") });
