// Lighthouse over pages of the built site, as a phone on a slow network sees them.
//
//   echo index.html | node tests/site/lighthouse.mjs [--site _build/html] [--runs 3]
//
// Serves the site compressed, as GitHub Pages does, and answers each line, a page, with a line of JSON:
// with --runs the median of that many runs by performance; without it one run that measures no time.
// lighthouse.py calls it.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import * as chromeLauncher from "chrome-launcher";
import lighthouse from "lighthouse";
import { pageFunctions } from "lighthouse/core/lib/page-functions.js";

const { values: options, positionals: flags } = parseArgs({
  allowPositionals: true,
  options: {
    site: { type: "string", default: "_build/html" },
    runs: { type: "string", default: "0" },
  },
});
const timed = Number(options.runs) > 0;
// Else Lighthouse keeps the processor busy for a second before each page, to see how quick it is.
if (!timed) pageFunctions.computeBenchmarkIndex = () => 0;

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".xml": "text/xml",
  ".txt": "text/plain",
};
const COMPRESSED = /\.(html|css|m?js|svg|json|xml|txt)$/;

function serve(directory) {
  const server = createServer((request, response) => {
    let file = join(
      directory,
      normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)),
    );
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    if (!existsSync(file)) return response.writeHead(404).end();
    const headers = {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "cache-control": "max-age=600",
    };
    if (!COMPRESSED.test(file)) {
      response.writeHead(200, headers);
      return createReadStream(file).pipe(response);
    }
    response.writeHead(200, { ...headers, "content-encoding": "gzip" });
    return createReadStream(file).pipe(createGzip()).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

// test_pages.py asks all of accessibility, of more than Lighthouse looks at. Two audits of it count for
// search, too: with them Lighthouse would run axe once more.
const CATEGORIES = [...(timed ? ["performance", "accessibility"] : []), "best-practices", "seo"];
const OF_AXE = timed ? [] : ["document-title", "image-alt"];
const COUNTS = [
  "cumulative-layout-shift",
  "total-byte-weight",
  "network-requests",
  "render-blocking-insight",
];

async function measure(url, port) {
  const { lhr } = await lighthouse(url, {
    port,
    onlyCategories: CATEGORIES,
    onlyAudits: COUNTS,
    // Sections that are not laid out yet seem to overlap: test_pages.py asks it when they are.
    skipAudits: ["target-size", ...OF_AXE],
    disableFullPageScreenshot: true,
    logLevel: "error",
  });
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const value = (audit) => lhr.audits[audit].numericValue;
  const items = (audit) => lhr.audits[audit].details.items;
  const score = (name) => Math.round(lhr.categories[name].score * 100);
  const failed = CATEGORIES.flatMap((name) =>
    lhr.categories[name].auditRefs
      .filter(
        ({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1,
      )
      .map(({ id }) => id),
  );
  return {
    ...Object.fromEntries(CATEGORIES.map((name) => [name, score(name)])),
    cls: Number(value("cumulative-layout-shift").toFixed(4)),
    kilobytes: Math.round(value("total-byte-weight") / 1000),
    requests: items("network-requests").filter(({ url }) => url.startsWith("http")).length,
    blocking: items("render-blocking-insight").length,
    failed,
    ...(timed && {
      lcp: Math.round(value("largest-contentful-paint")),
      tbt: Math.round(value("total-blocking-time")),
    }),
  };
}

const server = await serve(options.site);
const address = `http://127.0.0.1:${server.address().port}`;
const chrome = await chromeLauncher.launch({
  chromePath: process.env.BROWSER_PATH || process.env.CHROME_PATH,
  chromeFlags: ["--headless=new", ...flags],
});
// A run that is stopped leaves no browser behind.
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    chrome.kill();
    process.exit(1);
  });
}
try {
  for await (const page of createInterface({ input: process.stdin })) {
    const runs = [];
    do runs.push(await measure(`${address}/${page}`, chrome.port));
    while (runs.length < Number(options.runs));
    runs.sort((a, b) => a.performance - b.performance);
    process.stdout.write(JSON.stringify(runs[Math.floor(runs.length / 2)]) + "\n");
  }
} finally {
  chrome.kill();
  server.close();
}
