// What the explorers of the galleries do: a card for each exhibit, and a bar for each check of the chosen one.

import { framed, note, on, rectangle, upright } from "../declare/panels.mjs";
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
    difference.map((line, p) => line.map((value, c) => value / 100 + paper[p][c])),
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
      framed(...card(placeOf(row), 0.495)),
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
        headingOf("", 0, { "seen by": found.filter((mark) => mark !== "missed").length }),
        headingOf("2", 1, { chosen: null }),
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

/** From side to side and from top to bottom of a card, so far from its middle. */
const card = ([x, y], half) => [
  [x - half, x + half],
  [y - half, y + half],
];

/** What the check sees has a frame, what it does not see is pale. */
function lookOf(mark, i) {
  const sides = card(placeOf(i), 0.46);
  return mark === "missed"
    ? rectangle(...sides, "@grid", 1, { fillcolor: "@card", opacity: 0.68 })
    : rectangle(...sides, "@ink", 2);
}

const chosenCheck = (column) =>
  rectangle([0, 1], [column - 0.48, column + 0.48], "@accent", 3, {
    xref: "x2 domain",
    yref: "y2",
  });

const ALLOWED = {
  ...upright(0, [0, 1], "@ink", 1.5, { xref: "x2", yref: "y2 domain" }),
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

const headingOf = (panel, x, text) =>
  note(text, x, 1, {
    ...on(`${panel} domain`),
    ...{ xanchor: x ? "right" : "left", yanchor: "bottom", color: "@ink" },
  });
