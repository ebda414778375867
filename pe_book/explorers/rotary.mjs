import { heading, note } from "../declare/panels.mjs";
import { angularFrequencies, linspace, range } from "../ported/mathematics.mjs";

const SAME = 1e-9;
const [COLUMNS, DIALS, RADIUS] = [8, 32, 0.38];
const SEGMENTS = 24; // of a whole circle

function scaled(method, width, scale, length, base) {
  if (method === "ntk") return angularFrequencies(width, base * scale ** (width / (width - 2)));
  const omega = Array.from(angularFrequencies(width, base));
  if (method === "interpolation") return omega.map((w) => w / scale);
  if (method === "none") return omega;
  return omega.map((w) => {
    const kept = Math.min(1, Math.max(0, ((length * w) / (2 * Math.PI) - 1) / 31));
    return kept * w + ((1 - kept) * w) / scale;
  });
}

export function update({ method, base, width, length, scale }) {
  const before = angularFrequencies(width, base);
  const after = scaled(method, width, scale, length, base);
  const pairs = width / 2;
  const all = range(0, pairs);
  const turns = all.map((j) => (length * before[j]) / (2 * Math.PI));
  const longer = all.map((j) => (scale * length * after[j]) / (2 * Math.PI));
  const isNew = (j) => turns[j] < 1 && longer[j] > turns[j] * (1 + SAME);
  const seen = all.filter(isNew);
  const each = Math.max(1, pairs / DIALS);
  const dials = range(0, pairs / each).map((i) => {
    const j = i * each;
    const place = [i % COLUMNS, Math.floor(i / COLUMNS)];
    const [seen, to] = [turns[j], longer[j]].map((turn) => Math.min(1, turn));
    return { place, seen, to, isNew: isNew(j) };
  });
  const quarters = [0, 0.25, 0.5, 0.75].map((part) => Math.floor(part * pairs));
  return {
    traces: [
      rims(dials.filter(({ seen }) => seen < 1).map(({ place }) => [place, 0, 1])),
      rims(dials.map(({ place, seen }) => [place, 0, seen])),
      rims(dials.filter((dial) => dial.isNew).map(({ place, seen, to }) => [place, seen, to])),
      { x: [1, length], y: [0, 0] },
      { x: [length, length * scale], y: [0, 0] },
    ],
    layout: {
      annotations: [
        { ...heading({ trained: length }, 0, 1.01, "@pair") },
        { ...heading({ text: length * scale }, 1, 1.01, "@offset"), xanchor: "right" },
        ...[dials[0], dials.at(-1)].map(({ place }, i) =>
          note({ end: i }, ...place, { size: 13, color: "@muted" }),
        ),
      ],
    },
    values: {
      finished: turns.filter((t) => t >= 1).length,
      pairs,
      text: scale * length,
      new: seen.length,
      fastest: after[0],
      slowest: after[pairs - 1],
    },
    rows: [...quarters, pairs - 1].map((j) => [
      j,
      (2 * Math.PI) / before[j],
      turns[j],
      longer[j],
      isNew(j),
    ]),
  };
}

/** Arcs along the rims of dials, each from a place and between two parts of a turn, clockwise from the top. */
function rims(arcs) {
  const found = arcs.map(([[x, y], from, to]) =>
    linspace(from, to, Math.ceil((to - from) * SEGMENTS) + 1).map((turn) => [
      x + RADIUS * Math.sin(2 * Math.PI * turn),
      y - RADIUS * Math.cos(2 * Math.PI * turn),
    ]),
  );
  const axis = (c) => [null, ...found.flatMap((arc) => [...arc.map((point) => point[c]), null])];
  return { x: axis(0), y: axis(1) };
}
