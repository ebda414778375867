// A view is what an explorer's `update` returns; together with what is declared in Python it is a figure.

import { fill, partsOf } from "../declare/wording.mjs";

/** A whole view: what an update leaves out, and the settings among the values. */
export const viewOf = (given, settings) => ({
  layout: {},
  sentences: ["main"],
  rows: [],
  ...given,
  values: { ...settings, ...given.values },
});

/**
 * The template of an explorer with a view merged into it: traces and a layout, or a scene; in a column that is
 * wide enough with the layout for it.
 */
export function figureOf({ template, wording, wide }, view, isWide = false) {
  const layout = isWide && wide ? merge(template.layout, wide) : template.layout;
  return {
    scene: template.scene && { ...template.scene, ...view.scene },
    data: template.data.map((trace, i) => merge(trace, view.traces[i])),
    layout: merge(layout, layoutOf(layout, wording, view)),
  };
}

/** What a view changes in the layout, its annotations after those that are there. */
function layoutOf(given, wording, { layout, values }) {
  if (!layout.annotations) return layout;
  const notes = layout.annotations.map((note) => {
    if (typeof note.text === "string") return note;
    const [[entry, value]] = Object.entries(note.text);
    if (note.rich) return { ...note, text: partsOf(wording.words[entry], wording, values) };
    return { ...note, text: fill(wording, `{:${entry}}`, values, value) };
  });
  return { ...layout, annotations: [...(given.annotations ?? []), ...notes] };
}

/** `now` laid over `old`: objects meet key by key, all else is replaced. */
export function merge(old, now) {
  if (!isPlainObject(old) || !isPlainObject(now)) return now;
  const both = { ...old };
  for (const key in now) both[key] = key in old ? merge(old[key], now[key]) : now[key];
  return both;
}

const isPlainObject = (x) =>
  typeof x === "object" && x !== null && !Array.isArray(x) && !ArrayBuffer.isView(x);
