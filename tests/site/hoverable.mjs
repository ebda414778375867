// Where a figure tells values: for each trace that does, one of its points, in pixels of the design, and what
// is said there.

import { Figure } from "../../pe_book/renderer/figure.mjs";
import { nearestValue, valueText } from "../../pe_book/renderer/values.mjs";

export function hoverable(drawn, tokens) {
  const figure = new Figure(drawn.layout, tokens);
  figure.show(drawn);
  return figure.traces.flatMap(({ type, x, y, across, up, hoverinfo, hovertemplate }) => {
    if (!hovertemplate || hoverinfo === "skip") return [];
    const points =
      type === "heatmap"
        ? y.flatMap((b) => x.map((a) => [across.at(a), up.at(b)]))
        : x.map((a, i) => [across.at(a), up.at(y[i])]);
    const shown = points.filter(([left, top]) => across.holds(left) && up.holds(top));
    const found = shown[Math.floor(shown.length / 3)];
    const value = found && nearestValue(figure.traces, ...found);
    return value ? [{ at: found, text: valueText(value.trace, value.values) }] : [];
  });
}
