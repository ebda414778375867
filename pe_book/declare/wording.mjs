// Fills the templates of sentences and tables; wording.py defines placeholders, formats and words.

import * as numbers from "../text/numbers.mjs";

const PLACEHOLDER = /\{(\w*)(?::([\w ]+)(?:\(([^)]*)\))?)?\}/g;
const FORMATS = {
  fixed: numbers.fixed,
  signed: numbers.signed,
  significant: numbers.significant,
  scientific: numbers.scientific,
  percent: numbers.percent,
  plural: numbers.plural,
};

/** The sentence at one setting in parts, each with the role whose color it has, or "". */
export const parts = (wording, { sentences, values }) =>
  partsOf(sentences.map((name) => wording.sentences[name]).join(" "), wording, values);

/** The line between figure and sliders, likewise in parts. */
export const lineParts = (wording, { values }) => partsOf(wording.line, wording, values);

/** A template in parts, each with the role whose color it has, or "". */
export function partsOf(template, { colors, ...wording }, values) {
  const found = [];
  let last = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    const role = colors[match[1]];
    if (!role) continue;
    found.push(["", template.slice(last, match.index)], [role, match[0]]);
    last = match.index + match[0].length;
  }
  found.push(["", template.slice(last)]);
  return found
    .filter(([, part]) => part)
    .map(([role, part]) => [role, fill(wording, part, values)]);
}

/** The figure's data at one setting as a table. */
export function table(wording, { values, rows }) {
  return {
    header: wording.columns.map(([heading]) => fill(wording, heading, values)),
    rows: rows.map((row) =>
      wording.columns.map(([, template], i) => fill(wording, template, values, row[i])),
    ),
  };
}

/** A template with its placeholders filled; `value` is the value at hand. */
export function fill(wording, template, values, value = null) {
  return template.replace(PLACEHOLDER, (_, name, form, given) => {
    if (name && !Object.hasOwn(values, name)) throw new RangeError(`there is no value ${name}`);
    return formatted(wording, name ? values[name] : value, form, given, values);
  });
}

function formatted(wording, value, form, given, values) {
  if (Object.hasOwn(wording.words, form ?? "")) {
    const entry = wording.words[form];
    const chosen = typeof entry === "string" ? entry : (entry[key(value)] ?? entry.other);
    if (chosen === undefined)
      throw new RangeError(`words "${form}" have no entry for ${value}, and no "other"`);
    return fill(wording, chosen, values, value);
  }
  if (form === "listed")
    return numbers.listed(
      Array.from(value, (item) => formatted(wording, item, given, undefined, values)),
    );
  if (form === undefined) return typeof value === "string" ? value : numbers.fixed(value);
  if (!Object.hasOwn(FORMATS, form))
    throw new RangeError(`a format is one of ${Object.keys(FORMATS).join(", ")}, not "${form}"`);
  return FORMATS[form](value, ...(given ? given.split(", ").map(argument) : []));
}

const key = (value) =>
  typeof value === "number"
    ? Number.isInteger(value)
      ? `${value}`
      : "other"
    : `${value ?? "none"}`;

const argument = (text) => (/^\d+$/.test(text) ? Number(text) : text);
