import { outcome } from "../mistakes/battery.mjs";
import { MISTAKES } from "../mistakes/implementations.mjs";
import { fixed, plural } from "../numbers.mjs";
import { positionalEncoding, range } from "../twins/mathematics.mjs";

const ROWS = 16;
const WIDEST = 12;
const SEEN = 1e-5;
const HOLDS = {
  "golden row": "row 3 is the one computed by hand",
  "first row": "row 0 is 0, 1, 0, 1, …",
  norm: "every row has the length √(d/2)",
  Toeplitz: "dot products of rows depend on the offset alone",
  rotation: "one matrix takes each row 3 positions further on",
  wavelength: "each pair turns by its ω per position",
  "fast first": "the first columns change faster than the last ones",
  uniqueness: "all rows are well apart from each other",
  "far rows": "turns add up far along as they do near the start",
  "odd d": "7 columns work",
};
const BROKEN = {
  "golden row": "row 3 is not the one computed by hand",
  "first row": "row 0 is not 0, 1, 0, 1, …",
  norm: "some rows do not have the length √(d/2)",
  Toeplitz: "dot products of rows do not depend on the offset alone",
  rotation: "no one matrix takes each row 3 positions further on",
  wavelength: "some pairs do not turn by their ω per position",
  "fast first": "the first columns do not change faster than the last ones",
  uniqueness: "some rows are equal, or almost",
  "far rows": "turns do not add up far along as they do near the start",
  "odd d": "7 columns do not work",
};

export function update({ exhibit, check, d_model: dModel }) {
  const flat = positionalEncoding(ROWS, dModel);
  const columns = range(0, dModel);
  const right = range(0, ROWS).map((p) => columns.map((c) => flat[p * dModel + c]));
  const wrong = tableOf(MISTAKES[exhibit], dModel);
  const [said, place] = firstWrong(wrong, right);
  const p = place ? place[0] : 1;
  const spare = range(dModel, WIDEST).map(() => null);
  const shown = (rows) => ({
    z: rows.map((row) => [...row.map((x) => x && Math.round(x * 1000) / 1000), ...spare]),
  });
  return {
    traces: [shown(wrong ?? right.map((row) => row.map(() => null))), shown(right)],
    layout: { shapes: place ? [frame("x", ...place), frame("x2", ...place)] : [] },
    sentence: `“${exhibit}”: ${said} ${verdict(check, outcome(check, MISTAKES[exhibit]))}`,
    table: [
      ["column", `the exhibit, row ${fixed(p)}`, `the formula, row ${fixed(p)}`],
      columns.map((c) => [fixed(c), wrong ? fixed(wrong[p][c], 3) : "none", fixed(right[p][c], 3)]),
    ],
  };
}

function tableOf(implementation, dModel) {
  try {
    const entry = implementation(ROWS, dModel, 10000);
    return range(0, ROWS).map((p) => range(0, dModel).map((c) => entry(p, c)));
  } catch {
    return null; // the crash is the mistake
  }
}

function firstWrong(wrong, right) {
  if (!wrong) return [`at ${plural(right[0].length, "column")} the code crashes.`, null];
  for (const [p, row] of right.entries())
    for (const [c, value] of row.entries())
      if (Math.abs(wrong[p][c] - value) > SEEN) {
        const said =
          `the first wrong entry, in row ${fixed(p)} and column ${fixed(c)}, is ` +
          `${fixed(wrong[p][c], 3)}, and the formula gives ${fixed(value, 3)}.`;
        return [said, [p, c]];
      }
  return ["none of the entries shown is off by more than 0.00001.", null];
}

function verdict(check, outcome) {
  if (outcome === "passes") return `The check “${check}” does not see it: ${HOLDS[check]}.`;
  return `The check “${check}” sees it: ${outcome === "fails" ? BROKEN[check] : "the code crashes"}.`;
}

const frame = (axis, p, c) => ({
  type: "rect",
  xref: axis,
  yref: axis.replace("x", "y"),
  x0: c - 0.5,
  x1: c + 0.5,
  y0: p - 0.5,
  y1: p + 0.5,
  line: { color: "@position", width: 3 },
});
