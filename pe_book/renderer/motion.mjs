// What a figure shows follows its settings. A position is a real number on its way and whole at rest; hands
// leave an arc that fades, so that one sees which way they turned.

const SVG = "http://www.w3.org/2000/svg";
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";
const SLIDE_MS = 300; // for what changes its place
const TRAIL_MS = 900; // after which nothing is left of a trail
const SHADES = 8; // from its end to the hand

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
    this.marks = [];
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

  /** Draw the trails behind the tips, in the drawing's pixels; true as long as there is more to draw. */
  trail({ host, width, height }, tips, now = performance.now()) {
    if (this.moving) this.marks.push({ now, tips });
    this.marks = this.marks.filter((mark) => now - mark.now < TRAIL_MS);
    if (!this.marks.length && !this.sheet) return this.moving;
    this.sheet ??= this.addSheet(host, width, height);
    this.sheet.childNodes.forEach((path, shade) => path.setAttribute("d", this.arc(shade, now)));
    return this.moving || this.marks.length > 0;
  }

  /** The part of the trails of one shade: what is as old as that. */
  arc(shade, now) {
    const parts = [];
    this.marks.forEach((mark, i) => {
      const age = (now - mark.now) / TRAIL_MS;
      if (i === 0 || Math.floor((1 - age) * SHADES) !== shade) return;
      mark.tips.forEach((tip, j) => {
        const before = this.marks[i - 1].tips[j];
        if (tip && before) parts.push(`M${before}L${tip}`);
      });
    });
    return parts.join("");
  }

  addSheet(host, width, height) {
    const sheet = document.createElementNS(SVG, "svg");
    sheet.setAttribute("class", "pe-trail");
    sheet.setAttribute("viewBox", `0 0 ${width} ${height}`);
    sheet.setAttribute("aria-hidden", "true");
    for (let shade = 0; shade < SHADES; shade++) {
      const path = sheet.appendChild(document.createElementNS(SVG, "path"));
      path.setAttribute("opacity", (0.45 * (shade + 1)) / SHADES);
    }
    host.prepend(sheet);
    return sheet;
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
