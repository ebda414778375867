import { linspace } from "../ported/mathematics.mjs";

const STEP = 15;
const [FIRST, FARTHEST] = [16, 12];
const OFFSETS = linspace(-FARTHEST, FARTHEST, 193);
const ARC_POINTS = 61;

const radians = (degrees) => (degrees * Math.PI) / 180;
const unit = (degrees) => [Math.sin(radians(degrees)), Math.cos(radians(degrees))];
const plus = (a, b) => [a[0] + b[0], a[1] + b[1]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
const fromMiddle = ([x, y]) => ({ x: [0, x], y: [0, y] });
const halfTurn = (degrees) => ((((degrees + 180) % 360) + 360) % 360) - 180;

function scores(query, key, position, offset) {
  const [start, end] = [STEP * position, STEP * (position + offset)];
  const turned = dot(unit(key + end), unit(query + start));
  const added = dot(plus(unit(key), unit(end)), plus(unit(query), unit(start)));
  return [turned, added];
}

export function update({ query, key, position, offset }) {
  const places = [
    { name: "query", degrees: query, angle: STEP * position },
    { name: "key", degrees: key, angle: STEP * (position + offset) },
  ];
  const before = places.map(({ degrees }) => unit(degrees));
  const turned = places.map(({ degrees, angle }) => unit(degrees + angle));
  const added = places.map(({ angle }, i) => plus(before[i], unit(angle)));
  const apart = halfTurn(key + STEP * offset - query);
  const arc = linspace(0, apart, ARC_POINTS).map((a) => unit(query + STEP * position + a));
  const curves = OFFSETS.map((k) => scores(query, key, position, k));
  const here = scores(query, key, position, offset);
  const first = scores(query, key, FIRST, offset);
  const sets = { before, turned, added };
  return {
    traces: [
      {},
      {},
      ...before.map(fromMiddle),
      { x: arc.map(([x]) => 0.3 * x), y: arc.map(([, y]) => 0.3 * y) },
      ...turned.map(fromMiddle),
      ...before.map(([x, y], i) => ({ x: [0, x, added[i][0]], y: [0, y, added[i][1]] })),
      ...added.map(fromMiddle),
      ...[0, 1].map((way) => ({ x: OFFSETS, y: curves.map((pair) => pair[way]) })),
      ...here.map((score) => ({ x: [offset], y: [score] })),
      { x: [position], y: [0.5] },
      { x: [position + offset], y: [-0.5] },
    ],
    values: {
      end: position + offset,
      apart: Math.abs(apart),
      turned: here[0],
      added: here[1],
      turned_first: first[0],
      added_first: first[1],
    },
    rows: Object.entries(sets).flatMap(([how, arrows]) =>
      arrows.map((arrow, i) => [`${places[i].name} ${how}`, ...arrow, Math.hypot(...arrow)]),
    ),
  };
}
