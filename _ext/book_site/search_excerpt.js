(text, words) => {
  const LENGTH = 240;
  const BEFORE = 40;
  const found = words.map((word) => [...text.matchAll(RegExp(word.replace(/\W/g, "\\$&"), "g"))]);
  const places = found.flatMap((matches) =>
    // A word that the page has everywhere says less about which of its passages is meant.
    matches.map(({ index, 0: word }) => ({ index, word, weight: 1 / matches.length })),
  );
  places.sort((a, b) => a.index - b.index);
  let best = { index: 0, weight: 0 };
  for (const [first, { index }] of places.entries()) {
    const near = new Map();
    for (const place of places.slice(first)) {
      if (place.index > index + LENGTH - 2 * BEFORE) break;
      near.set(place.word, place.weight);
    }
    const weight = [...near.values()].reduce((sum, each) => sum + each, 0) + near.size;
    if (weight > best.weight) best = { index, weight };
  }
  return Math.max(0, text.indexOf(" ", best.index - BEFORE));
}
