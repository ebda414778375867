// The colors of a heat map, and colors that fade.

import { missing } from "./axis.mjs";

const STEPS = 256;
const ramps = new Map();

/** A heat map as pixels, RGBA in words of 32 bits, row by row from the top; a missing value is clear. */
export function heatPixels({ z, zmin, zmax, up, y }, scale) {
  const ramp = rampOf(scale);
  const [rows, columns] = [z.length, z[0].length];
  const words = new Uint32Array(rows * columns);
  const upward = rows > 1 && up.at(y[0]) > up.at(y[1]);
  for (let r = 0, k = 0; r < rows; r++) {
    for (const value of z[upward ? rows - 1 - r : r]) {
      const step = Math.round(((STEPS - 1) * (value - zmin)) / (zmax - zmin));
      words[k++] = missing(value) ? 0 : ramp[Math.max(0, Math.min(STEPS - 1, step))];
    }
  }
  return { rows, columns, words };
}

/** A color scale, stops [share, "#rrggbb"], as so many colors. */
function rampOf(scale) {
  if (!ramps.has(scale))
    ramps.set(
      scale,
      Uint32Array.from({ length: STEPS }, (_, i) => colorAt(scale, (i + 0.5) / STEPS)),
    );
  return ramps.get(scale);
}

function colorAt(scale, share) {
  const next = Math.max(
    1,
    scale.findIndex(([at]) => at >= share),
  );
  const [[from, low], [to, high]] = [scale[next - 1], scale[next]];
  const part = (share - from) / (to - from);
  const [red, green, blue] = [1, 3, 5].map((digit) => {
    const [a, b] = [low, high].map((color) => Number.parseInt(color.slice(digit, digit + 2), 16));
    return Math.round(a + part * (b - a));
  });
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** The color of a scale at a share of it, as CSS. */
export function cssColorAt(scale, share) {
  const color = colorAt(scale, Math.max(0, Math.min(1, share)));
  const parts = [color, color >>> 8, color >>> 16].map((part) => (part & 255).toString(16));
  return `#${parts.map((part) => part.padStart(2, "0")).join("")}`;
}

/** A share of a color, over what lies below it. */
export const faded = (color, share) =>
  `color-mix(in srgb, ${color} ${Math.round(100 * share)}%, transparent)`;
