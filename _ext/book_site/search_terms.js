(searchTerms, excludedTerms) => {
  const { terms, titleterms, docnames, titles, filenames } = Search._index;
  const tables = [
    { table: terms, whole: Scorer.term, part: Scorer.partialTerm },
    { table: titleterms, whole: Scorer.title, part: Scorer.partialTitle },
  ];
  const found = (value) => (Array.isArray(value) ? value : [value]);
  // For each word the pages that have it, with the most that it counts for there.
  const pagesOf = (word) => {
    const pages = new Map();
    const count = (value, score) => {
      for (const page of found(value)) pages.set(page, Math.max(score, pages.get(page) ?? 0));
    };
    for (const { table, whole, part } of tables) {
      const known = Object.hasOwn(table, word);
      if (known) count(table[word], whole);
      // Of a word that stands in the book, as "flash", also those that begin with it.
      if (word.length > 2)
        for (const term of Object.keys(table))
          if (known ? term.startsWith(word) : term.includes(word)) count(table[term], part);
    }
    return pages;
  };
  const words = [...searchTerms].map((word) => ({ word, pages: pagesOf(word) }));
  const known = words.filter(({ pages }) => pages.size);
  Search.missing = words
    .filter(({ pages }) => !pages.size)
    .map(({ word }) => Search.typed.get(word) ?? word);

  // A word of few pages says more about what is meant than one of many.
  const weight = ({ pages }) => Math.log(1 + docnames.length / pages.size);
  const all = known.reduce((sum, each) => sum + weight(each), 0);
  const results = [];
  for (const [page, name] of docnames.entries()) {
    const here = known.filter(({ pages }) => pages.has(page));
    const excluded = [...excludedTerms].some((term) => pagesOf(term).has(page));
    if (!here.length || excluded) continue;
    const covered = here.reduce((sum, each) => sum + weight(each), 0) / all;
    const counts = here.reduce((sum, each) => sum + weight(each) * each.pages.get(page), 0) / all;
    results.push({ covered, item: [name, titles[page], "", null, counts, filenames[page]] });
  }
  // Not only pages with all words: a long page may have them by chance, far from each other.
  const most = Math.max(0, ...results.map(({ covered }) => covered));
  return results.filter(({ covered }) => covered >= most / 3).map(({ item }) => item);
}
