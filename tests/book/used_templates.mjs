// Which templates of a wording a view uses.

import { fill, sentence, table } from "../../pe_book/declare/wording.mjs";

export function usedTemplates(wording, view) {
  const used = new Set();
  const noted = (template) => {
    used.add(template);
    return template;
  };
  const words = Object.fromEntries(
    Object.entries(wording.words).map(([name, entry]) => [
      name,
      typeof entry === "string"
        ? entry
        : new Proxy(entry, { get: (all, key) => (key in all ? noted(all[key]) : undefined) }),
    ]),
  );
  const noting = new Proxy(words, {
    get: (all, name) => (typeof all[name] === "string" ? noted(all[name]) : all[name]),
  });
  const watched = { ...wording, words: noting };
  sentence(watched, view);
  table(watched, view);
  for (const { text } of view.layout.annotations ?? []) {
    if (typeof text === "string") continue;
    const [[entry, value]] = Object.entries(text);
    fill(watched, `{:${entry}}`, view.values, value);
  }
  return [...used];
}
