// The search page: the sections that Pagefind finds. search.py has made its index.

const MAX_RESULTS = 30;
const article = document.querySelector(".book-found");
const field = article.querySelector("input[name=q]");
const status = article.querySelector("[role=status]");
const list = article.querySelector("ol");
let asked;

/** What is found for the words: sections with all of them, or else with any. */
async function find(pagefind, words) {
  const { results } = await pagefind.search(words);
  if (results.length) return results;
  const each = await Promise.all(words.split(/\s+/).map((word) => pagefind.search(word)));
  const scores = new Map();
  for (const result of each.flatMap(({ results }) => results)) {
    const { score } = scores.get(result.id) ?? { score: 0 };
    scores.set(result.id, { ...result, score: score + result.score });
  }
  return [...scores.values()].sort((a, b) => b.score - a.score);
}

function item({ url, meta, excerpt }) {
  const [shown, link, passage] = ["li", "a", "p"].map((tag) => document.createElement(tag));
  link.href = url;
  link.textContent = meta.title;
  passage.innerHTML = excerpt; // Pagefind has escaped all but its <mark>
  shown.append(link, passage);
  return shown;
}

async function show(words) {
  asked = words;
  list.replaceChildren();
  status.textContent = words && "Searching …";
  if (!words) return;
  try {
    const pagefind = await import("../pagefind/pagefind.js");
    // A short section, as an entry of the glossary is, counts little more than a long one.
    const ranking = { pageLength: 0.4 };
    await pagefind.options({ baseUrl: new URL("..", import.meta.url).pathname, ranking });
    const results = await find(pagefind, words);
    const shown = results.slice(0, MAX_RESULTS).map((result) => result.data());
    const sections = await Promise.all(shown);
    if (words !== asked) return;
    list.replaceChildren(...sections.map(item));
    status.textContent = results.length
      ? `Sections found: ${results.length}.`
      : "Nothing found for these words.";
  } catch (error) {
    status.textContent = "Search couldn’t be loaded. Reload the page.";
    throw error;
  }
}

field.value = new URLSearchParams(location.search).get("q") ?? "";
field.focus();
field.addEventListener("input", () => show(field.value.trim()));
show(field.value.trim());
