import { fixed, plural } from "../numbers.mjs";
import { angularFrequencies, similarity, range, sum } from "../twins/mathematics.mjs";

const SIDE = 12;
const D_MODEL = 64;
const NOTHING = 1e-9;
const OMEGA = Array.from(angularFrequencies(D_MODEL, 10000));
const HALF = Array.from(angularFrequencies(D_MODEL / 2, 10000));
const LINE = range(0, SIDE);

/** The rows of a table of `count` positions as plain arrays. */
const sines = (count, omega) =>
  range(0, count).map((p) => omega.flatMap((w) => [Math.sin(p * w), Math.cos(p * w)]));

function tableOf(table) {
  if (table === "running") {
    const rows = sines(SIDE * SIDE, OMEGA);
    return LINE.map((r) => LINE.map((c) => rows[SIDE * r + c]));
  }
  let line = sines(SIDE, HALF);
  if (table === "resized") {
    const small = sines(SIDE / 2 + 1, HALF);
    line = LINE.map((p) => {
      const [low, high] = [small[Math.floor(p / 2)], small[Math.floor((p + 1) / 2)]];
      return low.map((x, i) => (x + high[i]) / 2);
    });
  }
  return LINE.map((r) => LINE.map((c) => [...line[r], ...line[c]]));
}

/** A row with every pair turned by its angle. */
function turned(row, angles) {
  return angles.flatMap((angle, j) => {
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    return [c * row[2 * j] + s * row[2 * j + 1], c * row[2 * j + 1] - s * row[2 * j]];
  });
}

function anglesOf(table, down, across) {
  if (table === "running") return OMEGA.map((w) => (SIDE * down + across) * w);
  const step = table === "axes" ? 1 : 2;
  return [...HALF.map((w) => (down / step) * w), ...HALF.map((w) => (across / step) * w)];
}

const inside = (r, c) => r >= 0 && c >= 0 && r < SIDE && c < SIDE;

export function update({ table, row, column, down, across }) {
  const rows = tableOf(table);
  const chosen = rows[row][column];
  const alike = rows.map((line) =>
    line.map((other) => sum(other.map((x, i) => x * chosen[i])) / (D_MODEL / 2)),
  );
  const angles = anglesOf(table, down, across);
  const errors = rows.map((line, r) =>
    line.map((from, c) => {
      if (!inside(r + down, c + across)) return null;
      const to = rows[r + down][c + across];
      const off = Math.max(...turned(from, angles).map((x, i) => Math.abs(x - to[i])));
      return off > NOTHING ? off : 0;
    }),
  );
  const worst = Math.max(...errors.flat().filter((error) => error !== null));
  const [r, c] = [row + down, column + across];
  const is = inside(r, c);
  const far = SIDE - 1;
  const listed = [
    ["the chosen patch", row, column],
    ["shifted", r, c],
    ["same row, other edge", row, far - column],
    ["same column, other edge", far - row, column],
    ["opposite corner", far - row, far - column],
  ];
  return {
    traces: [
      { z: alike },
      { x: [column], y: [row] },
      { x: [c], y: [is ? r : null] },
      { z: errors },
    ],
    layout: {},
    sentence: say(table, row, column, r, c, alike, worst),
    table: [
      ["patch", "row", "column", "similarity to the chosen patch"],
      listed
        .filter(([, y, x]) => inside(y, x))
        .map(([name, y, x]) => [name, fixed(y), fixed(x), fixed(alike[y][x], 3)]),
    ],
  };
}

function say(table, row, column, r, c, alike, worst) {
  const start = inside(r, c)
    ? `From row ${fixed(row)}, column ${fixed(column)} to row ${fixed(r)}, column ${fixed(c)} the similarity is ` +
      `${fixed(alike[r][c], 3)}.`
    : `From row ${fixed(row)}, column ${fixed(column)} this shift leaves the image.`;
  const middle =
    worst === 0
      ? "One rotation makes this shift at every patch, with no error but rounding."
      : `The rotation that fits the small table is off by up to ${fixed(worst, 3)}, and no other ` +
        "one fits.";
  let end = "Rows and columns turn pairs of their own.";
  if (table === "running") {
    const [right, below] = [1, SIDE].map((k) => similarity(k, OMEGA));
    end =
      `But the patch below counts as ${plural(SIDE, "step")}: its similarity is ` +
      `${fixed(below, 3)}, against ${fixed(right, 3)} for the patch to the right.`;
  } else if (table === "resized" && worst > 0)
    end = "The average of two rows is shorter than a row, and a rotation keeps all lengths.";
  return `${start} ${middle} ${end}`;
}
