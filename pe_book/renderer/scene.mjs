// A sentence as a scene, described as plain data like a figure: word tiles in slots, under each slot the
// clocks of its position, arcs from who acts to who is acted upon. stage.mjs moves it, still.mjs writes it.

import { px } from "./axis.mjs";
import { cssColorAt } from "./colors.mjs";
import { SMALLEST, word } from "./marks.mjs";

const ACCENT = "var(--pe-accent)";
const CARD = "var(--pe-card)";
// How a tile is filled for acts, action, acted upon and none: who acts in color, who is acted upon not.
const FILLS = [
  "color-mix(in srgb, var(--pe-accent) 30%, var(--pe-card))",
  "color-mix(in srgb, var(--pe-ink) 13%, var(--pe-card))",
  CARD,
  CARD,
];
const ORDER = [0, 2, 1, 3]; // from left to right in a tile
const HANDS = 4;
const SLOT = "color-mix(in srgb, var(--pe-ink) 5%, transparent)";
const LEAST_SHARE = 0.02; // of a tile that a label needs to be seen on it
const SIZES = {
  large: { size: 26, tile: 56, clock: 15, apart: 34, small: 14, arcs: 96 },
  middle: { size: 19, tile: 42, clock: 9, apart: 21, small: 13, arcs: 84 },
  dense: { size: 16, tile: 34, clock: 7.5, apart: 18, small: 12, arcs: 30 },
};
const COLUMN = {
  size: 23,
  tile: 46,
  clock: 11,
  apart: 25,
  small: 14,
  pitch: 57,
  left: 106,
  wide: 136,
};
const IN_COLUMN = 6; // words one below another on a phone
const ON_LINE = { wide: 8, long: 9, narrow: 4 };
const FEWEST_SLOTS = 5;
const LETTER = 0.52; // the mean width of a letter, as a share of its size
const STRIP = 9; // pixels that the colors of a row are high
const BELOW = 40; // pixels for what a head looks at

/** A scene with the colors of its scale in place of their token. */
export const colored = (scene, tokens) => ({ ...scene, scale: tokens[scene.scale] });

/** The attributes of the SVG element around the scene. */
export const frameOf = ({ width, height }) => ({
  viewBox: `0 0 ${width} ${px(height)}`,
  style: `--pe-smallest:${SMALLEST * width}px`,
});

/** Where all slots are: their size, and the middle of the tile of each. */
export function planOf({ words, looks, rows }, narrow) {
  const n = words.length;
  const width = narrow ? 360 : 760;
  if (narrow && n <= IN_COLUMN && !looks) {
    const { pitch, left, wide } = COLUMN;
    const places = words.map((_, i) => [left + wide / 2, pitch * (i + 0.5) + 2]);
    return { ...COLUMN, width, height: pitch * n + 4, wide, places, column: true };
  }
  const most = narrow ? ON_LINE.narrow : n > ON_LINE.wide ? ON_LINE.long : ON_LINE.wide;
  const lines = Math.ceil(n / most);
  const across = Math.ceil(n / lines);
  const slot = Math.min(width / across, width / (narrow ? ON_LINE.narrow : FEWEST_SLOTS));
  const sizes = lines > 1 || narrow ? SIZES.dense : slot > 120 ? SIZES.large : SIZES.middle;
  const under = (looks ? BELOW : 0) + 2 * sizes.clock + (rows ? STRIP + 5 : 0) + 42;
  const pitch = sizes.arcs + sizes.tile + under;
  const first = (width - across * slot) / 2;
  const places = words.map((_, i) => [
    first + ((i % across) + 0.5) * slot,
    sizes.arcs + sizes.tile / 2 + pitch * Math.floor(i / across),
  ]);
  const wide = slot - (lines > 1 || narrow ? 8 : 12);
  return { ...sizes, width, height: pitch * lines - 8, wide, places, roomy: slot > 90 };
}

/** What is drawn: `at` are the tiles' places on their way, `lit` the word whose looks stand out,
    `held` the one in the reader's hand. */
