import { note as noteAt, onHeat, rectangle } from "../declare/panels.mjs";
import {
  angularFrequencies,
  positionalEncoding,
  range,
  rotationBlock,
} from "../ported/mathematics.mjs";
import { faded } from "../renderer/colors.mjs";

const [N, COLUMNS, BASE, K] = [10, 8, 100, 2]; // words, columns, base, offset
const OMEGA = angularFrequencies(COLUMNS, BASE);
const TABLE = positionalEncoding(N, COLUMNS, BASE);
const TURN = 2 * Math.PI;
const FAR = [0, 10, 100, 1000]; // from the words to the clocks of the last step
const [FIRST_ROW, ROW, LEFT] = [222, 39, 150];
const TURNED = rotationBlock(K, OMEGA[0]);
const DEGREES = (180 * K * OMEGA[0]) / Math.PI;

// ---- What is seen at each step, in pixels and in shares of 1; between two steps it is in between.

const PAIRS = range(0, COLUMNS / 2);
const alone = (dial) => PAIRS.map((j) => (j ? [dial[0], dial[1], 0] : dial));
const inRow = PAIRS.map((j) => [LEFT + 140 * j + 70, 72, 52]);
const inSquare = PAIRS.map((j) => [j % 2 ? 622 : 430, j < 2 ? 96 : 272, 70]);
const APART = { lanes: [290, 540], swing: 82, pitch: 70, headsAt: 203, equationAt: 420 };
const BESIDE = { ...APART, lanes: [LEFT + 35, LEFT + 105], swing: 27, headsAt: 178 };
const NOTHING = {
  ...{ rim: 0, parts: 0, waves: 0, heads: 0, dots: 0, pairs: 0, cells: 0 },
  ...{ read: 0, second: 0, equation: 0, far: 0 },
};
const SINGLE = { ...APART, dials: alone([290, 102, 82]), parts: 1, waves: 1, heads: 1 };
const TABLED = { ...BESIDE, dots: 1, pairs: 1, cells: 1 };
const IN_FULL = { ...TABLED, dials: inRow, heads: 1, read: 1 };
const IN_SMALL = { ...TABLED, pitch: 20, second: 1, equation: 1 };
const STEPS = [
  { ...APART, dials: alone([432, 300, 205]), rim: 1 },
  SINGLE,
  { ...SINGLE, dots: 1 },
  { ...BESIDE, dials: inRow, waves: 1, heads: 1, dots: 1, pairs: 1 },
  IN_FULL,
  { ...IN_FULL, second: 1 },
  { ...IN_SMALL, dials: alone([522, 160, 120]) },
  { ...IN_SMALL, dials: inSquare, far: 1, equationAt: 488 },
].map((step) => ({ ...NOTHING, ...step }));

const mix = (a, b, t) =>
  Array.isArray(a) ? a.map((value, i) => mix(value, b[i], t)) : a + (b - a) * t;
const share = (value, from, to) => Math.min(1, Math.max(0, (value - from) / (to - from)));

/** The scene on its way from one step to the next; it sets out and arrives gently. */
function sceneAt(step) {
  const before = Math.min(STEPS.length - 1, Math.floor(step));
  const way = step - before;
  const [from, to] = [STEPS[before - 1], STEPS[before]];
  const t = way ** 2 * (3 - 2 * way);
  return Object.fromEntries(Object.keys(from).map((name) => [name, mix(from[name], to[name], t)]));
}

// ---- Marks

const NONE = { x: [null], y: [null] };
const rowAt = (p) => FIRST_ROW + ROW * p;
const role = (name, part = 1) => (part < 1 ? faded(`var(--pe-${name})`, part) : `@${name}`);
const ink = (part) => faded("currentColor", 0.75 * part);

const points = (given, marker) =>
  given.length ? { x: given.map(([x]) => x), y: given.map(([, y]) => y), ...marker } : NONE;
const sized = (given) => points(given, { marker: { size: given.map(([, , size]) => size) } });
/** Several lines as one that is broken. */
const lines = (given) => points(given.flatMap((line) => [...line, [null, null]]).slice(0, -1));

