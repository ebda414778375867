// What the explorers of the galleries do: a card for each exhibit, and a bar for each check of the chosen one.

import { positionalEncoding, range } from "../ported/mathematics.mjs";

const ACROSS = 3; // cards in a row, as in gallery.py
const [LOW, HIGH] = [-2, 6]; // powers of ten of what is allowed, as in stored.py
const SHARE = { few: 0.6, many: 0.46 }; // of a card's height that its maps have, as in gallery.py
const FOOT = -2.4; // where bars begin, as in gallery.py

/** The exhibits with their tables: a card of a wrong table has it beside what it is off by. */
export function withTables(stored) {
  const [[first]] = stored.differences;
  const [rows, columns] = [first.length, first[0].length];
  const paper = positionalEncoding(rows, columns);
  const tables = stored.differences.map(([difference]) =>
    difference.map((line, p) => line.map((value, c) => value / 100 + paper[p * columns + c])),
  );
  return { ...stored, cardsOfTables: cards(tables, 0, 2) };
}

/** A card has what the exhibit is off by under the check. */
export function view(stored, { exhibit, check }) {
  const { exhibits, checks, marks, errors, differences, cardsOfTables } = stored;
  const row = exhibits.indexOf(exhibit);
  const column = checks.indexOf(check);
  const off = differences.map((each) =>
    each[Math.min(column, each.length - 1)].map((line) => line.map((value) => value / 100)),
  );
  const powers = errors[row].map((each) => Math.max(...(each.length ? each : [100 * LOW])) / 100);
  const found = marks.map((line) => line[column]);
  const missed = marks[row].map((mark) => mark === "missed");
  return {
    traces: [
      cardsOfTables ?? { x: [0], y: [0], z: [[null]] },
      cards(off, cardsOfTables ? 1 : 0, cardsOfTables ? 2 : 1),
      chosenCard(row),
      bars(missed, powers),
      bars(
        missed.map((is) => !is),
        powers.map((power, i) => (marks[row][i] === "crashed" ? HIGH : power)),
      ),
      { y: crashed(marks[row]) },
    ],
    layout: {
      shapes: [...found.map(lookOf), ALLOWED, chosenCheck(column)],
      annotations: [
        headingOf("x", 0, { "seen by": found.filter((mark) => mark !== "missed").length }),
        headingOf("x2", 1, { chosen: null }),
      ],
    },
    sentences: ["form", marks[row][column]],
    values: { times: times(powers[column]), exhibits: exhibits.length },
    rows: checks.map((name, i) => [name, marks[row][i], times(powers[i])]),
  };
}

const times = (power) => (power > LOW ? Number((10 ** power).toExponential(1)) : 0);

const placeOf = (i) => [i % ACROSS, Math.floor(i / ACROSS)];

/** Small maps as one heat map with empty cells around them: the `part` of so many in each card. */
function cards(maps, part, parts) {
  const [rows, columns] = [maps[0].length, maps[0][0].length];
  const wide = parts * (columns + 1) + 1;
  const lines = Math.ceil(maps.length / ACROSS);
  const high = Math.round((rows + 1) / (lines > ACROSS ? SHARE.many : SHARE.few));
  const z = range(0, lines * high).map(() => new Array(ACROSS * wide).fill(null));
  maps.forEach((map, i) => {
    const [across, down] = placeOf(i);
    const left = across * wide + part * (columns + 1) + 1;
    map.forEach((line, r) => z[down * high + r + 1].splice(left, columns, ...line));
  });
  return {
    x: range(0, ACROSS * wide).map((k) => (k + 0.5) / wide - 0.5),
    y: range(0, lines * high).map((k) => (k + 0.5) / high - 0.5),
    z,
  };
}

const corners = ([x, y], half) => ({ x0: x - half, x1: x + half, y0: y - half, y1: y + half });

/** What the check sees has a frame, what it does not see is pale. */
function lookOf(mark, i) {
  const style = { type: "rect", xref: "x", yref: "y", ...corners(placeOf(i), 0.46) };
  return mark === "missed"
    ? { ...style, fillcolor: "@card", opacity: 0.68, line: { color: "@grid", width: 1 } }
    : { ...style, line: { color: "@ink", width: 2 } };
}

/** A frame around the chosen card, with the card's middle as its first point. */
function chosenCard(row) {
  const [x, y] = placeOf(row);
  const { x0, x1, y0, y1 } = corners([x, y], 0.495);
  return { x: [x, null, x0, x1, x1, x0, x0], y: [y, null, y0, y0, y1, y1, y0] };
}

const chosenCheck = (column) => ({
  type: "rect",
  xref: "x2 domain",
  yref: "y2",
  line: { color: "@accent", width: 3 },
  x0: 0,
  x1: 1,
  y0: column - 0.48,
  y1: column + 0.48,
});

const ALLOWED = {
  type: "line",
  xref: "x2",
  yref: "y2 domain",
  x0: 0,
  x1: 0,
  y0: 0,
  y1: 1,
  line: { color: "@ink", width: 1.5, dash: "dash" },
};

/** Bars of the checks that are meant, as one broken line. */
function bars(meant, powers) {
  const shown = powers.flatMap((power, i) => (meant[i] ? [[power, i]] : []));
  return {
    x: [null, ...shown.flatMap(([power]) => [FOOT, power, null])],
    y: [null, ...shown.flatMap(([, i]) => [i, i, null])],
  };
}

const crashed = (marks) => [marks.includes("crashed") ? marks.indexOf("crashed") : null];

const headingOf = (axis, x, text) => ({
  xref: `${axis} domain`,
  yref: `${axis.replace("x", "y")} domain`,
  x,
  y: 1,
  xanchor: x ? "right" : "left",
  yanchor: "bottom",
  text,
  showarrow: false,
  font: { color: "@ink" },
});
