// The table of sines and cosines in the browser. A port of pe_lib/frequency.py and pe_lib/encoding.py:
// the same blocks, the same three-part frequencies, the same 1e-15; a few last bits may differ, since
// numpy multiplies complex numbers with fused multiply-add and JavaScript has none.

import { BITS, HALF_PI, LOG_2, ONE, expMinus, log, nearest } from "./exact.mjs";

// The limits of pe_lib/checks.py.
const POSITION_LIMIT = 2 ** 29;
const WIDTH_LIMIT = 2 ** 20;
const BASE_LIMIT = 1e300;
const PLACES = 128n; // binary places of the quarter turns

/** Frequencies omega_j = base**(-2j/dModel) in radians per position: ceil(dModel/2) numbers. */
export function angularFrequencies(dModel, base = 10000) {
  checkWidth(dModel);
  checkBase(base);
  const exponent = (2n * log(base)) / BigInt(dModel);
  const halvings = exponent / LOG_2;
  const step = expMinus(exponent - halvings * LOG_2);
  const omega = new Float64Array(Math.ceil(dModel / 2));
  // power * 2**-halved, with power from 1/2 to 1: however slow the pair, it keeps all its places.
  let [power, halved] = [ONE, 0];
  for (let j = 0; j < omega.length; j++) {
    omega[j] = nearest(power) * 2 ** -halved;
    power = (power * step) >> BITS;
    halved += Number(halvings);
    if (power < ONE / 2n) [power, halved] = [power << 1n, halved + 1];
  }
  return omega;
}

/** Wavelengths 2*pi/omega_j in positions. */
export const wavelengths = (dModel, base = 10000) =>
  angularFrequencies(dModel, base).map((omega) => (2 * Math.PI) / omega);

/**
 * The table, row after row: PE[p*dModel + 2j] = sin(p*omega_j), PE[p*dModel + 2j + 1] = cos.
 *
 * `start` is the position of the first row; `out`, a Float64Array of seqLen*dModel to write into.
 */
export function positionalEncoding(seqLen, dModel, base = 10000, { start = 0, out } = {}) {
  checkWhole(seqLen, "seqLen", 1, POSITION_LIMIT);
  checkWhole(start, "start", 1 - POSITION_LIMIT, POSITION_LIMIT - seqLen);
  const plan = planFor(dModel, base);
  const { size, near } = plan;
  const table = out ?? new Float64Array(seqLen * dModel);
  if (!(table instanceof Float64Array) || table.length !== seqLen * dModel) {
    throw new RangeError(`out must be a Float64Array of ${seqLen * dModel} numbers`);
  }
  const stop = start + seqLen;
  const turn = new Float64Array(near.length / size);
  for (let first = Math.floor(start / size) * size; first < stop; first += size) {
    writeRow(turn, 0, first, 0, plan);
    const end = Math.min(first + size, stop);
    for (let p = Math.max(first, start); p < end; p++) {
      turnRow(table, (p - start) * dModel, dModel, near, (p - first) * turn.length, turn);
    }
  }
  return table;
}

/** The rows at any real positions below 2**29 in size, one after the other. */
export function positionalEncodingAt(positions, dModel, base = 10000) {
  const list = typeof positions === "number" ? [positions] : Array.from(positions);
  const plan = planFor(dModel, base);
  const row = new Float64Array(plan.near.length / plan.size);
  const turn = new Float64Array(row.length);
  const table = new Float64Array(list.length * dModel);
  list.forEach((position, i) => {
    if (typeof position !== "number" || !(Math.abs(position) < POSITION_LIMIT)) {
      throw new RangeError(`positions must be below 2**29 in size, but one is ${position}`);
    }
    const whole = Math.round(position);
    const first = Math.floor(whole / plan.size) * plan.size;
    writeRow(row, 0, whole - first, position - whole, plan);
    writeRow(turn, 0, first, 0, plan);
    turnRow(table, i * dModel, dModel, row, 0, turn);
  });
  return table;
}

