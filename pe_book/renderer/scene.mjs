// A sentence as a scene, described as plain data like a figure: word tiles in slots, at each slot the
// clocks of its position, arcs from who acts to who is acted upon. Where there is a twin, the same words with
// their nouns exchanged, both have the slots in common (twin.mjs). stage.mjs moves it, still.mjs writes it.

import { px } from "./axis.mjs";
import { cssColorAt } from "./colors.mjs";
import { SMALLEST, word } from "./marks.mjs";
import { ACCENT, CARD, rounded, tile } from "./tile.mjs";
import { answersOf, bandOf, legendOf, planOfTwins } from "./twin.mjs";

const HANDS = 4;
const SLOT = "color-mix(in srgb, var(--pe-ink) 5%, transparent)";
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
  reach: 62,
};
const IN_COLUMN = 6; // words one below another on a phone
const ON_LINE = { wide: 8, long: 9, narrow: 4 };
const FEWEST_SLOTS = 5;
const STRIP = 9; // pixels that the colors of a row are high
const BELOW = 40; // pixels for what a head looks at

/** A scene with the colors of its scale in place of their token. */
export const colored = (scene, tokens) => ({ ...scene, scale: tokens[scene.scale] });

/** The sentences of a scene, the reader's and its twin: words, labels, shares and arcs. */
export const sentencesIn = ({ words, labels, shares, arcs, twin }) => [
  { words, labels, shares, arcs },
  ...(twin ? [twin] : []),
];

/** The attributes of the SVG element around the scene. */
export const frameOf = ({ width, height }) => ({
  viewBox: `0 0 ${width} ${px(height)}`,
  style: `--pe-smallest:${SMALLEST * width}px`,
});

/** Where everything is: the size of the slots, the middle of each, and that of each sentence's tiles. */
export function planOf(scene, narrow) {
  const plan = scene.twin ? planOfTwins(scene, narrow) : planOfOne(scene, narrow);
  return { slots: plan.places, ...plan };
}

