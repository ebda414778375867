// Logarithm, exponential, sine and cosine in whole-number arithmetic: the truth to compare with. A number x
// is kept as the BigInt x * 2**192. Additions are exact, products and quotients are rounded down, and
// every series is summed until its terms vanish: the results are true to about 55 digits.

export const BITS = 192n;
export const ONE = 1n << BITS;

/** The float64 nearest to number * 2**-192. */
export const nearest = (number) => Number(number) * 2 ** -192;

/** value * 2**192 without its fraction; none is lost from 2**-139 in size upwards. */
export const fromFloat = (value) => BigInt(Math.trunc(value * 2 ** 192));

/** The natural logarithm of a float64 above 1. */
export function log(value) {
  let doublings = 0n;
  while (value >= 2) {
    value /= 2; // halving a float64 is exact
    doublings += 1n;
  }
  const number = fromFloat(value);
  return doublings * LOG_2 + 2n * atanh(((number - ONE) << BITS) / (number + ONE));
}

/** exp(-x) for x >= 0. */
export function expMinus(number) {
  const halvings = number / LOG_2;
  const rest = number - halvings * LOG_2;
  let total = 0n;
  let term = ONE;
  for (let n = 0n; term; ) {
    total += n % 2n ? -term : term;
    n += 1n;
    term = ((term * rest) >> BITS) / n;
  }
  return total >> halvings;
}

/** An angle of radians >= 0 in quarter turns. */
export const quarterTurns = (radians) => (radians << BITS) / HALF_PI;

/** [sine, cosine] of an angle in quarter turns. */
export function sinCos(angle) {
  const quadrant = (angle + ONE / 2n) >> BITS;
  const rest = angle - (quadrant << BITS); // from -1/2 to 1/2
  const size = ((rest < 0n ? -rest : rest) * HALF_PI) >> BITS;
  const square = (size * size) >> BITS;
  let sine = alternating(size, square, 1n);
  const cosine = alternating(ONE, square, 0n);
  if (rest < 0n) sine = -sine;
  switch (quadrant & 3n) {
    case 0n:
      return [sine, cosine];
    case 1n:
      return [cosine, -sine];
    case 2n:
      return [-sine, -cosine];
    default:
      return [-cosine, sine];
  }
}

function alternating(term, square, n) {
  let total = 0n;
  let sign = 1n;
  while (term) {
    total += sign * term;
    term = ((term * square) >> BITS) / ((n + 1n) * (n + 2n));
    n += 2n;
    sign = -sign;
  }
  return total;
}

function atanh(number) {
  const square = (number * number) >> BITS;
  let total = 0n;
  let power = number;
  for (let n = 1n; power; n += 2n) {
    total += power / n;
    power = (power * square) >> BITS;
  }
  return total;
}

function arctanOfOneOver(n) {
  let total = 0n;
  let power = ONE / n;
  let sign = 1n;
  for (let k = 1n; power; k += 2n) {
    total += sign * (power / k);
    power /= n * n;
    sign = -sign;
  }
  return total;
}

const LOG_2 = 2n * atanh(ONE / 3n);
const HALF_PI = 8n * arctanOfOneOver(5n) - 2n * arctanOfOneOver(239n); // Machin's formula
