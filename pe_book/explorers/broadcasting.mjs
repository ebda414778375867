import { heading } from "../declare/panels.mjs";
import { byteSize, fixed, plural, significant } from "../numbers.mjs";
import { blockRows, range } from "../twins/mathematics.mjs";

const NUMBER = 8;
const LENGTHS = range(4, 18).map((power) => 2 ** power);
const FORMS = ["loop", "vectorized", "fast"];
const HELD = ["vectorized", "fast"];

const blocksOf = (length, dModel) => Math.ceil(length / blockRows(dModel));
const sines = (form, length, dModel) =>
  (form === "fast" ? blockRows(dModel) + blocksOf(length, dModel) : length) * dModel;
const held = (form, length, dModel) =>
  form === "loop" ? NUMBER : NUMBER * sines(form, length, dModel);

export function update({ seq_len: seqLen, d_model: dModel }) {
  const counts = Object.fromEntries(FORMS.map((form) => [form, sines(form, seqLen, dModel)]));
  const beside = Object.fromEntries(FORMS.map((form) => [form, held(form, seqLen, dModel)]));
  const [pairs, block] = [dModel / 2, blockRows(dModel)];
  const angles = `(${fixed(seqLen)}, ${fixed(pairs)})`;
  const ratio =
    counts.fast < counts.loop
      ? `${significant(counts.loop / counts.fast, 2)} times fewer`
      : counts.fast === counts.loop
        ? "just as many"
        : `more, because its first block has ${plural(block, "row")}`;
  const line = (form, shapes) => [form, shapes, fixed(counts[form]), byteSize(beside[form])];
  return {
    traces: [
      ...FORMS.map((form) => ({ y: LENGTHS.map((length) => sines(form, length, dModel)) })),
      { x: FORMS.map(() => seqLen), y: FORMS.map((form) => counts[form]) },
      ...HELD.map((form) => ({ y: LENGTHS.map((length) => held(form, length, dModel)) })),
      { x: HELD.map(() => seqLen), y: HELD.map((form) => beside[form]) },
    ],
    layout: {
      annotations: [
        label(0.03, 0.925, "positions"),
        label(0.215, 0.9, "×"),
        label(0.44, 0.925, "frequencies"),
        label(0.66, 0.9, "="),
        label(0.865, 0.925, "angles"),
        heading("sines and cosines taken", 0, 0.72),
        heading("bytes held beside the table", 0, 0.32),
        label(0.03, 0.88, `(${fixed(seqLen)}, 1)`),
        label(0.44, 0.88, `(1, ${fixed(pairs)})`),
        label(0.865, 0.88, angles),
      ],
    },
    sentence:
      `${plural(seqLen, "position")} by ${plural(dModel, "column")}: the loop and the ` +
      `vectorized form compute ${fixed(counts.loop)} sines and cosines. The fast form ` +
      `computes ${fixed(counts.fast)}, ${ratio}. In addition to the table of ` +
      `${byteSize(NUMBER * seqLen * dModel)}, the vectorized form needs ${byteSize(beside.vectorized)} and ` +
      `the fast form ${byteSize(beside.fast)}.`,
    table: [
      ["form", "shapes", "sines and cosines", "bytes beside the table"],
      [
        line("loop", "one number at a time"),
        line("vectorized", `(${fixed(seqLen)}, 1) × (1, ${fixed(pairs)}) = ${angles}`),
        line(
          "fast",
          `(${fixed(blocksOf(seqLen, dModel))}, 1, ${fixed(pairs)}) × (1, ${fixed(block)}, ${fixed(pairs)})`,
        ),
      ],
    ],
  };
}

const label = (x, y, text) => ({
  xref: "paper",
  yref: "paper",
  x,
  y,
  xanchor: "center",
  yanchor: "middle",
  showarrow: false,
  text,
  font: { size: 12 },
});