export function nodesOf(scene, plan, { at = plan.places, lit, held } = {}) {
  const tiles = scene.words.map((_, i) => tile(scene, plan, i, at[i], i === held));
  if (held !== undefined) tiles.push(tiles.splice(held, 1)[0]);
  return [
    ...plan.places.map((place, i) => slotOf(scene, plan, place, scene.start + i, i)),
    ["g", { class: "pe-looks" }, looksOf(scene, plan, at, lit)],
    ["g", { class: "pe-arcs" }, arcsOf(scene, plan, at)],
    ["g", {}, tiles],
  ];
}

const rounded = (x, y, width, height, style) => [
  "rect",
  { x: px(x), y: px(y), width: px(width), height: px(height), rx: 9, ...style },
];

// ---- a slot, which stays where it is

/** The clocks of a position, the colors of its row, and its number: below a tile, or beside it in a column. */
function slotOf(scene, plan, [x, y], position, i) {
  const { clock, apart, tile, wide, small, column, roomy } = plan;
  const strip = scene.rows ? STRIP + 5 : 0;
  const middle = column ? plan.width - 2 * apart - 3 : x;
  const line = column ? y - strip / 2 : y + tile / 2 + 13 + clock + (scene.looks ? BELOW : 0);
  const end = line + clock + strip;
  const bottom = column ? y + tile / 2 + 4 : end + 24;
  const box = [x - wide / 2 - 3, y - tile / 2 - 4, wide + 6, bottom - y + tile / 2 + 4];
  const inside = [rounded(...box, { fill: SLOT })];
  if (!scene.rowsOnly)
    for (let j = 0; j < HANDS; j++)
      inside.push(...hand(middle + (j - 1.5) * apart, line, clock, scene.omegas[j], position));
  if (scene.rows) {
    const width = Math.min(wide - 8, 5 * apart);
    // Where there are no clocks the row has their room.
    const [top, high] = scene.rowsOnly ? [line - clock, 2 * clock + 2] : [line + clock + 4, STRIP];
    inside.push(cells(scene.rows[i], scene.scale, [middle - width / 2, top, width, high]));
  }
  const place = column ? [12, y] : [x, end + 12];
  const style = { size: small, color: "var(--pe-muted)" };
  inside.push(word(nameOf(scene, position, roomy), ...place, style));
  return ["g", { class: "pe-slot" }, inside];
}

/** The label of a slot: its number alone where there is no room for more. */
function nameOf({ placed }, p, roomy) {
  if (placed) return roomy ? `position ${p}` : `${p}`;
  return roomy ? "no position" : "";
}

/** A clock, empty where there is no position. */
function hand(x, y, r, omega, position) {
  const ring = { cx: px(x), cy: px(y), r, fill: CARD, stroke: "var(--pe-muted)" };
  if (omega === undefined)
    return [["circle", { ...ring, fill: "none", stroke: "var(--pe-grid)", "stroke-width": 1 }]];
  const angle = omega * position;
  const d = `M${px(x)},${px(y)}l${px(0.84 * r * Math.sin(angle))},${px(-0.84 * r * Math.cos(angle))}`;
  const style = { fill: "none", stroke: "var(--pe-position)", "stroke-linecap": "round" };
  return [
    ["circle", { ...ring, "stroke-width": 0.8 }],
    ["path", { d, ...style, "stroke-width": px(r / 4.5) }],
  ];
}

/** The colors of a row. */
function cells(row, scale, [left, top, width, height]) {
  const each = width / row.length;
  const place = (k) => ({
    x: px(left + k * each),
    y: px(top),
    width: px(each + 0.3),
    height: px(height),
  });
  return [
    "g",
    { class: "pe-heat" },
    row.map((value, k) => ["rect", { ...place(k), fill: cssColorAt(scale, (value + 1) / 2) }]),
  ];
}

// ---- a tile: each label has as much of it as it is likely, so that a tie is seen as one

