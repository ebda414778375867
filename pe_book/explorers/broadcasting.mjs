import { blockRows, range } from "../ported/mathematics.mjs";

const NUMBER = 8;
const LENGTHS = range(4, 18).map((power) => 2 ** power);
const FORMS = ["loop", "vectorized", "fast"];
const HELD = ["vectorized", "fast"];

const blocksOf = (length, dModel) => Math.ceil(length / blockRows(dModel));
const sines = (form, length, dModel) =>
  (form === "fast" ? blockRows(dModel) + blocksOf(length, dModel) - 1 : length) * dModel;
const held = (form, length, dModel) =>
  form === "loop" ? NUMBER : NUMBER * sines(form, length, dModel);

export function update({ seq_len: seqLen, d_model: dModel }) {
  const counts = Object.fromEntries(FORMS.map((form) => [form, sines(form, seqLen, dModel)]));
  const beside = Object.fromEntries(FORMS.map((form) => [form, held(form, seqLen, dModel)]));
  const [pairs, block] = [dModel / 2, blockRows(dModel)];
  return {
    traces: [
      ...FORMS.map((form) => ({ y: LENGTHS.map((length) => sines(form, length, dModel)) })),
      { x: FORMS.map(() => seqLen), y: FORMS.map((form) => counts[form]) },
      ...HELD.map((form) => ({ y: LENGTHS.map((length) => held(form, length, dModel)) })),
      { x: HELD.map(() => seqLen), y: HELD.map((form) => beside[form]) },
    ],
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
    },
    rows: FORMS.map((form) => [form, form, counts[form], beside[form]]),
  };
}
