import { note, on, upright } from "../declare/panels.mjs";
import { angularFrequencies, range } from "../ported/mathematics.mjs";

const ROWS = 4;
const SHORTEST = 64; // positions that the waves go over
const MAX_WAVES = 60; // more are drawn as a band
const BAND = 240; // lines that fill it
const FINENESS = 12; // points in a wave
const RADIUS = 0.42;
const HEIGHT = 0.4;
const NEAR = 15; // degrees within which a hand counts as back
const TURN = 2 * Math.PI;
// What a reader of a text knows, and about how many words it has.
const LANDMARKS = { 6: "phrase", 60: "paragraph", 600: "page", 6000: "chapter", 60000: "book" };

export function update({ d_model: dModel, base, position }) {
  const omega = Array.from(angularFrequencies(dModel, base));
  const periods = omega.map((w) => TURN / w);
  const turns = periods.map((period) => position / period);
  const away = turns.map((turn) => 360 * Math.abs(turn - Math.round(turn)));
  const back = away.map((degrees) => degrees <= NEAR);
  const shown = spread(omega.length, ROWS);
  const slots = range(0, shown.length);
  const span = SHORTEST * 2 ** Math.max(0, Math.ceil(Math.log2(position / SHORTEST)));
  const fooled = back.filter(Boolean).length;
  const finished = turns.filter((turn) => turn >= 1).length;
  const squares = omega.map((w) => 2 * (1 - Math.cos(position * w)));
  const rowsOf = (state) => slots.filter((slot) => back[shown[slot]] === state);
  const dots = (done) => periods.filter((_, j) => turns[j] >= 1 === done);
  const handsOf = (state) =>
    hands(
      rowsOf(state),
      shown.map((j) => position * omega[j]),
    );
  return {
    traces: [
      rims(rowsOf(false)),
      rims(rowsOf(true)),
      hands(
        slots,
        shown.map(() => 0),
      ),
      handsOf(false),
      handsOf(true),
      ...[Math.sin, Math.cos].map((f) =>
        waves(
          span,
          shown.map((j) => omega[j]),
          f,
        ),
      ),
      ...[false, true].map((done) => ({ x: dots(done), y: dots(done).map(() => 0) })),
      { x: shown.map((j) => periods[j]), y: shown.map(() => 0.62), text: shown },
    ],
    layout: {
      yaxis: { tickvals: slots, ticktext: shown },
      xaxis2: { range: [0, span], tickvals: range(0, 4).map((i) => (i * span) / 4) },
      shapes: [
        upright(position, [-0.5, shown.length - 0.5], "@position", 2.5, on("2")),
        upright(position, [-1, 1], "@position", 2.5, on("3")),
      ],
      annotations: Object.entries(LANDMARKS).map(([words, landmark]) =>
        note({ landmark }, Number(words), -2.6, { ...on("3"), size: 13, color: "@muted" }),
      ),
    },
    sentences: [position === 0 ? "start" : fooled === omega.length ? "fooled" : "main"],
    values: {
      hands: omega.length,
      fooled,
      finished,
      distance: Math.sqrt(squares.reduce((sum, square) => sum + square, 0)),
    },
    rows: omega.map((w, j) => [j, w, periods[j], turns[j], away[j]]),
  };
}

function spread(count, most) {
  if (count <= most) return range(0, count);
  const gaps = most - 1;
  return range(0, most).map((i) => Math.floor((2 * i * (count - 1) + gaps) / (2 * gaps)));
}

function rims(slots) {
  const around = range(0, 41).map((i) => (TURN * i) / 40);
  return {
    x: slots.flatMap(() => [...around.map((a) => RADIUS * Math.sin(a)), null]),
    y: slots.flatMap((slot) => [...around.map((a) => slot - RADIUS * Math.cos(a)), null]),
  };
}

function hands(slots, angles) {
  return {
    x: slots.flatMap((slot) => [0, RADIUS * Math.sin(angles[slot]), null]),
    y: slots.flatMap((slot) => [slot, slot - RADIUS * Math.cos(angles[slot]), null]),
  };
}

/** The waves from position 0 on; those too fast to be told apart fill a band. */
function waves(span, omega, f) {
  const [x, y] = [[], []];
  for (const [slot, w] of omega.entries()) {
    const count = (span * w) / TURN;
    const isBand = count > MAX_WAVES;
    if (isBand && f !== Math.sin) continue;
    const points = isBand ? BAND : Math.max(32, Math.ceil(FINENESS * count));
    for (let i = 0; i <= points; i++) {
      const at = (i * span) / points;
      x.push(at);
      y.push(slot - HEIGHT * (isBand ? 1 - 2 * (i % 2) : f(at * w)));
    }
    x.push(null);
    y.push(null);
  }
  return { x, y };
}
