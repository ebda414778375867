// A word on a tile: each label has as much of the tile as it is likely, so that a tie is seen as one.

import { px } from "./axis.mjs";
import { word } from "./marks.mjs";

export const ACCENT = "var(--pe-accent)";
export const CARD = "var(--pe-card)";
// How a tile is filled for acts, action, acted upon and none: who acts in color, who is acted upon not.
export const FILLS = [
  "color-mix(in srgb, var(--pe-accent) 30%, var(--pe-card))",
  "color-mix(in srgb, var(--pe-ink) 13%, var(--pe-card))",
  CARD,
  CARD,
];
const ORDER = [0, 2, 1, 3]; // from left to right in a tile
const MIN_SHARE = 0.02; // of a tile that a label needs to be seen on it
export const LETTER = 0.52; // the mean width of a letter, as a share of its size

export const rounded = (x, y, width, height, style) => [
  "rect",
  { x: px(x), y: px(y), width: px(width), height: px(height), rx: 9, ...style },
];

export function tile({ words, shares }, { tile, wide, size }, i, [x, y], held) {
  const left = x - wide / 2;
  const top = y - tile / 2;
  const shown = ORDER.map((label) => [FILLS[label], shares[i]?.[label] ?? 0]);
  const seen = shown.filter(([, share]) => share >= MIN_SHARE);
  if (!seen.length) seen.push([CARD, 1]);
  const all = seen.reduce((sum, [, share]) => sum + share, 0);
  // Long words in a narrow slot have smaller letters.
  const fitting = Math.min(size, (wide - 10) / (LETTER * words[i].length));
  let from = left;
  const bands = seen.map(([fill, share]) => {
    const part = (wide * share) / all;
    const box = { x: px(from), y: px(top), width: px(part), height: tile };
    from += part;
    const attributes = { ...box, viewBox: `${box.x} ${box.y} ${box.width} ${box.height}` };
    return ["svg", attributes, [rounded(left, top, wide, tile, { fill })]];
  });
  const color = shares[i] ? "currentColor" : "var(--pe-muted)";
  const [tag, at, text] = word(words[i], x, y, { size: fitting, color });
  const [acts, , upon] = shares[i] ?? [0, 0, 0];
  const stroke = acts + upon > 0.5 ? ACCENT : "var(--pe-muted)";
  const frame = { fill: "none", stroke, "stroke-width": held ? 3.5 : 1.8 };
  if (!shares[i]) frame["stroke-dasharray"] = "4";
  const letters = [tag, { ...at, class: "pe-tile-word" }, text];
  return ["g", {}, [...bands, rounded(left, top, wide, tile, frame), letters]];
}
