// Where a figure tells values: for each trace that does, one of its points, in pixels of the design, and what
// may be said there: lines that lie on one another are apart by less than a pixel of the screen.

import { missing } from "../../pe_book/renderer/axis.mjs";
import { Figure } from "../../pe_book/renderer/figure.mjs";
import { nearestValue, valueText } from "../../pe_book/renderer/values.mjs";

const NEAR = 2.5;
// A browser tells the pointer's place in whole pixels.
const AROUND = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

export function hoverable(drawn, tokens) {
  const figure = new Figure(tokens);
  figure.show(drawn);
  return figure.traces.flatMap(({ type, x, y, z, across, up, hovertemplate }) => {
    if (!hovertemplate) return [];
    const points =
      type === "heatmap"
        ? y.flatMap((b, row) => x.map((a, column) => [a, missing(z[row]?.[column]) ? null : b]))
        : x.map((a, i) => [a, y[i]]);
    const shown = points
      .filter((point) => !point.some(missing))
      .map(([a, b]) => [across.at(a), up.at(b)])
      .filter(([left, top]) => across.holds(left) && up.holds(top));
    const found = shown[Math.floor(shown.length / 3)];
    const value = found && nearestValue(figure.traces, ...found);
    if (!value) return [];
    const near = AROUND.flatMap(([x, y]) =>
      figure.traces.map((trace) => nearestValue([trace], found[0] + x, found[1] + y)),
    ).filter((other) => other?.distance <= NEAR ** 2);
    const texts = [value, ...near].map(({ trace, values }) => valueText(trace, values));
    return [{ at: found, texts }];
  });
}
