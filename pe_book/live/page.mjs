// The live cells of a page. Until the first of them comes near they are code and stored output; then
// what they need is loaded: mount.mjs and all below it, in one file that the build bundles. This stands
// in the page itself, where it costs no request.

const NEAR = "600px";
const root = document.documentElement;
let attempts = 0;
let mounted = false;
let loading;

// As in renderer/explorer.mjs: what is aborted because the reader follows a link is not a failure.
let leftAt = -Infinity;
addEventListener("beforeunload", () => (leftAt = performance.now()));

/** Load what the cells need, once; where it failed, once more. */
function bring() {
  loading ??= load().finally(() => (loading = undefined));
  return loading;
}

async function load() {
  const requestedAt = performance.now();
  try {
    // A browser does not ask again for an address that failed.
    const suffix = "?".repeat(attempts++);
    const base = new URL(root.dataset.content_root, location.href);
    const python = await import(new URL(`_static/pe_book/live/python.mjs${suffix}`, base));
    const site = await python.site();
    const { mountCells } = await import(site.editor + suffix);
    mountCells(python, site);
    mounted = true;
  } catch (error) {
    if (requestedAt < leftAt) return;
    console.warn(error);
    for (const words of document.querySelectorAll(".pe-bar > noscript")) {
      const { again, failed } = words.dataset;
      const retry = document.createElement("button");
      Object.assign(retry, { type: "button", textContent: again, onclick: bring });
      words.parentElement.replaceChildren(words, retry, failed);
    }
  }
}

const near = new IntersectionObserver(
  (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    near.disconnect();
    if (!mounted) bring();
  },
  { rootMargin: NEAR },
);

function watch() {
  if ("nearOnly" in root.dataset) return;
  laidOut.disconnect();
  for (const element of document.querySelectorAll(".pe-live, .tag_hide-cell"))
    near.observe(element);
}

// Pressed before its cell can run, Run loads what that needs, and then runs.
document.addEventListener("click", async ({ target }) => {
  if (mounted || !target.closest(".pe-run")) return;
  await bring();
  if (mounted) target.closest(".pe-run").click();
});

// Before the reader's first move what is far has not been laid out (book.mjs), and so seems near.
const laidOut = new MutationObserver(watch);
// Opened as a file it can load nothing, and layout.html says what to do.
if (location.protocol !== "file:") {
  laidOut.observe(root, { attributeFilter: ["data-near-only"] });
  watch();
}
