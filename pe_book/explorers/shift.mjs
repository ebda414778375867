import { arc, framed, note, on, onHeat, rectangle, through, tip } from "../declare/panels.mjs";
import { angularFrequencies, range, rotationBlock } from "../ported/mathematics.mjs";

const TURN = 2 * Math.PI;
const MAX_COLUMNS = 8; // columns of the matrix that are drawn
const SPOKE = TURN / 360; // between the lines that fill a wedge
const GHOSTS = 3;
const NAME = 1.2; // where a hand's name is, in radii
const LINE = 0.28; // the height of a line of words, in radii

export function update({ position, offset, pair, d_model: dModel, base }) {
  const omegas = [...angularFrequencies(dModel, base)];
  const omega = omegas[pair];
  const [start, end, angle] = [position * omega, (position + offset) * omega, offset * omega];
  const [from, to] = [tip(start), tip(end)];
  const block = rotationBlock(offset, omega);
  const names = namesOf(start, end);
  const firstColumn = 2 * firstOf(pair);
  const ghosts = ghostsOf(omega, angle);
  return {
    traces: [
      arc(0, TURN),
      through(ghosts.flatMap((p) => [...wedge(p * omega, angle), [null, null]])),
      through(wedge(start, angle)),
      through([[0, 0], from]),
      through([[0, 0], to]),
      ...matrixTraces(omegas, { position, offset, pair }),
      { x: [0, 1], y: [0, 1], z: block },
      { x: [0], y: [0, 1], z: from.map((entry) => [entry]) },
      { x: [0], y: [0, 1], z: to.map((entry) => [entry]) },
    ],
    layout: {
      ...matrixLayout(omegas.length, pair),
      annotations: [
        ...labels(ghosts, omega, names),
        word({ label: position }, names[0], { color: "@position", size: 14 }),
        word({ label: position + offset }, names[1], { axes: "5", color: "@offset", size: 14 }),
        note({ vector: position }, firstColumn - 0.5, -1.2, {
          ...{ ...on("3"), xanchor: "left", color: "@position" },
        }),
        note({ vector: position + offset }, 0.6, -1.2, {
          ...{ xref: "x4", yref: "y3", xanchor: "right", color: "@offset" },
        }),
        word({ turn: inDegrees(angle) }, [0.5, -0.85], { axes: "6", color: "@pair" }),
        word({ vector: position }, [0, -0.85], { axes: "7", color: "@position" }),
        word({ vector: position + offset }, [0, -0.85], { axes: "8", color: "@offset" }),
        ...block.flatMap((line, y) => line.map((value, x) => entry(value, x, y, "6"))),
        ...from.map((value, y) => entry(value, 0, y, "7")),
        ...to.map((value, y) => entry(value, 0, y, "8")),
      ],
    },
    sentences: [offset ? "turned" : "identity"],
    values: {
      end: position + offset,
      omega,
      angle,
      degrees: inDegrees(angle),
      turns: Math.floor(Math.abs(angle) / TURN),
      sine: 2 * pair,
      cosine: 2 * pair + 1,
      places: [position + offset],
      answers: [((inDegrees(end) % 360) + 360) % 360],
    },
    rows: [
      ["start", ...from],
      ["end", ...to],
      ["new sine", ...block[0]],
      ["new cosine", ...block[1]],
    ],
  };
}

// ---- the clock

/** A wedge from one hand to the other, filled by spokes; more than a whole turn fills the circle. */
function wedge(start, angle) {
  const reach = Math.sign(angle) * Math.min(Math.abs(angle), TURN);
  const spokes = Math.max(1, Math.ceil(Math.abs(reach) / SPOKE));
  return range(0, spokes + 1).flatMap((i) => [[0, 0], tip(start + (i * reach) / spokes, 0.97)]);
}

/** Positions whose wedges are drawn pale: around the circle, if there is room between them. */
function ghostsOf(omega, angle) {
  if (!angle || Math.abs(angle) > TURN / GHOSTS) return [];
  return range(0, GHOSTS).map((i) => Math.round((i * TURN) / GHOSTS / omega));
}