const tipOf = ({ at: [x, y, r] }, angle, length = 1) => [
  x + length * r * Math.sin(angle),
  y - length * r * Math.cos(angle),
];
const arc = (dial, from, to, length) =>
  range(0, 41).map((i) => tipOf(dial, mix(from, to, i / 40), length));

const note = (text, [x, y], color, more = {}) => noteAt(text, x, y, { size: 22, color, ...more });
const number = (value, at) => note({ value }, at, onHeat(value));

/** Numbers as colored cells in a box. Each is there twice both ways: a heat map of one row has no height. */
function cellsIn(rows, [x, y, width, height]) {
  const twice = (items) => items.flatMap((item) => [item, item]);
  const z = twice(rows.map(twice));
  const places = (count, middle, size) =>
    range(0, count).map((i) => middle + size * ((i + 0.5) / count - 0.5));
  return { x: places(z[0].length, x, width), y: places(z.length, y, height), z };
}
const NO_CELLS = cellsIn([[null]], [0, 0, 0, 0]);

export function update({ position, step }) {
  const scene = sceneAt(step);
  const p = Math.min(position, N - 1 - K * scene.second); // both rows are rows of the table
  const end = p + K * scene.second;
  const now = Math.round(p);
  const dials = scene.dials
    .map((at, j) => ({
      at,
      omega: OMEGA[step > 7 ? 0 : j],
      // Whole turns are left out, else the hands would whirl on their way.
      p: step > 7 ? p + (scene.far * ((FAR[j] * OMEGA[0]) % TURN)) / OMEGA[0] : p,
      far: FAR[j],
    }))
    .filter(({ at }) => at[2] > 1);
  const stage = { scene, step, p, end, now, dials, columnAt: columnsOf(scene) };
  const parts = [clocks(stage), waves(stage), words(stage), table(stage), equation(stage)];
  const [sine, cosine] = TABLE[now];
  return {
    traces: parts.flatMap(({ traces }) => traces),
    layout: {
      annotations: parts.flatMap(({ notes }) => notes),
      shapes: parts.flatMap(({ shapes = [] }) => shapes),
    },
    sentences: [`${Math.round(step)}`],
    values: {
      ...{ position: now, turns: now, at: now, end: now + K, offset: K, sine, cosine },
      ...{ right: "right", up: "up", first: "sine", second: "cosine", angle: "angle" },
      made: [...OMEGA].map((omega) => (now * omega) / TURN),
      degrees: DEGREES,
      center: dials[0].at.slice(0, 2),
    },
    rows: TABLE.map((row, r) => [r, r, ...row]),
  };
}

/** Where the middle of each column is; the first pair has wider lanes while it is alone. */
function columnsOf({ lanes, pitch, pairs }) {
  const places = range(0, COLUMNS).map((c) => LEFT + pitch * (c + 0.5));
  return (c) => (c < 2 ? mix(lanes[c], places[c], pairs) : places[c] + 60 * (1 - pairs));
}

