// What a figure shows follows its settings. A position is a real number on its way and whole at rest.

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";
const SLIDE_MS = 300; // for what changes its place

/** Where something is on its way from one number to another. */
function at({ from, to, begin, duration }, now) {
  const share = duration ? (now - begin) / duration : 1;
  return share < 1 ? from + (to - from) * share : to;
}

export class Motion {
  /** The named settings of an explorer move; `durationOf(name, distance)` gives the duration, in milliseconds. */
  constructor(names, durationOf) {
    this.names = names;
    this.durationOf = durationOf;
    this.ways = new Map();
    this.moving = false;
  }

  /** The settings as they are to be drawn now. */
  shown(settings, now = performance.now()) {
    const shown = { ...settings };
    this.moving = false;
    for (const name of this.names) {
      const to = settings[name];
      let way = this.ways.get(name);
      if (way?.to !== to) {
        const from = way ? at(way, now) : to;
        way = { from, to, begin: now, duration: this.durationOf(name, to - from) };
        this.ways.set(name, way);
      }
      shown[name] = at(way, now);
      this.moving ||= shown[name] !== to;
    }
    return shown;
  }
}

/** What has another place in the next figure goes there, where it would have jumped. */
export class Slide {
  /** `paint` draws a figure; `host` tells in an attribute that things are on their way. */
  constructor(host, paint) {
    Object.assign(this, { host, paint, from: null, to: null, begin: 0 });
  }

  /** Go to a figure from where things are now. */
  go(figure) {
    const now = performance.now();
    const moves = this.to && !matchMedia(REDUCED_MOTION).matches && isElsewhere(this.to, figure);
    // A figure that is drawn again while things are on their way does not hold them up.
    if (moves) {
      this.from = this.shown(now);
      this.begin = now;
    }
    this.to = figure;
    this.draw(now);
  }

  /** The figure as it is to be drawn now. */
  shown(now) {
    const share = Math.min(1, (now - this.begin) / SLIDE_MS);
    return this.from && share < 1 ? between(this.from, this.to, 1 - (1 - share) ** 3) : this.to;
  }

  draw(now) {
    const shown = this.shown(now);
    const moving = shown !== this.to;
    this.host.toggleAttribute("data-sliding", moving);
    this.paint(shown);
    if (!moving) this.from = null;
    else
      this.frame ??= requestAnimationFrame((then) => {
        this.frame = null;
        this.draw(Math.max(then, this.begin));
      });
  }
}

const slides = (trace, other) => trace.slides && other.x.length === trace.x.length;

const isElsewhere = (before, after) =>
  after.data.some(
    (trace, i) =>
      slides(trace, before.data[i]) && trace.x.some((x, k) => x !== before.data[i].x[k]),
  );

/** A figure on its way to another one: of what slides, a share of the way is gone. */
export function between(before, after, share) {
  const data = after.data.map((trace, i) => {
    const from = before.data[i];
    if (!slides(trace, from)) return trace;
    const x = trace.x.map((to, k) => (to === null ? null : from.x[k] + share * (to - from.x[k])));
    return { ...trace, x };
  });
  return { ...after, data };
}
