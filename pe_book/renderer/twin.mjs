// Two sentences of the same words in one scene, on both sides of the clocks that belong to the places: one
// below the other, or in a narrow column side by side; with what is answered to each, whether that is the
// same, and what the fill of a tile means.

import { px } from "./axis.mjs";
import { word } from "./marks.mjs";
import { ACCENT, FILLS, rounded } from "./tile.mjs";

const BAND = "color-mix(in srgb, var(--pe-ink) 6%, transparent)";
const DECIDED = 2 / 3;
const FEWEST_SLOTS = 5;
const VERBS = {
  ...{ chased: "chases", watched: "watches", heard: "hears" },
  ...{ followed: "follows", fed: "feeds", liked: "likes" },
};
const LETTER = 0.45; // the mean width of a letter without serifs, as a share of its size
const ACROSS = {
  ...{ width: 760, tile: 50, size: 26, small: 15, answer: 17, sign: 46 },
  ...{ arcs: 78, reach: 46, band: 52, side: 62 },
};
const DOWN = {
  ...{ width: 360, tile: 40, size: 21, small: 13.5, answer: 15.5, sign: 32, pitch: 47 },
  ...{ arcs: 31, reach: 31, band: 106, wide: 84 },
};

/** Where everything is: `places` of the tiles of both, `slots` between them. */
export function planOfTwins(scene, narrow) {
  return { ...(narrow ? down(scene) : across(scene)), twins: true };
}

function across({ words }) {
  const { width, tile, arcs, band, side } = ACROSS;
  const n = words.length;
  const slot = (width - side) / Math.max(n, FEWEST_SLOTS);
  const first = (width - n * slot) / 2;
  const lines = [arcs, arcs + tile + 8, arcs + tile + band + 16].map(
    (top, i) => top + [tile, band, tile][i] / 2,
  );
  const at = (y) => words.map((_, i) => [first + (i + 0.5) * slot, y]);
  const apart = Math.min(27, (slot - 28) / 4);
  return {
    ...ACROSS,
    ...{ apart, clock: 0.43 * apart, shift: 8, wide: slot - 12 },
    places: [...at(lines[0]), ...at(lines[2])],
    slots: at(lines[1]),
    box: [0, lines[1] - band / 2, width, band],
    signAt: [width - side / 4, lines[1]],
    answers: [
      [width / 2, 12],
      [width / 2, lines[2] + tile / 2 + arcs - 12],
    ],
    legend: lines[2] + tile / 2 + arcs + 14,
    height: lines[2] + tile / 2 + arcs + 26,
  };
}

function down({ words }) {
  const { width, arcs, band, wide, pitch } = DOWN;
  const edge = arcs + 6 + wide / 2;
  const columns = [edge, width / 2, width - edge];
  const at = (x) => words.map((_, i) => [x, pitch * (i + 0.5)]);
  const high = pitch * words.length;
  return {
    ...DOWN,
    ...{ column: true, apart: 20.5, clock: 9, shift: 8 },
    places: [...at(columns[0]), ...at(columns[2])],
    slots: at(columns[1]),
    box: [(width - band) / 2, 1, band, high - 2],
    signAt: [width / 2, high + 15],
    answers: [
      [columns[0], high + 15],
      [columns[2], high + 15],
    ],
    legend: high + 42,
    height: high + 53,
  };
}

/** The ground of the clocks. */
export const bandOf = ({ box: [x, y, width, height] }) =>
  rounded(x, y, width, height, { fill: BAND });

/** The answer to each sentence in words, and whether it is the same. */
export function answersOf({ words, arcs, twin, same }, plan) {
  const verb = verbOf(words);
  const style = { size: plan.answer, color: ACCENT };
  const n = words.length;
  const answers = [{ words, arcs }, twin].map((each, k) => {
    const [x, y] = plan.answers[k];
    const ends = each.arcs.flatMap((arc) => arc.slice(0, 2).map((i) => plan.places[k * n + i][0]));
    const over = plan.column || !ends.length ? x : (Math.min(...ends) + Math.max(...ends)) / 2;
    return word(answer(each, verb, plan.column), over, y, style);
  });
  const color = same ? "var(--pe-alarm)" : "var(--pe-agrees)";
  const sign = word(same ? "=" : "≠", ...plan.signAt, { size: plan.sign, color });
  return ["g", { class: "pe-answers" }, [...answers, sign]];
}

/** Each arc as a clause with its share; in a narrow column a sure one alone, or the shares of two. */
function answer({ words, arcs }, verb, narrow) {
  const clauses = arcs
    .map(([one, other, weight]) => [
      `${words[one]} ${verb} ${words[other]}`,
      Math.round(100 * weight),
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (!clauses.length) return "nobody";
  const sure = arcs.length === 1 && arcs[0][2] >= DECIDED;
  if (!narrow) return clauses.map(([text, share]) => `${text} ${share}%`).join(", ");
  return sure ? clauses[0][0] : clauses.map(([, share]) => share).join(" : ");
}

/** What the fill of a tile means. */
export function legendOf({ words }, { legend: y, width, small }) {
  const verb = verbOf(words);
  const [filled, , empty] = FILLS;
  const items = [
    [VERBS[verb] ?? "acts", [filled]],
    [VERBS[verb] ? `is ${verb}` : "is acted upon", [empty]],
    ["can’t tell", [filled, empty]],
  ];
  const key = small + 2;
  const widths = items.map(([text]) => key + 7 + LETTER * small * text.length);
  const gap = 18;
  let x = (width - widths.reduce((a, b) => a + b) - gap * (items.length - 1)) / 2;
  const nodes = items.flatMap(([text, fills], i) => {
    const [left, top] = [x, y - key / 2];
    x += widths[i] + gap;
    const frame = { fill: "none", stroke: ACCENT, "stroke-width": 1.4, rx: 4 };
    return [
      ...fills.map((fill, k) => [
        "rect",
        {
          x: px(left + (k * key) / fills.length),
          y: px(top),
          width: px(key / fills.length),
          height: key,
          fill,
        },
      ]),
      ["rect", { x: px(left), y: px(top), width: key, height: key, ...frame }],
      word(text, left + key + 7, y, { size: small, color: "var(--pe-muted)", xanchor: "left" }),
    ];
  });
  return ["g", { class: "pe-fills" }, nodes];
}

const verbOf = (words) => words.find((word) => word in VERBS) ?? "→";