function tile({ words, shares }, { tile, wide, size }, i, [x, y], held) {
  const left = x - wide / 2;
  const top = y - tile / 2;
  const shown = ORDER.map((label) => [FILLS[label], shares[i]?.[label] ?? 0]);
  const seen = shown.filter(([, share]) => share >= LEAST_SHARE);
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

// ---- arcs

/** Over the tiles, or beside a column of them, from who acts to who is acted upon; a surer one is stronger. */
function arcsOf({ words, arcs }, plan, at) {
  const few = arcs.length <= 2;
  const stroke = { stroke: ACCENT, "stroke-linecap": "round", "stroke-linejoin": "round" };
  return arcs.map(([one, other, weight]) => {
    const twoWays = arcs.some(([a, b]) => a === other && b === one);
    const { d, top } = arcBetween(at[one], at[other], plan, twoWays);
    const strength = {
      "stroke-width": px(1 + 2.6 * weight),
      opacity: px(0.15 + 0.85 * weight ** 2),
    };
    const share = `${Math.round(100 * weight)}%`;
    const text = few && !plan.column ? `${words[one]} → ${words[other]}, ${share}` : share;
    const label = word(text, ...top, { size: plan.small, color: ACCENT });
    const line = ["path", { d, fill: "none", ...stroke, ...strength }];
    return ["g", { class: "pe-arc" }, few ? [line, label] : [line]];
  });
}

/** A curve with its arrowhead, and the place of its label. Of two that lead there and back one is the lower. */
function arcBetween(one, other, { column, tile, wide, arcs }, twoWays) {
  const [along, edge, most] = column ? [1, wide / 2 + 6, 62] : [0, tile / 2 + 4, arcs - 22];
  const [from, to] = [one[along] - 9 * twoWays, other[along] + 9 * twoWays];
  const [base, end] = [one[1 - along] - edge, other[1 - along] - edge];
  const reach = Math.min(most, (column ? 20 : 30) + 0.22 * Math.abs(to - from));
  const high = reach * (twoWays && to < from ? 0.55 : 1);
  const point = (p, q) => (column ? [q, p] : [p, q]);
  const text = (p, q) => point(px(p), px(q)).join();
  const out = (4 / 3) * high;
  const d =
    `M${text(from, base)}C${text(from, base - out)} ${text(to, end - out)} ${text(to, end)}` +
    `M${text(to - 6, end - 9)}L${text(to, end)}L${text(to + 6, end - 9)}`;
  // Beside a column two labels have no room at the same height.
  const middle = (from + to) / 2 + (column && twoWays ? 20 * Math.sign(to - from) : 0);
  return { d, top: point(middle, (base + end) / 2 - high - (column ? 0 : 12)) };
}

/** Below the tiles: from a word to those that a head looks at, a dot at each. */
function looksOf({ words, looks }, { tile }, at, lit) {
  return (looks ?? []).map(([one, other, weight]) => {
    const [[x0, y0], [x1, y1]] = [at[one], at[other]];
    const apart = one === other ? -7 : 4 * Math.sign(x1 - x0);
    const [left, right] = [x0 + apart, x1 - apart].map(px);
    const [from, to] = [y0 + tile / 2 + 2, y1 + tile / 2 + 5].map(px);
    const deep = Math.min(BELOW - 8, 16 + 0.07 * Math.abs(x1 - x0)) * (4 / 3);
    const d = `M${left},${from}C${left},${px(from + deep)} ${right},${px(to + deep)} ${right},${to}`;
    const crowd = words.length > ON_LINE.wide ? 0.4 : 1;
    const opacity = px(
      lit === one ? 0.9 : (lit === undefined ? crowd : 0.1) * (0.25 + 0.65 * weight),
    );
    const style = { fill: "none", stroke: "currentColor", "stroke-width": px(0.6 + 3 * weight) };
    const dot = { cx: right, cy: to, r: 3, fill: "currentColor" };
    return [
      "g",
      { opacity },
      [
        ["path", { d, ...style }],
        ["circle", dot],
      ],
    ];
  });
}
