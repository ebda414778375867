import { note, on, onHeat } from "../declare/panels.mjs";
import { angularFrequencies, linspace, range, rotationBlock } from "../ported/mathematics.mjs";

const TURN = 2 * Math.PI;
const CIRCLE = linspace(0, TURN, 121);
const ARC_POINTS = 241;
const MAX_NUMBERS = 8; // around the circle
const TIP = 1.3; // where a hand's name is, in radii
const LINE = 0.215; // the height of a line of words, on a slide, in radii

export function update({ position, offset, pair, d_model: dModel, base }) {
  const omega = angularFrequencies(dModel, base)[pair];
  const [start, end, angle] = [position * omega, (position + offset) * omega, offset * omega];
  const [from, to] = [tip(start), tip(end)];
  const block = rotationBlock(offset, omega);
  const arc = arcOf(start, angle);
  const names = namesOf(start, end);
  const { dots, numbers } = turnAround(position, omega);
  return {
    traces: [
      clock(dots, omega),
      { x: arc.map(([x]) => x), y: arc.map(([, y]) => y) },
      { x: [0, from[0]], y: [0, from[1]] },
      { x: [0, to[0]], y: [0, to[1]] },
      { z: block },
      { z: from.map((entry) => [entry]) },
      { z: to.map((entry) => [entry]) },
    ],
    layout: {
      annotations: [
        ...numbersAround(numbers, omega, names),
        word({ p: position }, names[0], { color: "@position", size: 13 }),
        word({ shifted: position + offset }, names[1], { axes: "5", color: "@offset", size: 13 }),
        word({ turn: inDegrees(angle) }, [0.5, -0.79], { axes: "2", color: "@pair" }),
        word({ vector: position }, [0, -0.79], { axes: "3", color: "@position" }),
        word({ vector: position + offset }, [0, -0.79], { axes: "4", color: "@offset" }),
        ...block.flatMap((line, y) => line.map((value, x) => entry(value, x, y, "2"))),
        ...from.map((value, y) => entry(value, 0, y, "3")),
        ...to.map((value, y) => entry(value, 0, y, "4")),
      ],
    },
    sentences: [offset ? "turned" : "identity"],
    values: {
      end: position + offset,
      omega,
      angle,
      degrees: inDegrees(angle),
      turns: Math.floor(Math.abs(angle) / TURN),
      sine: 2 * pair,
      cosine: 2 * pair + 1,
      places: [position + offset],
      answers: [((inDegrees(end) % 360) + 360) % 360],
    },
    rows: [
      ["start", ...from],
      ["end", ...to],
      ["new sine", ...block[0]],
      ["new cosine", ...block[1]],
    ],
  };
}

/** The tip of a hand, clockwise from the top: its sine and its cosine. */
const tip = (angle, radius = 1) => [radius * Math.sin(angle), radius * Math.cos(angle)];

/** An arc from one hand to the other; what turns more than once becomes a spiral. */
function arcOf(start, angle) {
  const growth = 0.4 * Math.min(1, Math.abs(angle) / (7 * TURN));
  return linspace(0, 1, ARC_POINTS).map((step) => tip(start + angle * step, 0.4 + growth * step));
}

/** The whole turn in which a position lies: what is between its numbers, and between its dots. */
function turnAround(position, omega) {
  const wavelength = TURN / omega;
  const begin = wavelength * Math.floor(position / wavelength + 1e-9);
  const power = 10 ** Math.floor(Math.log10(wavelength / MAX_NUMBERS));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((each) => each * power).find((each) => each * MAX_NUMBERS >= wavelength),
  );
  const every = (each) =>
    range(Math.ceil(begin / each - 1e-9), Math.ceil((begin + wavelength) / each - 1e-9)).map(
      (i) => i * each,
    );
  const numbers = every(step);
  const gap = (numbers[0] + wavelength - numbers.at(-1)) * omega;
  // The last number would stand on the first.
  if (gap < 0.14 + 0.08 * String(numbers.at(-1)).length) numbers.pop();
  return { numbers, dots: every(Math.max(1, step / 10)) };
}

/** The circle, and a dot for each position of this turn, or for every tenth, hundredth, ... */
function clock(dots, omega) {
  const circle = CIRCLE.map((angle) => tip(angle));
  const points = [...circle, ...dots.flatMap((p) => [[null, null], tip(p * omega)])];
  return {
    x: points.map(([x]) => x),
    y: points.map(([, y]) => y),
    marker: { size: points.map((_, i) => (i < circle.length ? 0.1 : 4)) },
  };
}

/** The numbers of positions around the circle, except where a hand's name is. */
function numbersAround(numbers, omega, names) {
  return numbers
    .map((p) => [p, tip(p * omega, 1.13)])
    .filter(([, [x, y]]) =>
      names.every((name) => Math.abs(name[1] - y) > LINE || Math.abs(name[0] - x) > 0.85),
    )
    .map(([p, place]) => word({ label: p }, place, { color: "@muted", size: 12 }));
}

/** Where the names of two hands are: beyond their tips, one below the other where they would overlap. */
function namesOf(start, end) {
  const names = [tip(start, TIP), tip(end, TIP)];
  const [[x, y], [otherX, otherY]] = names;
  if (Math.abs(x - otherX) > 0.85 || Math.abs(y - otherY) > LINE) return names;
  const between = (y + otherY) / 2;
  const middle =
    Math.abs(between) > 0.8 ? Math.sign(between) * Math.max(1.4, Math.abs(between)) : between;
  const shift = otherY > y ? LINE / 2 : -LINE / 2;
  return [
    [x, middle - shift],
    [otherX, middle + shift],
  ];
}

const inDegrees = (angle) => (angle * 180) / Math.PI;

/** Words at a place; beside the circle they lead away from it. */
function word(text, [x, y], { axes = "", color, size = 14, xanchor }) {
  const away = x > 0.3 ? "left" : x < -0.3 ? "right" : "center";
  const anchor = xanchor ?? (axes && axes !== "5" ? "center" : away);
  return note(text, x, y, { ...on(axes), xanchor: anchor, size, color });
}

const entry = (value, x, y, axes) =>
  word({ entry: value }, [x, y], {
    axes,
    color: onHeat(value),
    size: 12,
    xanchor: "center",
  });
