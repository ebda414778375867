import { heading, on } from "../declare/panels.mjs";
import { linspace } from "../ported/mathematics.mjs";

const STEP = 15;
const [FIRST, LAST] = [16, 48];
const STARTS = linspace(FIRST, LAST, 129);
const ARC_POINTS = 61;

const radians = (degrees) => (degrees * Math.PI) / 180;
const unit = (degrees) => [Math.sin(radians(degrees)), Math.cos(radians(degrees))];
const plus = (a, b) => [a[0] + b[0], a[1] + b[1]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
const fromMiddle = ([x, y]) => ({ x: [0, x], y: [0, y] });
const halfTurn = (degrees) => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** An arc from an angle over some degrees. */
function along(from, over, radius) {
  const points = linspace(0, over, ARC_POINTS).map((degrees) => unit(from + degrees));
  return { x: points.map(([x]) => radius * x), y: points.map(([, y]) => radius * y) };
}

const ON_LINE = { ...on("5"), xanchor: "center" };

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
  const arc = along(query + STEP * position, apart, 0.34);
  // What each arrow has turned since the position before.
  const steps = turned.map((_, i) => along(places[i].degrees + places[i].angle, -STEP, 1));
  const curves = STARTS.map((m) => scores(query, key, m, offset));
  const here = scores(query, key, position, offset);
  const first = scores(query, key, FIRST, offset);
  const sets = { before, turned, added };
  return {
    traces: [
      {},
      {},
      ...steps,
      ...before.map(fromMiddle),
      arc,
      ...turned.map(fromMiddle),
      ...before.map(([x, y], i) => ({ x: [0, x, added[i][0]], y: [0, y, added[i][1]] })),
      ...added.map(fromMiddle),
      ...[0, 1].map((way) => ({ x: STARTS, y: curves.map((pair) => pair[way]) })),
      ...here.map((score) => ({ x: [position], y: [score] })),
      {},
      { x: [position, position + offset], y: [0, 0] },
      { x: [position], y: [0] },
      { x: [position + offset], y: [0] },
    ],
    layout: {
      annotations: [
        { ...heading({ query: 0 }, position, 0.85, "@position"), ...ON_LINE },
        { ...heading({ key: 0 }, position + offset, -0.85, "@offset"), ...ON_LINE, yanchor: "top" },
        { ...heading({ apart: Math.abs(offset) }, 0, 1.5, "@pair"), xref: "x5 domain", yref: "y5" },
        ...here.map((score, i) => ({ ...heading({ score }, 0, 1.04), ...on(`${i + 3} domain`) })),
      ],
    },
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
