import { on, upright } from "../declare/panels.mjs";
import { angularFrequencies, range } from "../ported/mathematics.mjs";

const DIALS = 8;
const SPAN = 64;
const FINENESS = 3;
const FAST = 0.3;
const RADIUS = 0.44;
const LANE = 0.42;

export function update({ d_model: dModel, base, length, position }) {
  const omega = Array.from(angularFrequencies(dModel, base));
  const periods = omega.map((w) => (2 * Math.PI) / w);
  const unfinished = periods.map((period) => period > length);
  const shown = spread(omega.length, DIALS);
  const first = Math.max(0, Math.min(position - SPAN / 2, length - 1 - SPAN));
  const last = Math.min(first + SPAN, length - 1);
  const slots = (late) => range(0, shown.length).filter((slot) => unfinished[shown[slot]] === late);
  const turns = periods.map((period) => position / period);
  const late = unfinished.filter((is) => is).length;
  const waves = shown.map((j) => omega[j]);
  const marks = (state) => periods.filter((_, j) => unfinished[j] === state);
  return {
    traces: [
      circles(shown.length),
      ...[false, true].map((state) =>
        handLines(
          slots(state),
          shown.map((j) => position * omega[j]),
        ),
      ),
      { x: range(0, shown.length), y: shown.map(() => -0.78), text: shown },
      ...[Math.sin, Math.cos].map((f) => lanes(first, last, waves, f)),
      ...[false, true].map((state) => ({ x: marks(state), y: marks(state).map(() => 0) })),
    ],
    layout: {
      xaxis2: { range: [first, last], tickvals: ticks(first, last) },
      yaxis2: {
        tickvals: range(0, shown.length),
        ticktext: shown,
        range: [shown.length - 0.4, -0.6],
      },
      shapes: [
        upright(position, [-0.6, shown.length - 0.4], "@position", 2.5, on("2")),
        upright(length, [-1, 1], "@offset", 2.5, on("3")),
      ],
    },
    values: {
      shortest: periods[0],
      longest: periods.at(-1),
      unfinished: late,
      hands: omega.length,
      share: late / omega.length,
      most_turns: turns[0],
      fewest_turns: turns.at(-1),
    },
    rows: omega.map((w, j) => [
      j,
      w,
      periods[j],
      turns[j],
      unfinished[j] ? null : length / periods[j],
    ]),
  };
}

function spread(count, most) {
  if (count <= most) return range(0, count);
  const gaps = most - 1;
  return range(0, most).map((i) => Math.floor((2 * i * (count - 1) + gaps) / (2 * gaps)));
}

function ticks(first, last) {
  const step = [4, 8, 16].find((size) => last - first <= 4 * size);
  return range(Math.ceil(first / step) * step, last + 1, step);
}

function circles(count) {
  const around = range(0, 41).map((i) => (2 * Math.PI * i) / 40);
  return {
    x: range(0, count).flatMap((s) => [...around.map((a) => s + RADIUS * Math.sin(a)), null]),
    y: range(0, count).flatMap(() => [...around.map((a) => RADIUS * Math.cos(a)), null]),
  };
}

function handLines(slots, angles) {
  return {
    x: slots.flatMap((s) => [s, s + RADIUS * Math.sin(angles[s]), null]),
    y: slots.flatMap((s) => [0, RADIUS * Math.cos(angles[s]), null]),
  };
}

function lanes(first, last, omega, f) {
  const [x, y] = [[], []];
  for (const [slot, w] of omega.entries()) {
    const fineness = w > FAST ? FINENESS : 1;
    for (let i = 0; i <= (last - first) * fineness; i++) {
      const at = first + i / fineness;
      x.push(at);
      y.push(slot - LANE * f(at * w));
    }
    x.push(null);
    y.push(null);
  }
  return { x, y };
}
