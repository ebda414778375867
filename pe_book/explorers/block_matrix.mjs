import { framed, note, on, onHeat, rectangle } from "../declare/panels.mjs";
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

/** The columns, or the rows, of a pair. */
const ofPair = (j) => [2 * j - 0.5, 2 * j + 1.5];
const block = (j) => framed(ofPair(j), ofPair(j));

/** From the entries that go in down to their block, and from it on to those that come out. */
function lanes(j) {
  const [low, high] = ofPair(j);
  const filled = { fillcolor: "@pair", opacity: 0.16 };
  return [
    rectangle([low, high], [-0.5, low], "@pair", 0, filled),
    rectangle([high, D_MODEL - 0.5], [low, high], "@pair", 0, filled),
  ];
}

const number = (axis, x, y, value) =>
  note({ entry: value }, x, y, { size: 12, color: onHeat(value), ...on(axis) });

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
      framed(ofPair(pair), [-0.5, 0.5]),
      framed([-0.5, 0.5], ofPair(pair)),
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