function planOfOne({ words, looks, rows }, narrow) {
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

/** What is drawn: `at` are the tiles' places on their way, `lit` the word whose looks stand out, `held` the
    one in the reader's hand, `wound` how far the hands have come from the top, from 0 to 1. */
export function nodesOf(scene, plan, { at = plan.places, lit, held, wound = 1 } = {}) {
  const n = scene.words.length;
  const sentences = sentencesIn(scene);
  const tiles = sentences.flatMap((each, k) =>
    each.words.map((_, i) => tile(each, plan, i, at[k * n + i], k * n + i === held)),
  );
  if (held !== undefined) tiles.push(tiles.splice(held, 1)[0]);
  const arcs = sentences.flatMap((each, k) => arcsOf(each, plan, at.slice(k * n, k * n + n), k));
  return [
    ...(scene.twin ? [bandOf(plan)] : []),
    ...plan.slots.map((place, i) => slotOf(scene, plan, place, scene.start + i, i, wound)),
    ["g", { class: "pe-looks" }, looksOf(scene, plan, at, lit)],
    ["g", { class: "pe-arcs" }, arcs],
    ...(scene.twin ? [answersOf(scene, plan), legendOf(scene, plan)] : []),
    ["g", {}, tiles],
  ];
}

// ---- a slot, which stays where it is

/** The clocks of a position, the colors of its row, and its number: below a tile, beside it in a column, or
    between two tiles. */
function slotOf(scene, plan, [x, y], position, i, wound) {
  const { clock, apart, tile, wide, small, column, roomy } = plan;
  const strip = scene.rows ? STRIP + 5 : 0;
  if (scene.twin)
    return ["g", { class: "pe-slot" }, between(scene, plan, [x, y], position, i, wound)];
  const middle = column ? plan.width - 2 * apart - 3 : x;
  const line = column ? y - strip / 2 : y + tile / 2 + 13 + clock + (scene.looks ? BELOW : 0);
  const end = line + clock + strip;
  const bottom = column ? y + tile / 2 + 4 : end + 24;
  const box = [x - wide / 2 - 3, y - tile / 2 - 4, wide + 6, bottom - y + tile / 2 + 4];
  const inside = [rounded(...box, { fill: SLOT })];
  if (!scene.rowsOnly)
    for (let j = 0; j < HANDS; j++)
      inside.push(
        ...hand(middle + (j - 1.5) * apart, line, clock, scene.omegas[j], position, wound),
      );
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

/** What two sentences have in common at a place: its number, its clocks, and the colors of its row. */
function between(scene, { clock, apart, small, shift }, [x, y], position, i, wound) {
  const line = scene.rows && !scene.rowsOnly ? y - STRIP / 2 : y;
  const inside = [];
  if (!scene.rowsOnly)
    for (let j = 0; j < HANDS; j++)
      inside.push(
        ...hand(x + shift + (j - 1.5) * apart, line, clock, scene.omegas[j], position, wound),
      );
  if (scene.rows) {
    const wide = 4 * apart - 4;
    const top = scene.rowsOnly ? y - STRIP : line + clock + 3;
    const high = scene.rowsOnly ? 2 * STRIP : STRIP;
    inside.push(cells(scene.rows[i], scene.scale, [x + shift - wide / 2, top, wide, high]));
  }
  if (scene.placed) {
    const style = { size: small, color: "var(--pe-position)" };
    inside.push(word(`${position}`, x + shift - 2 * apart - 0.35 * small, y, style));
  }
  return inside;
}

/** The label of a slot: its number alone where there is no room for more. */
function nameOf({ placed }, p, roomy) {
  if (placed) return roomy ? `position ${p}` : `${p}`;
  return roomy ? "no position" : "";
}

/** A clock, empty where there is no position. */
function hand(x, y, r, omega, position, wound) {
  const ring = { cx: px(x), cy: px(y), r, fill: CARD, stroke: "var(--pe-muted)" };
  if (omega === undefined)
    return [["circle", { ...ring, fill: "none", stroke: "var(--pe-grid)", "stroke-width": 1 }]];
  const angle = omega * position * wound;
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

// ---- arcs

/** Over the tiles, or beside a column of them, from who acts to who is acted upon; a surer one is stronger.
    Those of a twin are on its other side, and both have their answers in words elsewhere. */
function arcsOf({ words, arcs }, plan, at, which) {
  const few = arcs.length <= 2;
  const stroke = { stroke: ACCENT, "stroke-linecap": "round", "stroke-linejoin": "round" };
  return arcs.map(([one, other, weight]) => {
    const twoWays = arcs.some(([a, b]) => a === other && b === one);
    const { d, top } = arcBetween(at[one], at[other], plan, twoWays, which ? 1 : -1);
    const strength = {
      "stroke-width": px(1 + 2.6 * weight),
      opacity: px(0.15 + 0.85 * weight ** 2),
    };
    const share = `${Math.round(100 * weight)}%`;
    const text = few && !plan.column ? `${words[one]} → ${words[other]}, ${share}` : share;
    const label = word(text, ...top, { size: plan.small, color: ACCENT });
    const line = ["path", { d, fill: "none", ...stroke, ...strength }];
    return ["g", { class: "pe-arc" }, few && !plan.twins ? [line, label] : [line]];
  });
}

/** A curve with its arrowhead, and the place of its label, on one side of the tiles: -1 is above, or left. Of
    two that lead there and back one is the lower. */
function arcBetween(
  one,
  other,
  { column, tile, wide, arcs, reach: most = arcs - 22 },
  twoWays,
  side,
) {
  const [along, edge] = column ? [1, wide / 2 + 6] : [0, tile / 2 + 4];
  const [from, to] = [one[along] - 9 * twoWays, other[along] + 9 * twoWays];
  const [base, end] = [one[1 - along] + side * edge, other[1 - along] + side * edge];
  const reach = Math.min(most, (column ? 20 : 30) + 0.22 * Math.abs(to - from));
  const high = reach * (twoWays && to < from ? 0.55 : 1);
  const point = (p, q) => (column ? [q, p] : [p, q]);
  const text = (p, q) => point(px(p), px(q)).join();
  const out = (4 / 3) * high * side;
  const d =
    `M${text(from, base)}C${text(from, base + out)} ${text(to, end + out)} ${text(to, end)}` +
    `M${text(to - 6, end + 9 * side)}L${text(to, end)}L${text(to + 6, end + 9 * side)}`;
  // Beside a column two labels have no room at the same height.
  const middle = (from + to) / 2 + (column && twoWays ? 20 * Math.sign(to - from) : 0);
  return { d, top: point(middle, (base + end) / 2 + side * (high + (column ? 0 : 12))) };
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
