// The twin of pe_lib's rotation, similarity, attention and explorers/wording.py; the table itself is
// in encoding.mjs. tests/test_twins.py holds both languages to the same numbers and sentences.

export { angularFrequencies, blockRows, positionalEncoding, positionalEncodingAt, wavelengths } from "./encoding.mjs";

// ---- grids and sums

/** Whole numbers from start up to, but without, stop. */
export function range(start, stop, step = 1) {
  return Array.from({ length: Math.max(0, Math.ceil((stop - start) / step)) }, (_, i) => start + i * step);
}

/** `count` evenly spaced numbers with both ends. */
export function linspace(start, stop, count) {
  return range(0, count).map((i) => (i === count - 1 ? stop : start + (i * (stop - start)) / (count - 1)));
}

/** Whole numbers, evenly spaced on a log axis, each once, with both ends. */
export function logGrid(start, stop, count) {
  const [from, to] = [Math.log(start), Math.log(stop)];
  return [...new Set(linspace(from, to, count).map((x) => Math.floor(Math.exp(x) + 0.5 + 1e-6)))];
}

export const sum = (values) => values.reduce((total, x) => total + x, 0);
export const mean = (values) => sum(values) / values.length;

// ---- rotation and similarity

/** The 2x2 block [[cos, sin], [-sin, cos]] that shifts one pair by `offset` positions. */
export function rotationBlock(offset, omega) {
  const [c, s] = [Math.cos(offset * omega), Math.sin(offset * omega)];
  return [[c, s], [-s, c]];
}

/** Mean of cos(omega_j * offset) over the pairs. */
export function similarity(offset, omega) {
  let total = 0;
  for (const w of omega) total += Math.cos(w * offset);
  return total / omega.length;
}

export const EULER_GAMMA = 0.5772156649015329;

/** 1 - (ln k + gamma) / ln B: the law between the shortest and the longest wavelength. */
export const similarityLaw = (offset, base) => 1 - (Math.log(offset) + EULER_GAMMA) / Math.log(base);

/** Ci(x) = -integral of cos(t)/t from x to infinity, x > 0. */
export function cosineIntegral(x) {
  if (x <= 4) {
    let [total, term] = [EULER_GAMMA + Math.log(x), 1];
    for (let n = 2; n < 40; n += 2) {
      term *= (-x * x) / (n * (n - 1));
      total += term / n;
    }
    return total;
  }
  // E1(ix) by its continued fraction, from the bottom up; Ci is the negative of its real part.
  let [re, im] = [0, 0];
  for (let n = 120; n >= 1; n--) {
    const [a, b] = [2 * n + 1 + re, x + im];
    const scale = (-n * n) / (a * a + b * b);
    [re, im] = [scale * a, -scale * b];
  }
  const [a, b] = [1 + re, x + im];
  const size = a * a + b * b;
  return -(Math.cos(x) * a - Math.sin(x) * b) / size;
}

/** [Ci(k) - Ci(k/B)] / ln B: the similarity for infinitely many pairs. */
export function similarityIntegral(offset, base) {
  if (offset === 0) return 1;
  const k = Math.abs(offset);
  return (cosineIntegral(k) - cosineIntegral(k / base)) / Math.log(base);
}

// ---- attention

/** Product of two matrices held as arrays of rows. */
export function matmul(a, b) {
  return a.map((row) => b[0].map((_, c) => sum(row.map((x, i) => x * b[i][c]))));
}

export const transpose = (a) => a[0].map((_, c) => a.map((row) => row[c]));

/** softmax(Q K^T / sqrt(d)) V, each query seeing itself and what precedes it where causal. */
export function attention(queries, keys, values, causal = false) {
  const scale = Math.sqrt(queries[0].length);
  const weights = matmul(queries, transpose(keys)).map((row, p) => {
    const seen = causal ? row.slice(0, p + 1) : row;
    const most = Math.max(...seen);
    const parts = row.map((s, i) => (i < seen.length ? Math.exp((s - most) / scale) : 0));
    const total = sum(parts);
    return parts.map((x) => x / total);
  });
  return matmul(weights, values);
}

/** The lowest `bits` binary digits of a whole number, lowest first. */
export const binaryDigits = (number, bits) => range(0, bits).map((b) => Math.floor(number / 2 ** b) % 2);

// ---- wording: the twin of wording.py, whose docstrings say what each function gives

const SLACK = 1e-6;

export function fixed(value, digits = 0) {
  const scaled = Math.abs(value) * Number(`1e${digits}`);
  if (!(scaled < 2 ** 53)) throw new RangeError(`a number below 2**53 in its last digit is needed, not ${value}`);
  const whole = Math.floor(scaled + 0.5 + SLACK);
  const text = String(whole).padStart(digits + 1, "0");
  let before = text.slice(0, text.length - digits);
  if (before.length > 4) before = before.replace(/\B(?=(\d{3})+$)/g, ",");
  const sign = value < 0 && whole > 0 ? "\u2212" : "";
  return sign + before + (digits ? "." + text.slice(text.length - digits) : "");
}

export function signed(value, digits = 0) {
  const text = fixed(value, digits);
  return value > 0 && /[1-9]/.test(text) ? "+" + text : text;
}

function parts(value, digits) {
  const size = Math.abs(value);
  if (!(size > 1e-290 && size < 1e290)) throw new RangeError(`a number between 1e-290 and 1e290 is needed, not ${value}`);
  const unit = Number(`1e${digits - 1}`);
  for (let exponent = Math.floor(Math.log10(size)) - 1; ; exponent++) {
    const shifted = exponent <= 0 ? size * Number(`1e${-exponent}`) : size / Number(`1e${exponent}`);
    const whole = Math.floor(shifted * unit + 0.5 + SLACK);
    if (whole < 10 * unit) return [whole / unit, exponent];
  }
}

const rounded = (mantissa, exponent) => mantissa * Number(`1e${exponent}`);

export function significant(value, digits = 3) {
  if (value === 0) return "0";
  const [mantissa, exponent] = parts(value, digits);
  return fixed(Math.sign(value) * rounded(mantissa, exponent), Math.max(0, digits - 1 - exponent));
}

export function scientific(value, digits = 1) {
  if (value === 0) return "0";
  const [mantissa, exponent] = parts(value, digits + 1);
  const power = "10" + String(exponent).replace(/[-\d]/g, (c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]);
  const sign = value < 0 ? "\u2212" : "";
  return sign + (digits === 0 && mantissa === 1 ? "" : fixed(mantissa, digits) + "\u00a0×\u00a0") + power;
}

export const percent = (share, digits = 0) => fixed(100 * share, digits) + "%";

export const plural = (number, one, many = one + "s") => `${fixed(number)} ${number === 1 ? one : many}`;

export function byteSize(number) {
  if (number < 1000) return plural(number, "byte");
  let power = 1;
  while (power < 5 && rounded(...parts(number / 1000 ** power, 3)) >= 1000) power += 1;
  return `${significant(number / 1000 ** power)} ${"kMGTP"[power - 1]}B`;
}

export function listed(words) {
  return words.length < 3 ? words.join(" and ") : words.slice(0, -1).join(", ") + ", and " + words.at(-1);
}

/** The annotation that heads a panel: the twin of panels.py. */
export const heading = (text, x, y) => ({ xref: "paper", yref: "paper", x, y, xanchor: "left", yanchor: "bottom", align: "left", text, showarrow: false });
