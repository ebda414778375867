// A port of numbers.py, whose docstrings say what each function gives.

const SLACK = 1e-6;

export const nearestWhole = (value) => Math.floor(value + 0.5 + SLACK);

export function fixed(value, digits = 0) {
  const scaled = Math.abs(value) * Number(`1e${digits}`);
  if (!(scaled < 2 ** 53))
    throw new RangeError(`a number below 2**53 in its last digit is needed, not ${value}`);
  const whole = nearestWhole(scaled);
  const text = String(whole).padStart(digits + 1, "0");
  let before = text.slice(0, text.length - digits);
  if (before.length > 4) before = before.replace(/\B(?=(\d{3})+$)/g, ",");
  const sign = value < 0 && whole > 0 ? "\u2212" : "";
  return sign + before + (digits ? "." + text.slice(text.length - digits) : "");
}

/** `fixed` with a plus sign before what prints as more than zero. */
export function signed(value, digits = 0) {
  const text = fixed(value, digits);
  return value > 0 && /[1-9]/.test(text) ? "+" + text : text;
}

function parts(value, digits) {
  const size = Math.abs(value);
  if (!(size > 1e-290 && size < 1e290))
    throw new RangeError(`a number between 1e-290 and 1e290 is needed, not ${value}`);
  const unit = Number(`1e${digits - 1}`);
  for (let exponent = Math.floor(Math.log10(size)) - 1; ; exponent++) {
    const shifted =
      exponent <= 0 ? size * Number(`1e${-exponent}`) : size / Number(`1e${exponent}`);
    const whole = nearestWhole(shifted * unit);
    if (whole < 10 * unit) return [whole / unit, exponent];
  }
}

export function significant(value, digits = 3) {
  if (value === 0) return "0";
  const [mantissa, exponent] = parts(value, digits);
  const rounded = mantissa * Number(`1e${exponent}`);
  return fixed(Math.sign(value) * rounded, Math.max(0, digits - 1 - exponent));
}

export function scientific(value, digits = 1) {
  if (value === 0) return "0";
  const [mantissa, exponent] = parts(value, digits + 1);
  const power =
    "10" + String(exponent).replace(/[-\d]/g, (c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]);
  const sign = value < 0 ? "\u2212" : "";
  if (exponent === 0) return sign + fixed(mantissa, digits);
  return (
    sign + (digits === 0 && mantissa === 1 ? "" : fixed(mantissa, digits) + "\u00a0×\u00a0") + power
  );
}

export const percent = (share, digits = 0) => fixed(100 * share, digits) + "%";

export const plural = (number, one, many = one + "s") =>
  `${fixed(number)} ${number === 1 ? one : many}`;

export function listed(words) {
  return words.length < 3
    ? words.join(" and ")
    : words.slice(0, -1).join(", ") + ", and " + words.at(-1);
}
