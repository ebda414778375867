// One stylesheet out of many: esbuild joins them, PurgeCSS leaves out the rules that nothing can match.
// Called by assets.py, with the job as JSON on standard input.
import { readFileSync } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { build } from "esbuild";
import { PurgeCSS } from "purgecss";

const job = JSON.parse(readFileSync(0, "utf8"));

/** Addresses of fonts and pictures as they are seen from the bundle; the files stay where they are. */
const rebase = {
  name: "rebase",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^#]/ }, ({ kind, path, resolveDir }) => {
      if (kind !== "url-token" || path.startsWith("data:")) return;
      const file = posix.join(posix.relative(job.root, resolveDir), path);
      return { path: posix.relative(posix.dirname(job.stylesheet), file), external: true };
    }),
};

async function joined(names) {
  const contents = names.map((name) => `@import "./${name}";`).join("\n");
  const stdin = { contents, resolveDir: job.root, loader: "css" };
  const options = { bundle: true, minify: true, write: false, logLevel: "error" };
  const { outputFiles } = await build({ stdin, plugins: [rebase], ...options });
  return outputFiles[0].text;
}

// Whatever may carry or make a class: the pages, and the scripts that the pages load.
const isPage = (file) => file.endsWith(".html") && !file.startsWith("_static/");
const isScript = (file) =>
  file === job.script || (file.endsWith(".mjs") && file.startsWith("_static/"));
const files = (await readdir(job.root, { recursive: true })).map((f) => f.replaceAll("\\", "/"));

// A tag's name, and each word in a class, id or other attribute; not the words of the text.
const inTags = (html) =>
  [...html.matchAll(/<[a-z][^>]*>/gi)].flatMap(([tag]) => tag.match(/[\w-]+/g));
// In a script, a class is a word within a string (or a selector in one).
const inStrings = (script) =>
  [...script.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/g)].flatMap(
    (m) => (m[1] ?? m[2] ?? m[3] ?? "").match(/[\w-]+/g) ?? [],
  );

// The book's own styles are small and stay whole; PurgeCSS does not see through all of `:is()`.
const isOurs = (name) => /^_static\/(book\.css|pe_book\/)/.test(name);
const ours = await joined(job.styles.filter(isOurs));
const content = await Promise.all(
  files
    .filter((file) => isPage(file) || isScript(file))
    .map(async (file) => ({
      raw: await readFile(join(job.root, file), "utf8"),
      extension: isPage(file) ? "html" : "js",
    })),
);
// What they take from the theme, and what a style attribute or a script does.
const texts = [ours, ...content.map(({ raw }) => raw)];
const variables = [...new Set(texts.flatMap((text) => text.match(/--[\w-]+/g) ?? []))];
const [purged] = await new PurgeCSS().purge({
  css: [{ raw: await joined(job.styles.filter((name) => !isOurs(name))) }],
  content,
  extractors: [
    { extractor: inTags, extensions: ["html"] },
    { extractor: inStrings, extensions: ["js"] },
  ],
  keyframes: true,
  variables: true,
  safelist: {
    // The last ones are those of Bootstrap, which comes late (book.mjs).
    standard: ["html", "body", ":root", "*", "show", "fade", /^(bs-)?tooltip/],
    variables,
  },
  // Set by the browser or by a script after the page has come.
  dynamicAttributes: ["open", "aria-expanded", "aria-current", "data-theme", "data-mode"],
});
await writeFile(join(job.root, job.stylesheet), purged.css + ours);
