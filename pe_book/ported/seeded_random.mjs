// The same as seeded_random.py, whose docstrings say what each function gives.

import { range } from "./mathematics.mjs";

export function seededNumbers(text, count) {
  let state = 2166136261;
  for (const letter of new TextEncoder().encode(text))
    state = Math.imul(state ^ letter, 16777619) >>> 0;
  return range(0, count).map(() => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 31 - 1;
  });
}

export function seededRows(text, rows, columns) {
  const flat = seededNumbers(text, rows * columns);
  return range(0, rows).map((r) => flat.slice(r * columns, (r + 1) * columns));
}
