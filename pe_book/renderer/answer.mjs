// What the explorers show at settings, for Python: node runs this, and answers a line of JSON with another.
// node.py asks for the still, the sentence and the table of an explorer; the tests ask for its view.

import { createInterface } from "node:readline";
import { lineParts, parts as sentenceParts, table } from "../declare/wording.mjs";
import { figureOf, viewOf } from "./view.mjs";
import { still } from "./still.mjs";

const arraysAsLists = (_key, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);

async function answer({ declared, settings, parts }) {
  const module = await import(`../explorers/${declared.name}.mjs`);
  await module.prepare?.(settings);
  const view = viewOf(module.update(settings), settings);
  const given = {
    view: () => view,
    figure: () => figureOf(declared, view),
    svg: () => stills(declared, view),
    parts: () => sentenceParts(declared.wording, view),
    line: () => lineParts(declared.wording, view),
    table: () => table(declared.wording, view),
    cards: () =>
      declared.cards.map((says) => sentenceParts(declared.wording, { ...view, sentences: [says] })),
  };
  return Object.fromEntries(parts.map((part) => [part, given[part]()]));
}

/** The still of an explorer, or one for a wide column and one for a narrow one. */
function stills(declared, view) {
  const drawn = (isWide, kind) =>
    still(figureOf(declared, view, isWide), declared.tokens, declared.alt, kind);
  if (!declared.wide) return drawn(false);
  return drawn(true, "pe-wide") + drawn(false, "pe-narrow");
}

for await (const line of createInterface({ input: process.stdin })) {
  const answered = await answer(JSON.parse(line)).catch((error) => ({ error: error.stack }));
  process.stdout.write(`${JSON.stringify(answered, arraysAsLists)}\n`);
}
