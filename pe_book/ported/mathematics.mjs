// A port of pe_lib's table, rotation, similarity with its law, and attention.

// ---- grids and sums

/** Whole numbers from start up to, but without, stop. */
export function range(start, stop, step = 1) {
  return Array.from(
    { length: Math.max(0, Math.ceil((stop - start) / step)) },
    (_, i) => start + i * step,
  );
}

/** `count` evenly spaced numbers with both ends. */
export function linspace(start, stop, count) {
  return range(0, count).map((i) =>
    i === count - 1 ? stop : start + (i * (stop - start)) / (count - 1),
  );
}

export const sum = (values) => values.reduce((total, x) => total + x, 0);
export const mean = (values) => sum(values) / values.length;

/** The sum of the products of two rows' numbers. */
export function dot(a, b) {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += a[i] * b[i];
  return total;
}

// ---- the table

/** Frequencies omega_j = base**(-2j/dModel) in radians per position: ceil(dModel/2) numbers. */
export const angularFrequencies = (dModel, base = 10000) =>
  Float64Array.from({ length: Math.ceil(dModel / 2) }, (_, j) => base ** ((-2 * j) / dModel));

/** Wavelengths 2*pi/omega_j in positions. */
export const wavelengths = (dModel, base = 10000) =>
  angularFrequencies(dModel, base).map((omega) => (2 * Math.PI) / omega);

/** The rows of the table: PE[p][2j] = sin(p*omega_j), PE[p][2j + 1] = cos(p*omega_j). */
export const positionalEncoding = (seqLen, dModel, base = 10000) =>
  positionalEncodingAt(range(0, seqLen), dModel, base);

/** The rows at any real positions. */
export function positionalEncodingAt(positions, dModel, base = 10000) {
  const omega = angularFrequencies(dModel, base);
  const entry = (angle, column) => (column % 2 ? Math.cos(angle) : Math.sin(angle));
  return positions.map((p) => range(0, dModel).map((c) => entry(p * omega[c >> 1], c)));
}

// ---- rotation and similarity

/** The 2x2 block [[cos, sin], [-sin, cos]] that shifts one pair by `offset` positions. */
export function rotationBlock(offset, omega) {
  const [c, s] = [Math.cos(offset * omega), Math.sin(offset * omega)];
  return [
    [c, s],
    [-s, c],
  ];
}

/** Each row turned by the sines and cosines of its position, pair by pair. */
export const turned = (rows, table) =>
  rows.map((row, p) =>
    row.map((value, c) => {
      const [sine, cosine] = [table[p][c - (c % 2)], table[p][c - (c % 2) + 1]];
      return cosine * value + sine * (c % 2 ? -row[c - 1] : row[c + 1]);
    }),
  );

/** Mean of cos(omega_j * offset) over the pairs. */
export function similarity(offset, omega) {
  let total = 0;
  for (const w of omega) total += Math.cos(w * offset);
  return total / omega.length;
}

const EULER_GAMMA = 0.5772156649015329;

/** 1 - (ln k + gamma) / ln B: the law between the shortest and the longest wavelength. */
export const similarityLaw = (offset, base) =>
  1 - (Math.log(offset) + EULER_GAMMA) / Math.log(base);

// ---- attention

/** Product of two matrices held as arrays of rows. */
export function matmul(a, b) {
  const columns = transpose(b);
  return a.map((row) => columns.map((column) => dot(row, column)));
}

export const transpose = (a) => a[0].map((_, c) => a.map((row) => row[c]));

/** Scores as shares of 1, in proportion to their exponentials. */
export function softmax(scores) {
  const most = Math.max(...scores);
  const parts = scores.map((s) => Math.exp(s - most));
  const total = sum(parts);
  return parts.map((x) => x / total);
}

/** softmax(Q K^T / sqrt(d)) V, each query seeing itself and what precedes it where causal. */
export function attention(queries, keys, values, causal = false) {
  const scale = Math.sqrt(queries[0].length);
  const weights = queries.map((query, p) => {
    const scores = keys.map((key) => dot(query, key));
    return softmax(scores.map((s, i) => (causal && i > p ? -Infinity : s / scale)));
  });
  return matmul(weights, values);
}

/** The lowest `bits` binary digits of a whole number, lowest first. */
export const binaryDigits = (number, bits) =>
  range(0, bits).map((b) => Math.floor(number / 2 ** b) % 2);
