// What a figure is made of: lines, symbols and words, as paths and texts of SVG.

import { missing, px } from "./axis.mjs";

const ANCHORS = { left: "start", center: "middle", right: "end" };
// From where a text is anchored to its baseline.
const BASELINES = { top: ".9em", middle: ".35em", bottom: "-.3em" };

const [EXPONENT, RAISED] = [0.75, 0.45]; // size and height of an exponent, in letters
export const SMALLEST = 11; // pixels of the screen: no letter is smaller (explorer.css)

/** A line through all points; it breaks where one is missing. */
export function brokenLine({ x, y, across, up }) {
  let [d, pen] = ["", "M"];
  for (let i = 0; i < x.length; i++) {
    if (missing(x[i]) || missing(y[i])) pen = "M";
    else {
      d += `${pen}${px(across.at(x[i]))},${px(up.at(y[i]))}`;
      pen = "L";
    }
  }
  return d;
}

export function symbol(name = "circle", x, y, r) {
  if (name.startsWith("diamond")) {
    const q = px(1.3 * r);
    return `M${x},${px(y - q)}l${q},${q}l${-q},${q}l${-q},${-q}Z`;
  }
  return `M${px(x - r)},${y}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0Z`;
}

export function word(text, x, y, style = {}) {
  const { size = 14, color = "currentColor", xanchor = "center", yanchor = "middle" } = style;
  const family = style.family ? `;white-space:pre;font-family:${style.family}` : "";
  const place = { x: px(x), y: px(y), dy: style.dy ?? BASELINES[yanchor] };
  if (style.turned) place.transform = `rotate(-90 ${place.x} ${place.y})`;
  return [
    "text",
    { ...place, "text-anchor": ANCHORS[xanchor], fill: color, style: letters(size) + family },
    Array.isArray(text) ? spans(text) : text,
  ];
}

/** Parts of a text, [color, words] each, bold where they have a color; `^[…]` is an exponent. */
function spans(parts) {
  const tokens = parts.flatMap(([color, words]) =>
    words.split(/(\^\[|\])/).map((text) => [color, text]),
  );
  const found = [];
  let [raised, was] = [false, false];
  for (const [color, text] of tokens) {
    if (text === "^[" || text === "]") raised = text === "^[";
    else if (text) {
      found.push(spanOf(text, color, raised, was));
      was = raised;
    }
  }
  return found;
}

/** A part of a text; `was` says whether the part before it was raised. */
function spanOf(text, color, raised, was) {
  const look = color ? { fill: color, "font-weight": 700 } : {};
  if (raised) look["font-size"] = `${EXPONENT}em`;
  // In letters of the part's own size.
  if (raised !== was) look.dy = `${raised ? -RAISED / EXPONENT : RAISED}em`;
  return ["tspan", look, text];
}

const letters = (size) => `font-size:max(${size}px,var(--pe-letters,0px))`;