/** The dials with a hand for p and one for p + k, and what the first one's tip is made of. */
function clocks({ scene, p, now, dials }) {
  const [first] = dials;
  const [[x, y, r], [tipX, tipY]] = [first.at, tipOf(first, p)];
  const angles = dials.map(({ omega, p: at }) => [omega * at, omega * (at + K * scene.second)]);
  const hands = (which) =>
    sized(
      dials.flatMap((dial, j) => [
        [...dial.at.slice(0, 2), 0.1],
        [...tipOf(dial, angles[j][which]), 13 + dial.at[2] / 20],
        [null, null, 0],
      ]),
    );
  const around = scene.rim > 0.02 ? range(0, N) : [];
  const corner = [tipX, y];
  const seen = scene.parts > 0.02;
  const whole = scene.second > 0.02;
  const wedge = {
    line: { width: r / 2 },
    ...lines(dials.map((dial, j) => arc(dial, ...angles[j], 0.27))),
  };
  const labeled = scene.equation > 0.9 ? dials : [];
  return {
    traces: [
      sized(dials.map(({ at: [x, y, r] }) => [x, y, 2 * r])),
      sized(dials.map(({ at: [x, y, r] }) => [x, y, 2 * r])),
      around.length ? lines([arc(first, 0, p, 0.9)]) : NONE,
      points(around.map((at) => tipOf(first, at))),
      whole ? wedge : NONE,
      seen ? lines([[[x, y], corner]]) : NONE,
      seen ? lines([[corner, [tipX, tipY]]]) : NONE,
      hands(0),
      whole ? hands(1) : NONE,
    ],
    notes: [
      ...around.map((at) =>
        note(
          { place: at },
          tipOf({ at: [x, y, r + 36] }, at),
          at === now ? role("position", scene.rim) : ink(scene.rim),
        ),
      ),
      ...labeled.map((dial, j) =>
        note({ turn: DEGREES }, tipOf(dial, (angles[j][0] + angles[j][1]) / 2, 0.58), "@pair"),
      ),
      ...(scene.equation > 0.9 && !scene.far ? [now, now + K] : []).map((at, which) =>
        note(
          { place: at },
          tipOf({ at: [x, y, r + 36] }, angles[0][which]),
          which ? "@offset" : "@position",
        ),
      ),
      ...(scene.far > 0.9 ? dials : []).map(({ at: [x, y, r], far }) =>
        note({ at: now + far }, [x, y + r + 19], "@position"),
      ),
    ],
  };
}

/** The waves that the hands draw, the lines by which the first hand does it, and the dots at the words. */
function waves({ scene, step, p, dials, columnAt }) {
  const { swing, parts } = scene;
  const xOf = (c, angle) => columnAt(c) + swing * (c % 2 ? Math.cos(angle) : Math.sin(angle));
  const isSeen = scene.waves > 0.02;
  const pairs = isSeen ? PAIRS.slice(0, scene.pairs > 0.02 ? undefined : 1) : [];
  const drawn = mix(p, N - 1, share(step, 2, 2.5));
  const wave = (c) =>
    lines(
      pairs.map((j) =>
        range(0, 73).map((i) => [
          xOf(2 * j + c, (OMEGA[j] * drawn * i) / 72),
          rowAt((drawn * i) / 72),
        ]),
      ),
    );
  const color = (name) => ({ line: { color: role(name, scene.waves * (1 - 0.65 * scene.dots)) } });
  const size = 13 * scene.dots * (1 - scene.cells);
  const dots = (c) =>
    sized([
      ...pairs.flatMap((j) =>
        size > 0.5 ? range(0, N).map((r) => [xOf(2 * j + c, OMEGA[j] * r), rowAt(r), size]) : [],
      ),
      ...(isSeen && parts > 0.02 ? [[xOf(c, p), rowAt(p), 19 * parts]] : []),
    ]);
  // Exact where each lane is as wide as the dial: "how far right" falls down, "how far up" turns a corner.
  const {
    at: [, y, r],
  } = dials[0];
  const tip = tipOf(dials[0], p);
  const middle = columnAt(1);
  const corner = [middle + y - tip[1], tip[1]];
  const isExact = parts > 0.99;
  const guides = range(0, N).map((at) => [
    [LEFT - 8, rowAt(at)],
    [Math.max(xOf(1, 0), columnAt(1) + swing), rowAt(at)],
  ]);
  return {
    traces: [
      isExact ? lines([[tip, [tip[0], rowAt(p)]]]) : NONE,
      isExact ? lines([[tip, corner, [corner[0], rowAt(p)]]]) : NONE,
      isExact
        ? lines([
            [
              [middle - r, y + r],
              [middle + r, y - r],
            ],
          ])
        : NONE,
      scene.dots * parts > 0.5 ? lines(guides) : NONE,
      ...["sine", "cosine"].map((name, c) => ({ ...wave(c), ...color(name) })),
      ...[0, 1].map(dots),
    ],
    notes: (scene.heads > 0.02 ? range(0, scene.pairs > 0.5 ? COLUMNS : 2) : []).map((c) => {
      const name = c % 2 ? "cosine" : "sine";
      const at = columnAt(c) + 118 * (1 - scene.pairs); // beside the line that falls into the lane
      return note(
        { name },
        [at, scene.headsAt],
        role(name, scene.heads * (c < 2 ? 1 : scene.pairs)),
      );
    }),
  };
}

