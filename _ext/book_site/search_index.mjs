// Makes Pagefind's index of the pages that standard input names, each section a record of its own.
// Called by search.py.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { close, createIndex } from "pagefind";

const { site, pages, words } = JSON.parse(readFileSync(0, "utf8"));
const SECTION =
  /(?=<section[^>]* id="[^"]+"[^>]*>\s*(?:<span[^>]*><\/span>|<p class="book-above">.*?<\/p>)*\s*<h[1-6])/;
const HEADING = /<h[1-6][^>]*>([\s\S]*?)<\/h[1-6]>/;
const HEADERLINK = /<a class="headerlink"[\s\S]*?<\/a>/g;

/** The sections of a page: each from its heading to the next one, with its address. */
function sectionsOf(page) {
  const [, article] = /<article[^>]*>([\s\S]*)<\/article>/.exec(
    readFileSync(join(site, page), "utf8"),
  );
  const [, ...sections] = article.split(SECTION);
  const titleOf = (section) => HEADING.exec(section)[1].replace(HEADERLINK, "");
  const pageTitle = titleOf(sections[0]);
  return sections.map((section, i) => {
    const title = i ? `${pageTitle}: ${titleOf(section)}` : pageTitle;
    const looked = i || !words[page] ? "" : `<p data-pagefind-weight="10">${words[page]}</p>`;
    const body =
      section.replace(HEADING, `<h1 data-pagefind-meta="title">${title}</h1>`) + looked.repeat(5);
    const url = i ? `${page}#${/ id="([^"]+)"/.exec(section)[1]}` : page;
    return { url, content: `<html lang="en"><body>${body}</body></html>` };
  });
}

const { index } = await createIndex({
  // A formula is on a page three times; MathML is what reads as text.
  excludeSelectors: [
    ".headerlink",
    ".katex-html",
    "annotation",
    ".pe-explorer",
    "form.pe-question",
  ],
  includeCharacters: "_",
});
for (const section of pages.flatMap(sectionsOf)) {
  const { errors } = await index.addHTMLFile(section);
  if (errors.length) throw new Error(`${section.url}: ${errors.join("; ")}`);
}
const outputPath = join(site, "pagefind");
rmSync(outputPath, { recursive: true, force: true });
await index.writeFiles({ outputPath });
await close();
