import { arc, heading, note, on, tip } from "../declare/panels.mjs";
import { linspace } from "../ported/mathematics.mjs";

const STEP = 15;
const [FIRST, LAST] = [16, 48];
const STARTS = linspace(FIRST, LAST, 129);

const radians = (degrees) => (degrees * Math.PI) / 180;
const unit = (degrees) => tip(radians(degrees));
const plus = (a, b) => [a[0] + b[0], a[1] + b[1]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
const fromMiddle = ([x, y]) => ({ x: [0, x], y: [0, y] });
const halfTurn = (degrees) => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** An arc from an angle over some degrees. */
const along = (from, over, radius) => arc(radians(from), radians(from + over), radius);

const ON_LINE = { ...on("3"), xanchor: "center" };
const NOTHING = { x: [null], y: [null] };
const NAMES = ["query", "key"];

/** Both arrows at their positions, turned or with a row added. */
function arrowsAt({ query, key, offset, added }, position) {
  const places = [
    [query, position],
    [key, position + offset],
  ];
  return places.map(([degrees, place]) =>
    added ? plus(unit(degrees), unit(STEP * place)) : unit(degrees + STEP * place),
  );
}

const scoreAt = (settings, position) => dot(...arrowsAt(settings, position));

export function update(settings) {
  const { query, key, position, offset, added } = settings;
  const ends = [position, position + offset];
  const before = [query, key].map(unit);
  const rows = ends.map((place) => unit(STEP * place));
  const arrows = arrowsAt(settings, position);
  const apart = halfTurn(key + STEP * offset - query);
  const score = dot(...arrows);
  const middles = before.map(([x, y], i) => [x + 0.5 * rows[i][0], y + 0.5 * rows[i][1]]);
  const reach = added ? 2.3 : 1.4;
  // What each arrow has turned since the position before.
  const steps = [query, key].map((degrees, i) => along(degrees + STEP * ends[i], -STEP, 1));
  return {
    traces: [
      {},
      ...(added ? [NOTHING, NOTHING] : steps),
      ...before.map(([x, y], i) =>
        added ? { x: [0, x, arrows[i][0]], y: [0, y, arrows[i][1]] } : fromMiddle([x, y]),
      ),
      added ? NOTHING : along(query + STEP * position, apart, 0.34),
      ...arrows.map(fromMiddle),
      { x: STARTS, y: STARTS.map((m) => scoreAt(settings, m)) },
      { x: [position], y: [score] },
      {},
      { x: ends, y: [0, 0] },
      ...ends.map((place) => ({ x: [place], y: [0] })),
    ],
    layout: {
      xaxis: { range: [-reach, reach] },
      yaxis: { range: [-reach, reach] },
      annotations: [
        { ...heading({ query: 0 }, position, 0.85, "@position"), ...ON_LINE },
        { ...heading({ key: 0 }, position + offset, -0.85, "@offset"), ...ON_LINE, yanchor: "top" },
        { ...heading({ apart: Math.abs(offset) }, 0, 1.5, "@pair"), xref: "x3 domain", yref: "y3" },
        { ...heading({ over: 0 }, 0, 1.02), ...on("2 domain") },
        ...(added ? [0, 1].map((i) => besideRow(middles, i)) : []),
      ],
    },
    sentences: [added ? "added" : "turned"],
    values: {
      score,
      apart: Math.abs(apart),
      first: scoreAt(settings, FIRST),
      query_from: added ? rows[0] : [0, 0],
      key_from: added ? rows[1] : [0, 0],
    },
    rows: [
      ...before.map((arrow, i) => [`${NAMES[i]} before`, ...arrow, Math.hypot(...arrow)]),
      ...arrows.map((arrow, i) => [NAMES[i], ...arrow, Math.hypot(...arrow)]),
    ],
  };
}

/** The name of a row, beside the middle of its arrow. */
function besideRow(middles, i) {
  const [x, y] = middles[i];
  const xanchor = x < middles[1 - i][0] || (i && x === middles[0][0]) ? "right" : "left";
  return note({ row: 0 }, x, y, { xanchor, size: 13, color: i ? "@offset" : "@position" });
}
