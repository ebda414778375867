// The twin of implementations.py: what each exhibit has at position p and column c. A table is made
// entry by entry, so that a check may ask for a far row alone.

const { sin, cos, fround, exp, log } = Math;
const pair = (c) => Math.floor(c / 2);
const wave = (c, angle) => (c % 2 ? cos(angle) : sin(angle));
const pairs = (d) => Math.ceil(d / 2);

/** The table of the formula; `omega` gives the frequency of a column. */
const table = (omega) => (p, c) => wave(c, p * omega(c));
const power = (d, B) => (j) => B ** ((-2 * j) / d);

/** The exhibits by name: functions of length, width and base that give an entry. */
export const MISTAKES = {
  "double step": (_, d, B) => (p, c) => wave(c, p / B ** ((4 * pair(c)) / d)),
  "column as pair": (_, d, B) => (p, c) => wave(c, p / B ** ((2 * c) / d)),
  "a frequency for each column": (_, d, B) => (p, c) => wave(c, p / B ** (c / d)),
  "cosine exponent": (_, d, B) => (p, c) => wave(c, p / B ** ((2 * (pair(c) + (c % 2))) / d)),
  "end point reached": (_, d, B) => table((c) => B ** (-pair(c) / Math.max(pairs(d) - 1, 1))),
  halves: (_, d, B) => (p, c) =>
    c < pairs(d) ? sin(p * power(d, B)(c)) : cos(p * power(d, B)(c - pairs(d))),
  "frequencies from one": (_, d, B) => table((c) => power(d, B)(pair(c) + 1)),
  "positions from one": (_, d, B) => (p, c) => wave(c, (p + 1) * power(d, B)(pair(c))),
  "parity of the position": (_, d, B) => (p, c) => wave(p, p / B ** ((2 * pair(c)) / d)),
  "odd width crashes": (_, d, B) => {
    if (d % 2) throw new RangeError("one column of cosines too many");
    return table((c) => power(d, B)(pair(c)));
  },
  "sine and cosine swapped": (_, d, B) => (p, c) => wave(c + 1, p * power(d, B)(pair(c))),
  "frequencies reversed": (_, d, B) => table((c) => power(d, B)(pairs(d) - 1 - pair(c))),
  "float32 angles": (_, d, B) => (p, c) =>
    fround(wave(c, fround(p * fround(exp(fround(2 * pair(c) * fround(-log(B) / d))))))),
  "batch axis": () => (_, c) => wave(c, 0),
  "axes exchanged": (length, d, B) => (p, c) =>
    p < d && c < length ? wave(p, c / B ** ((2 * pair(p)) / d)) : 0,
  "floor division": (_, d, B) => table((c) => exp(pair(c) * Math.floor(-log(B) / d / 2))),
  "power exchanged": (_, d, B) => table((c) => ((2 * pair(c)) / d) ** (1 / B)),
  "sine alone": (_, d, B) => (p, c) => sin(p * B ** (-c / d)),
};
