// A port of pe_lib/law.py.

const EULER_GAMMA = 0.5772156649015329;

/** 1 - (ln k + gamma) / ln B: the law between the shortest and the longest wavelength. */
export const similarityLaw = (offset, base) =>
  1 - (Math.log(offset) + EULER_GAMMA) / Math.log(base);

/** Ci(x) = -integral of cos(t)/t from x to infinity, x > 0. */
function cosineIntegral(x) {
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
