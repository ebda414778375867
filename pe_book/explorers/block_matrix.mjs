import { onHeat } from "../declare/panels.mjs";
import { angularFrequencies, dot, range, rotationBlock } from "../ported/mathematics.mjs";

const D_MODEL = 8;
const OMEGA = [...angularFrequencies(D_MODEL)];

const rowOf = (p) => OMEGA.flatMap((omega) => [Math.sin(p * omega), Math.cos(p * omega)]);

function matrixOf(offset) {
  const matrix = range(0, D_MODEL).map(() => new Array(D_MODEL).fill(0));
  OMEGA.forEach((omega, j) => {
    rotationBlock(offset, omega).forEach((line, r) => {
      matrix[2 * j + r].splice(2 * j, 2, ...line);
    });
  });
  return matrix;
}

/** A frame round cells of a panel; its first point is its middle, where the handle stands. */
function frame(left, right, top, bottom) {
  return {
    x: [(left + right) / 2, null, left, right, right, left, left],
    y: [(top + bottom) / 2, null, top, top, bottom, bottom, top],
  };
}

const block = (j) => frame(2 * j - 0.5, 2 * j + 1.5, 2 * j - 0.5, 2 * j + 1.5);

/** From the entries that go in down to their block, and from it on to those that come out. */
function lanes(j) {
  const [low, high, end] = [2 * j - 0.5, 2 * j + 1.5, D_MODEL - 0.5];
  return [band(low, high, -0.5, low), band(high, end, low, high)];
}

const band = (x0, x1, y0, y1) => ({
  type: "rect",
  xref: "x",
  yref: "y",
  x0,
  x1,
  y0,
  y1,
  fillcolor: "@pair",
  opacity: 0.16,
  line: { color: "@pair", width: 0 },
});

const number = (axis, x, y, value) => ({
  xref: `x${axis}`,
  yref: `y${axis}`,
  x,
  y,
  showarrow: false,
  xanchor: "center",
  yanchor: "middle",
  text: { entry: value },
  font: { size: 12, color: onHeat(value) },
});

export function update({ position, offset, pair }) {
  const [into, matrix, wanted] = [rowOf(position), matrixOf(offset), rowOf(position + offset)];
  const out = matrix.map((line) => dot(line, into));
  const [sine, cosine] = [2 * pair, 2 * pair + 1];
  const blocks = range(0, OMEGA.length).map(block);
  return {
    traces: [
      { z: matrix },
      { z: [into] },
      { z: out.map((x) => [x]) },
      {
        x: blocks.flatMap(({ x }) => [null, ...x.slice(2)]),
        y: blocks.flatMap(({ y }) => [null, ...y.slice(2)]),
      },
      block(pair),
      frame(sine - 0.5, cosine + 0.5, -0.5, 0.5),
      frame(-0.5, 0.5, sine - 0.5, cosine + 0.5),
    ],
    layout: {
      shapes: lanes(pair),
      annotations: [
        ...OMEGA.flatMap((_, j) =>
          [0, 1].flatMap((r) =>
            [0, 1].map((c) => number("", 2 * j + c, 2 * j + r, matrix[2 * j + r][2 * j + c])),
          ),
        ),
        ...into.map((x, i) => number("2", i, 0, x)),
        ...out.map((x, i) => number("3", 0, i, x)),
      ],
    },
    sentences: ["turned", "arrives"],
    values: {
      end: position + offset,
      sine,
      cosine,
      omega: OMEGA[pair],
      angle: offset * OMEGA[pair],
      sine_in: into[sine],
      cosine_in: into[cosine],
      sine_out: out[sine],
      cosine_out: out[cosine],
    },
    rows: out.map((x, i) => [i, into[i], x, wanted[i]]),
  };
}
