// The axes of a figure: from numbers to pixels of its design size, and back.

/** An axis of the layout, its domain from 0 to 1, or the paper's: from its numbers to the figure's pixels. */
export class Axis {
  constructor({ width, height, margin, ...layout }, name) {
    const across = name[0] === "x";
    this.name = name;
    const [own] = name.split(" domain");
    const spec = layout[`${name[0]}axis${own.slice(1)}`] ?? { range: [0, 1] };
    this.spec = own === name ? spec : { domain: spec.domain, range: [0, 1] };
    const [from, to] = this.spec.domain ?? [0, 1];
    const whole = across ? width - margin.l - margin.r : height - margin.t - margin.b;
    this.size = px((to - from) * whole);
    this.low = px(across ? margin.l + from * whole : margin.t + (1 - to) * whole);
    const [start, end] = this.spec.range;
    // The pixel of the range's start, and pixels for each unit.
    this.start = across ? this.low : this.low + this.size;
    this.unit = (across ? this.size : -this.size) / (end - start);
    this.first = start;
    this.log = this.spec.type === "log";
  }

  /** The pixel of a value; what a log axis has no place for, as position 0, is at its start. */
  at(value) {
    if (this.log && value <= 0) return this.start;
    return this.start + this.unit * ((this.log ? Math.log10(value) : value) - this.first);
  }

  valueAt(pixel) {
    const value = this.first + (pixel - this.start) / this.unit;
    return this.log ? 10 ** value : value;
  }

  holds(pixel) {
    return pixel >= this.low - 0.01 && pixel <= this.low + this.size + 0.01;
  }

  /** Pixel and word of each tick within the range. */
  ticks() {
    const { tickvals = [], ticktext } = this.spec;
    this.ticked ??= tickvals
      .map((value, i) => [px(this.at(value)), String(ticktext?.[i] ?? withMinusSign(value))])
      .filter(([at]) => this.holds(at));
    return this.ticked;
  }
}

export const px = (value) => Math.round(value * 100) / 100;
export const missing = (value) => value === null || value === undefined || Number.isNaN(value);
const withMinusSign = (value) => String(value).replace("-", "\u2212");

/** The pixels at which evenly spaced cells around these places begin and end. */
export function span(axis, places) {
  const half = places.length > 1 ? (places[1] - places[0]) / 2 : 0.5;
  return [axis.at(places[0] - half), axis.at(places.at(-1) + half)].sort((a, b) => a - b);
}
