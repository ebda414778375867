// One stylesheet out of many: rules that nothing can match are left out, addresses are kept right.
// Called by assets.py: node_modules as the argument, the job as JSON on standard input, and on
// standard output the icon fonts to cut and the characters that they must keep.
import { readFileSync } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, posix } from "node:path";

const require = createRequire(join(process.argv[2], "book"));
const postcss = require("postcss");
const { PurgeCSS } = require("purgecss");

const job = JSON.parse(readFileSync(0, "utf8"));

// Whatever may carry or make a class: the pages, and the scripts that the pages load.
const isPage = (file) => file.endsWith(".html") && !file.startsWith("_static/");
const isScript = (file) =>
  /\.m?js$/.test(file) && file.startsWith("_static/") && !file.includes("fontawesome");
const files = (await readdir(job.root, { recursive: true })).map((f) => f.replaceAll("\\", "/"));

// A tag's name, and each word in a class, id or other attribute; not the words of the text.
const inTags = (html) =>
  [...html.matchAll(/<[a-z][^>]*>/gi)].flatMap(([tag]) => tag.match(/[\w-]+/g));
// In a script, a class is a word within a string (or a selector in one).
const inStrings = (script) =>
  [...script.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/g)].flatMap(
    (m) => (m[1] ?? m[2] ?? m[3] ?? "").match(/[\w-]+/g) ?? [],
  );

function rebase(root, from) {
  const moved = (address) =>
    /^(data:|#|[a-z]+:\/\/)/i.test(address)
      ? address
      : posix.relative(posix.dirname(job.stylesheet), posix.join(posix.dirname(from), address));
  root.walkDecls((declaration) => {
    if (!declaration.value.includes("url(")) return;
    declaration.value = declaration.value.replace(
      /url\(\s*(['"]?)(.*?)\1\s*\)/g,
      (_, quote, address) => `url(${quote}${moved(address)}${quote})`,
    );
  });
}

// A font's `src` keeps the one form that every browser of today reads.
function modernOnly(root) {
  root.walkAtRules("font-face", (face) =>
    face.walkDecls("src", (src) => {
      const woff2 = postcss.list.comma(src.value).find((part) => part.includes("woff2"));
      if (woff2) src.value = woff2;
    }),
  );
}

// A stylesheet with those that it imports in their place.
async function load(name) {
  const root = postcss.parse(await readFile(join(job.root, name), "utf8"), { from: name });
  root.walkComments((comment) => comment.remove());
  root.walkAtRules("charset", (rule) => rule.remove());
  rebase(root, name);
  modernOnly(root);
  const imports = [];
  root.walkAtRules("import", (rule) => imports.push(rule));
  for (const rule of imports) {
    const address = /["']([^"']+)["']/.exec(rule.params)[1];
    rule.replaceWith((await load(posix.join(posix.dirname(name), address))).nodes);
  }
  return root;
}

// The book's own styles are small and stay whole; PurgeCSS does not see through all of `:is()`.
const [theirs, ours] = [[], []];
for (const name of job.styles) {
  (job.keep.includes(name) ? ours : theirs).push((await load(name)).toString());
}

const [bundle] = await new PurgeCSS().purge({
  css: [{ raw: theirs.join("\n") }],
  content: await Promise.all(
    files
      .filter((file) => isPage(file) || isScript(file))
      .map(async (file) => ({
        raw: await readFile(join(job.root, file), "utf8"),
        extension: isPage(file) ? "html" : "js",
      })),
  ),
  extractors: [
    { extractor: inTags, extensions: ["html"] },
    { extractor: inStrings, extensions: ["js"] },
  ],
  keyframes: true,
  safelist: ["html", "body", ":root", "*"],
  // Set by the browser or by a script after the page has come.
  dynamicAttributes: ["open", "aria-expanded", "aria-current", "data-theme", "data-mode"],
});

const css = postcss.parse([bundle.css, ...ours].join("\n"));
const codepoints = new Set();
css.walkDecls(/^(--fa|content)$/, ({ value }) => {
  for (const [, hex] of value.matchAll(/\\([0-9a-f]{3,5})/gi)) codepoints.add(parseInt(hex, 16));
});
const fonts = [];
css.walkAtRules("font-face", (face) =>
  face.walkDecls("src", (src) => {
    const address = /url\(['"]?([^'")]+)/.exec(src.value)?.[1];
    if (!address?.includes("fontawesome")) return;
    const name = posix.basename(address, ".woff2");
    const source = posix.join(posix.dirname(job.stylesheet), address).replace(/woff2$/, "ttf");
    const target = `${job.icons}/${name}.woff`;
    fonts.push({ source, target });
    src.value = `url(${posix.relative(posix.dirname(job.stylesheet), target)}) format("woff")`;
  }),
);
await writeFile(join(job.root, job.stylesheet), css.toString());
process.stdout.write(JSON.stringify({ fonts, codepoints: [...codepoints] }));
