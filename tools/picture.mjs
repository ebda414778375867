// The front page's scene as parts of an animated SVG: picture.py sends the explorer and its states as a line of
// JSON, and gets what each state shows.

import { readFileSync } from "node:fs";
import { sentence } from "../pe_book/declare/wording.mjs";
import { prepare, update } from "../pe_book/explorers/sentence.mjs";
import { colored, frameOf, nodesOf, planOf } from "../pe_book/renderer/scene.mjs";
import { origins } from "../pe_book/renderer/stage.mjs";
import { markup } from "../pe_book/renderer/still.mjs";
import { figureOf, viewOf } from "../pe_book/renderer/view.mjs";

const { declared, states } = JSON.parse(readFileSync(0, "utf8"));

const shown = [];
for (const settings of states) {
  await prepare(settings);
  const view = viewOf(update(settings), settings);
  const scene = colored(figureOf(declared, view).scene, declared.tokens);
  shown.push({ view, scene, plan: planOf(scene, false) });
}

/** Each tile with how far to the left or right of its slot it was in the state before. */
function tilesOf({ scene, plan }, before, tiles) {
  const from = origins(before.scene.words, scene.words);
  return tiles.map((tile, i) => ({
    svg: markup(tile),
    from: before.plan.places[from[i]][0] - plan.places[i][0],
  }));
}

const parts = shown.map((state, k) => {
  const nodes = nodesOf(state.scene, state.plan);
  const [, , arcs] = nodes.at(-2);
  const [, , tiles] = nodes.at(-1);
  return {
    slots: nodes.slice(0, -2).map(markup).join(""),
    tiles: tilesOf(state, shown.at(k - 1), tiles),
    arcs: arcs.map(markup),
    sentence: sentence(declared.wording, state.view),
  };
});
const { width, height } = shown[0].plan;
process.stdout.write(JSON.stringify({ parts, width, height, frame: frameOf(shown[0].plan) }));