/** The words, each at its row, and a mark at the one of the hand's position. */
function words({ scene, p, end }) {
  const colorOf = (r) => {
    if (Math.abs(r - p) < 0.5) return "@position";
    return scene.second > 0.5 && Math.abs(r - end) < 0.5 ? "@offset" : ink(1);
  };
  return {
    traces: [points([[18, rowAt(p)]])],
    notes: range(0, N).flatMap((r) => [
      note({ place: r }, [52, rowAt(r)], colorOf(r), { xanchor: "right" }),
      note({ word: r }, [64, rowAt(r)], colorOf(r), { xanchor: "left" }),
    ]),
  };
}

/** The rows of the table, which fall to their places one after the other; two of them are framed. */
function table({ scene, p, end, now, columnAt }) {
  const wide = COLUMNS * scene.pitch;
  const middle = LEFT + wide / 2;
  const rows = TABLE.map((row, r) => {
    const fallen = share(scene.cells, r / (N + 4), (r + 5) / (N + 4));
    return fallen
      ? cellsIn([row], [middle, mix(FIRST_ROW - 60, rowAt(r), fallen), wide, ROW])
      : NO_CELLS;
  });
  const kept = [now, Math.round(end)];
  const others = scene.second > 0.5 ? range(0, N).filter((r) => !kept.includes(r)) : [];
  const frame = (at, name, part) => {
    const [top, bottom] = [rowAt(at) - ROW / 2, rowAt(at) + ROW / 2];
    return rectangle([LEFT, LEFT + wide], [top, bottom], role(name, part), 4);
  };
  const framed = [
    [end, "offset", scene.second],
    [p, "position", share(scene.cells, 0.9, 1)],
  ];
  const read = scene.read > 0.5 ? [now, ...(scene.second > 0.5 ? [kept[1]] : [])] : [];
  return {
    traces: [
      lines(
        others.map((r) => [
          [LEFT, rowAt(r)],
          [LEFT + wide, rowAt(r)],
        ]),
      ),
      ...rows,
    ],
    shapes: framed.filter(([, , part]) => part > 0.02).map((given) => frame(...given)),
    notes: read.flatMap((r) => TABLE[r].map((value, c) => number(value, [columnAt(c), rowAt(r)]))),
  };
}

/** The matrix of the offset, the pair of row p that it takes, and the pair of row p + k that it gives. */
function equation({ scene: { equation: seen, equationAt: y, far }, now }) {
  const [cell, high] = [68, 48];
  const pair = (p) => TABLE[p].slice(0, 2).map((value) => [value]);
  const [matrixAt, fromAt, toAt] = [442, 570, 664];
  const given = [
    [matrixAt, TURNED],
    [fromAt, pair(now)],
    [toAt, pair(Math.min(N - 1, now + K))],
  ];
  const boxOf = (x, rows) => [x, y, seen * cell * rows[0].length, seen * 2 * high];
  const isThere = seen > 0.9;
  const frame = (x, name) =>
    rectangle([x - cell / 2, x + cell / 2], [y - high, y + high], `@${name}`, 4);
  return {
    traces: given.map(([x, rows]) => (seen > 0.02 ? cellsIn(rows, boxOf(x, rows)) : NO_CELLS)),
    shapes: isThere ? [frame(fromAt, "position"), frame(toAt, "offset")] : [],
    notes: isThere
      ? [
          ...given.flatMap(([x, rows]) =>
            rows.flatMap((row, i) =>
              row.map((value, c) =>
                number(value, [x + cell * (c - (row.length - 1) / 2), y + high * (i - 0.5)]),
              ),
            ),
          ),
          note({ name: "·" }, [(matrixAt + cell + fromAt - cell / 2) / 2, y], "@ink"),
          note({ name: "=" }, [(fromAt + toAt) / 2, y], "@ink"),
          note({ row: now }, [fromAt, y + high + 20], "@position"),
          note({ row: now + K }, [toAt, y + high + 20], "@offset"),
          note({ name: far > 0.5 ? "same" : "turn" }, [matrixAt, y - high - 18], "@pair"),
        ]
      : [],
  };
}