/** The numbers of the pale wedges' positions, except where a hand's name is. */
function labels(ghosts, omega, names) {
  return ghosts
    .map((p) => [p, tip(p * omega, NAME)])
    .filter(([, [x, y]]) =>
      names.every((name) => Math.abs(name[1] - y) > LINE || Math.abs(name[0] - x) > 0.5),
    )
    .map(([p, place]) => word({ label: p }, place, { color: "@muted", size: 12 }));
}

/** Where the numbers of two hands are: beyond their tips, one below the other where they would overlap. */
function namesOf(start, end) {
  const names = [tip(start, NAME), tip(end, NAME)];
  const [[x, y], [otherX, otherY]] = names;
  if (Math.abs(x - otherX) > 0.5 || Math.abs(y - otherY) > LINE) return names;
  const [middle, shift] = [(y + otherY) / 2, otherY > y ? LINE / 2 : -LINE / 2];
  return [
    [x, middle - shift],
    [otherX, middle + shift],
  ];
}

const inDegrees = (angle) => (angle * 180) / Math.PI;

// ---- the matrix

/** The first pair of those that the matrix shows: the chosen one is among them. */
const firstOf = (pair) => Math.max(0, pair - MAX_COLUMNS / 2 + 1);

function matrixTraces(omegas, { position, offset, pair }) {
  const first = firstOf(pair);
  const shown = omegas.slice(first, first + MAX_COLUMNS / 2);
  const columns = range(2 * first, 2 * (first + shown.length));
  const matrix = columns.map(() => columns.map(() => 0));
  shown.forEach((omega, j) => {
    rotationBlock(offset, omega).forEach((line, r) => {
      matrix[2 * j + r].splice(2 * j, 2, ...line);
    });
  });
  const [into, out] = [position, position + offset].map((p) => shown.flatMap((w) => tip(p * w)));
  const blocks = shown.map((_, j) => framed(ofPair(first + j), ofPair(first + j)));
  return [
    { x: columns, y: columns, z: matrix },
    { x: columns, y: [0], z: [into] },
    { x: [0], y: columns, z: out.map((value) => [value]) },
    {
      x: blocks.flatMap(({ x }) => [null, ...x.slice(2)]),
      y: blocks.flatMap(({ y }) => [null, ...y.slice(2)]),
    },
    framed(ofPair(pair), ofPair(pair)),
    framed(ofPair(pair), [-0.5, 0.5]),
    framed([-0.5, 0.5], ofPair(pair)),
  ];
}

/** The columns, or the rows, of a pair. */
const ofPair = (j) => [2 * j - 0.5, 2 * j + 1.5];

function matrixLayout(pairs, pair) {
  const first = firstOf(pair);
  const [left, right] = [2 * first - 0.55, 2 * first + MAX_COLUMNS - 0.45];
  const [low, high] = ofPair(pair);
  const end = 2 * Math.min(pairs, first + MAX_COLUMNS / 2) - 0.5;
  const filled = { fillcolor: "@pair", opacity: 0.16, ...on("2") };
  return {
    xaxis2: { range: [left, right] },
    yaxis2: { range: [right, left] },
    xaxis3: { range: [left, right] },
    yaxis4: { range: [right, left] },
    // From the entries that go in down to their block, and from it on to those that come out.
    shapes: [
      rectangle([low, high], [left, low], "@pair", 0, filled),
      rectangle([high, end], [low, high], "@pair", 0, filled),
    ],
  };
}

// ---- words

/** Words at a place; beside the circle they lead away from it. */
function word(text, [x, y], { axes = "", color, size = 14 }) {
  const away = x > 0.2 ? "left" : x < -0.2 ? "right" : "center";
  const xanchor = axes && axes !== "5" ? "center" : away;
  return note(text, x, y, { ...on(axes), xanchor, size, color });
}

const entry = (value, x, y, axes) =>
  note({ entry: value }, x, y, { ...on(axes), size: 12, color: onHeat(value) });
