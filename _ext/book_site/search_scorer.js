// How Sphinx's search orders what it finds (html_search_scorer). By itself it counts a word in any heading
// of a page for more than a heading that is the query, and chapters have no order. searchtools.js reads `Scorer`.

var Scorer = {
  // A heading comes before the pages that mention it. Of these the one that fits best comes first; of two
  // that fit alike a chapter, and the earlier one.
  // A function of the library comes after the heading that explains what it computes.
  score: ([page, , anchor, , score]) => {
    const chapter = /^chapters\/(\d+)/.exec(page);
    const heading = anchor && page !== "pages/library";
    return score + (heading ? 20 : 0) + (chapter ? 1 - 0.01 * chapter[1] : 0);
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 5,
  partialTitle: 1,
  term: 5,
  partialTerm: 1,
};
