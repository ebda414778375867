// What a figure draws, as a test reads it.

import { Figure } from "../../pe_book/renderer/figure.mjs";

const TOKENS = { "@sine": "#0000ff", "@pair": "#00ff00" };

function shown(drawn) {
  const figure = new Figure(TOKENS);
  figure.show(drawn);
  return figure;
}

export function drawn(given) {
  const figure = shown(given);
  const [paths, shapes, words, fills] = [[], [], [], []];
  const visit = ([tag, attributes, inside], isTrace) => {
    if (tag === "path" && isTrace) paths.push(attributes.d);
    else if (tag === "path") {
      shapes.push(attributes.d);
      fills.push(attributes.fill);
    } else if (tag === "text") words.push(inside);
    if (Array.isArray(inside)) for (const each of inside) visit(each, isTrace || tag === "g");
  };
  const [_grid, ...nodes] = figure.sheet();
  for (const node of nodes) visit(node, false);
  const maps = figure.heatMaps().map((map) => {
    const { rows, columns, words: colors } = figure.pixelsOf(map);
    const bytes = new Uint8Array(colors.buffer);
    const pixels = Array.from(colors, (_, k) => Array.from(bytes.subarray(4 * k, 4 * k + 4)));
    return { rows, columns, pixels, box: figure.boxOf(map) };
  });
  return { paths, shapes, words, fills, maps };
}

/** Where ticks are written once a figure is drawn in another layout than before. */
export function ticksAfter(before, after) {
  const figure = shown(before);
  figure.sheet();
  figure.show(after);
  return figure
    .sheet()
    .filter(([tag]) => tag === "text")
    .map(([, { x, y }]) => [x, y]);
}
