import { angularFrequencies, linspace, range, rotationBlock, sum } from "../ported/mathematics.mjs";

const WIDTH = 16;
const PAIRS = WIDTH / 2;
const FARTHEST = 24;
const OMEGA = Array.from(angularFrequencies(WIDTH, 100));
const OFFSETS = linspace(-FARTHEST, FARTHEST, 193);
const ENTRY = WIDTH ** -0.5;
const LAYOUTS = {
  neighbors: range(0, PAIRS).map((j) => [2 * j, 2 * j + 1]),
  halves: range(0, PAIRS).map((j) => [j, j + PAIRS]),
};
const ARC_STEPS = 20;

/** The query whose pairs of neighbors are all largest at the offset `look`; the key is constant. */
const queryOf = (look) =>
  OMEGA.flatMap((omega) => rotationBlock(look, omega).map(([a, b]) => (a + b) * ENTRY));

function waves(look, layout, offsets) {
  const query = queryOf(look);
  return LAYOUTS[layout].map(([first, second], j) => {
    const alike = (query[first] + query[second]) * ENTRY;
    const across = (query[first] - query[second]) * ENTRY;
    return offsets.map((k) => alike * Math.cos(OMEGA[j] * k) + across * Math.sin(OMEGA[j] * k));
  });
}

export function update({ pairs, look, layout }) {
  const drawn = waves(look, layout, OFFSETS);
  const whole = range(-FARTHEST, FARTHEST + 1);
  const terms = waves(look, layout, whole);
  const total = totals(terms.slice(0, pairs));
  const peak = total.indexOf(Math.max(...total));
  const place = look + FARTHEST;
  const heights = drawn.map((wave, j) => [OFFSETS, wave.map((y) => j + 1 - 0.32 * PAIRS * y)]);
  return {
    traces: [
      arcs(layout, range(pairs, PAIRS)),
      arcs(layout, range(0, pairs)),
      {},
      broken(heights.slice(pairs)),
      broken(heights.slice(0, pairs)),
      { x: OFFSETS, y: totals(drawn.slice(0, pairs)) },
      { x: [look], y: [1.1] },
    ],
    sentences: [layout],
    values: { peak: whole[peak] },
    rows: range(0, PAIRS).map((j) => [
      j,
      ...LAYOUTS[layout][j],
      OMEGA[j],
      terms[j][place],
      sum(terms.slice(0, j + 1).map((wave) => wave[place])),
    ]),
  };
}

const totals = (lines) => lines[0].map((_, i) => sum(lines.map((line) => line[i])));

function broken(lines) {
  if (!lines.length) return { x: [0], y: [null] };
  return {
    x: lines.flatMap(([x]) => [...x, null]),
    y: lines.flatMap(([, y]) => [...y, null]),
  };
}

function arcs(layout, pairs) {
  const turn = range(0, ARC_STEPS + 1).map((i) => (Math.PI * i) / ARC_STEPS);
  return broken(
    pairs.map((j) => {
      const [first, second] = LAYOUTS[layout][j];
      const [middle, half] = [(first + second) / 2, (second - first) / 2];
      return [
        turn.map((t) => middle - half * Math.cos(t)),
        turn.map((t) => (0.35 + 0.15 * half) * Math.sin(t)),
      ];
    }),
  );
}