/** The number of rows of a block, as in pe_lib/encoding.py. */
export function blockRows(dModel) {
  const width = Math.max(dModel, 3);
  return Math.min(
    Math.max(64, 8 * Math.floor(2 ** 12 / width)),
    Math.max(8, Math.floor(2 ** 16 / width)),
  );
}

// PE[a + b] from PE[a] (`row`) and PE[b] (`turn`), both as pairs of sine and cosine.
function turnRow(table, at, dModel, row, from, turn) {
  const even = dModel - (dModel % 2);
  for (let c = 0; c < even; c += 2) {
    const sine = row[from + c];
    const cosine = row[from + c + 1];
    table[at + c] = sine * turn[c + 1] + cosine * turn[c];
    table[at + c + 1] = cosine * turn[c + 1] - sine * turn[c];
  }
  if (even < dModel) {
    table[at + even] = row[from + even] * turn[even + 1] + row[from + even + 1] * turn[even];
  }
}

// True sines and cosines of whole + fraction, in pairs. Whole quarter turns are taken off while
// every product and sum is exact; only what is left is ever rounded.
function writeRow(target, at, whole, fraction, { high, middle, low }) {
  for (let j = 0; j < high.length; j++) {
    let angle = whole * high[j];
    const quarters = Math.round(angle);
    angle = angle - quarters + whole * middle[j];
    const more = Math.round(angle);
    angle = angle - more + (whole * low[j] + fraction * (high[j] + (middle[j] + low[j])));
    angle *= Math.PI / 2;
    const sine = Math.sin(angle);
    const cosine = Math.cos(angle);
    switch ((quarters + more) & 3) {
      case 0:
        target[at++] = sine;
        target[at++] = cosine;
        break;
      case 1:
        target[at++] = cosine;
        target[at++] = -sine;
        break;
      case 2:
        target[at++] = -sine;
        target[at++] = -cosine;
        break;
      default:
        target[at++] = -cosine;
        target[at++] = sine;
    }
  }
}

// The parts of the frequencies and the first block, kept for the last few (dModel, base).
const plans = new Map();

function planFor(dModel, base) {
  const key = `${dModel},${base}`;
  if (plans.has(key)) return plans.get(key);
  checkWidth(dModel);
  checkBase(base);
  const pairs = Math.ceil(dModel / 2);
  const [high, middle, low] = [1, 2, 3].map(() => new Float64Array(pairs));
  const step = expMinus((2n * log(base)) / BigInt(dModel)) >> (BITS - PLACES);
  let exact = (ONE << PLACES) / HALF_PI; // quarter turns per position, in units of 2**-128
  for (let j = 0; j < pairs; j++) {
    const to24 = (exact + (1n << 103n)) >> 104n;
    const to48 = (exact + (1n << 79n)) >> 80n;
    high[j] = Number(to24) * 2 ** -24;
    middle[j] = Number(to48 - (to24 << 24n)) * 2 ** -48;
    low[j] = Number(exact - (to48 << 80n)) * 2 ** -128;
    exact = (exact * step) >> PLACES;
  }
  const size = blockRows(dModel);
  const plan = { high, middle, low, size, near: new Float64Array(size * 2 * pairs) };
  for (let p = 0; p < size; p++) writeRow(plan.near, p * 2 * pairs, p, 0, plan);
  if (plans.size >= 8) plans.delete(plans.keys().next().value);
  plans.set(key, plan);
  return plan;
}

function checkWhole(value, name, low, high) {
  if (!Number.isInteger(value) || value < low || value > high) {
    throw new RangeError(
      `${name} must be a whole number from ${low} to ${high}, but it is ${value}`,
    );
  }
}

function checkWidth(dModel) {
  checkWhole(dModel, "dModel", 1, WIDTH_LIMIT);
}

function checkBase(base) {
  if (!(base > 1 && base <= BASE_LIMIT)) {
    throw new RangeError(`base must be above 1 and at most ${BASE_LIMIT}, but it is ${base}`);
  }
}
