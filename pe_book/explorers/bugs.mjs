import STORED from "../data/bugs.json" with { type: "json" };
import { note, on, rectangle } from "../declare/panels.mjs";
import { positionalEncoding, range } from "../ported/mathematics.mjs";

const NAMES = 0.48; // of the matrix's width, for the names of bugs
const NOTHING = { x: [0], y: [0], z: [[null]] };
const FIRST = STORED.map((_, g) =>
  STORED.slice(0, g).reduce((sum, { bugs }) => sum + bugs.length, 0),
);

export function update({ bug }) {
  const g = STORED.findIndex(({ bugs }) => bugs.includes(bug));
  const { bugs, kinds, tests, marks, pictures } = STORED[g];
  const row = bugs.indexOf(bug);
  const isCaught = (mark) => mark !== "missed";
  const cells = marks.flatMap((line, r) => line.map((mark, c) => [c, FIRST[g] + r, mark]));
  const caught = cells.filter(([, , mark]) => isCaught(mark));
  const missed = cells.filter(([, , mark]) => !isCaught(mark));
  const left = -0.5 - (tests.length * NAMES) / (1 - NAMES);
  const ends = [left, tests.length - 0.5];
  return {
    traces: [
      ...pictureOf(pictures[row]),
      { x: missed.map(([c]) => c), y: missed.map(([, r]) => r) },
      ticks(caught),
    ],
    layout: {
      xaxis: { range: ends },
      yaxis: { range: [FIRST[g] + bugs.length - 0.5, FIRST[g] - 0.5] },
      yaxis5: { showticklabels: !isTable(pictures[row]) },
      shapes: [
        ...caught.map(([c, r]) => tile([c - 0.46, c + 0.46], [r - 0.44, r + 0.44])),
        rectangle(ends, [FIRST[g] + row - 0.5, FIRST[g] + row + 0.5], "@accent", 3),
        ...STORED.map((_, i) => tab(i, "@grid", 1)),
        tab(g, "@accent", 2.5),
      ],
      annotations: [
        ...tests.map((name, c) => note({ name }, c, 1.02, HEADING)),
        ...bugs.map((name, r) =>
          note({ name }, left, FIRST[g] + r, { xanchor: "left", xshift: 5, size: 13 }),
        ),
        ...headings(pictures[row]),
      ],
    },
    sentences: ["form", kinds[row]],
    values: { caught: marks[row].filter(isCaught).length, tests: tests.length, line: bug },
    rows: tests.map((name, c) => [name, name, marks[row][c]]),
  };
}

const HEADING = { yref: "y domain", xanchor: "left", turned: true, size: 13 };
const isTable = (picture) => picture.length > 12;

/** A table as positions by columns, and what it is off by; or what the tokens are off by. */
function pictureOf(picture) {
  const off = picture.map((line) => line.map((value) => value / 100));
  if (!isTable(picture)) return [NOTHING, NOTHING, map(off)];
  const paper = positionalEncoding(off.length, off[0].length);
  const table = off.map((line, p) => line.map((value, c) => value + paper[p][c]));
  return [map(turned(table)), map(turned(off)), NOTHING];
}

const turned = (rows) => rows[0].map((_, c) => rows.map((line) => line[c]));
const map = (z) => ({ x: range(0, z[0].length), y: range(0, z.length), z });

function headings(picture) {
  const heads = isTable(picture)
    ? [
        ["table", "3"],
        ["difference", "4"],
      ]
    : [["tokens", "5"]];
  return heads.map(([name, axes]) =>
    note({ picture: name }, 0, 1, {
      ...on(`${axes} domain`),
      xanchor: "left",
      yanchor: "bottom",
      size: 13,
    }),
  );
}

/** Ticks as one broken line. */
const ticks = (cells) => ({
  x: cells.flatMap(([c]) => [c - 0.22, c - 0.06, c + 0.24, null]),
  y: cells.flatMap(([, r]) => [r + 0.02, r + 0.24, r - 0.24, null]),
});

const tile = (x, y) => rectangle(x, y, "@grid", 0, { fillcolor: "@accent", opacity: 0.16 });

const tab = (g, color, width) =>
  rectangle(
    [FIRST[g] - 0.4, FIRST[g] + STORED[g].bugs.length - 0.6],
    [0.04, 0.96],
    color,
    width,
    on("2"),
  );
