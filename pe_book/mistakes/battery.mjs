// The twin of battery.py: each check looks at one property of an implementation of the table.

import { angularFrequencies, mean, range, transpose } from "../twins/mathematics.mjs";

const GOLDEN = [0.14112, -0.98999, 0.29552, 0.95534, 0.029996, 0.99955, 0.003, 1];
const BASE = 10000;

/** Rows of the implementation's table of this length and width: all of them, or those asked for. */
function rowsOf(implementation, length, width, rows = range(0, length)) {
  const entry = implementation(length, width, BASE);
  return rows.map((p) => range(0, width).map((c) => entry(p, c)));
}

const close = (row, other, tolerance) => row.every((x, i) => Math.abs(x - other[i]) <= tolerance);
// Loops, because they run some 100,000 times for one check.
function dot(a, b) {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += a[i] * b[i];
  return total;
}
function squaredDistance(a, b) {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += (a[i] - b[i]) ** 2;
  return total;
}
const times = ([a, b], [c, d]) => [a * c - b * d, a * d + b * c];
/** The pairs of a row as complex numbers. */
const complex = (row) => range(0, row.length, 2).map((c) => [row[c], row[c + 1]]);

/** The checks by name; true where the property holds. */
export const CHECKS = {
  "golden row": (made) => close(rowsOf(made, 4, 8)[3], GOLDEN, 1e-5),
  "first row": (made) => close(rowsOf(made, 4, 8)[0], [0, 1, 0, 1, 0, 1, 0, 1], 1e-6),
  norm: (made) =>
    rowsOf(made, 100, 64).every((row) => Math.abs(Math.sqrt(dot(row, row)) - Math.sqrt(32)) < 1e-4),
  Toeplitz: (made) => {
    const rows = rowsOf(made, 100, 64);
    const products = rows.map((row) => rows.map((other) => dot(row, other)));
    const largest = Math.max(...products.flat().map(Math.abs));
    return range(0, 100).every((offset) => {
      const diagonal = range(0, 100 - offset).map((p) => products[p][p + offset]);
      const middle = mean(diagonal);
      return diagonal.every((x) => Math.abs(x - middle) < 1e-5 * largest);
    });
  },
  rotation: (made) => {
    const columns = transpose(rowsOf(made, 100, 8));
    const basis = orthogonal(columns.map((column) => column.slice(0, -3)));
    return columns.every((column) => {
      const rest = without(without(column.slice(3), basis), basis);
      return Math.max(...rest.map(Math.abs)) < 1e-4;
    });
  },
  wavelength: (made) => {
    const [first, second] = rowsOf(made, 2, 64).map(complex);
    return [...angularFrequencies(64)].every((omega, j) => {
      const [re, im] = times(second[j], [first[j][0], -first[j][1]]);
      return Math.abs(Math.abs(Math.atan2(im, re)) - omega) <= 1e-4 * omega;
    });
  },
  "fast first": (made) => {
    const [first, second] = rowsOf(made, 2, 64);
    const step = second.map((x, c) => Math.abs(x - first[c]));
    return Math.max(...step.slice(0, 2)) > Math.max(...step.slice(-2));
  },
  uniqueness: (made) => {
    const rows = rowsOf(made, 200, 64);
    return rows.every((row, p) =>
      rows.slice(0, p).every((other) => squaredDistance(row, other) > 0.01),
    );
  },
  "far rows": (made) => {
    const near = range(5000, 10000, 100);
    const asked = [0, 20000, ...near, ...near.map((a) => 20000 - a)];
    const [first, last, ...rest] = rowsOf(made, 20001, 8, asked).map(complex);
    return near.every((_, i) =>
      last.every((pair, j) =>
        close(times(pair, first[j]), times(rest[i][j], rest[i + near.length][j]), 1e-5),
      ),
    );
  },
  "odd d": (made) => rowsOf(made, 20, 7).flat().every(Number.isFinite),
};

/** "passes", "fails" or "crashes". */
export function outcome(check, implementation) {
  try {
    return CHECKS[check](implementation) ? "passes" : "fails";
  } catch {
    return "crashes";
  }
}

/** An orthonormal basis of what the columns span; what is left of a column by rounding is none. */
function orthogonal(columns) {
  const basis = [];
  for (const column of columns) {
    const rest = without(without(column, basis), basis);
    const length = Math.sqrt(dot(rest, rest));
    if (length > 1e-12 * Math.sqrt(dot(column, column))) basis.push(rest.map((x) => x / length));
  }
  return basis;
}

/** The part of a column that the basis does not reach. */
function without(column, basis) {
  let rest = column;
  for (const axis of basis) {
    const share = dot(rest, axis);
    rest = rest.map((x, i) => x - share * axis[i]);
  }
  return rest;
}
