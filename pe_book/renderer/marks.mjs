// What a figure is made of: lines, symbols and words, as paths and texts of SVG.

import { missing, px } from "./axis.mjs";

const ANCHORS = { left: "start", center: "middle", right: "end" };
// From where a text is anchored to its baseline.
const BASELINES = { top: ".9em", middle: ".35em", bottom: "-.3em" };

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
    text,
  ];
}

export const letters = (size) => `font-size:max(${size}px,var(--pe-letters,0px))`;
