// Lighthouse over pages of the built site, as a phone on a slow network sees them.
//
//   node tests/site/lighthouse.mjs [--site _build/html] [--runs 3] page ...
//
// Serves the site compressed, as GitHub Pages does, runs Lighthouse on each page and prints, as JSON,
// the median of the runs by performance. test_lighthouse.py calls it.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import * as chromeLauncher from "chrome-launcher";
import lighthouse from "lighthouse";

const { values: options, positionals: pages } = parseArgs({
  allowPositionals: true,
  options: {
    site: { type: "string", default: "_build/html" },
    runs: { type: "string", default: "3" },
  },
});

const TYPES = {
  ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript",
  ".mjs": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png", ".woff": "font/woff",
  ".woff2": "font/woff2", ".json": "application/json", ".xml": "text/xml", ".txt": "text/plain",
};
const COMPRESSED = /\.(html|css|m?js|svg|json|xml|txt)$/;

function serve(directory) {
  const server = createServer((request, response) => {
    let file = join(directory, normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)));
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    if (!existsSync(file)) return response.writeHead(404).end();
    const headers = { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "cache-control": "max-age=600" };
    if (!COMPRESSED.test(file)) {
      response.writeHead(200, headers);
      return createReadStream(file).pipe(response);
    }
    response.writeHead(200, { ...headers, "content-encoding": "gzip" });
    return createReadStream(file).pipe(createGzip()).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

async function measure(url, port) {
  const { lhr } = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: "error" });
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const value = (audit) => lhr.audits[audit].numericValue;
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round(lhr.categories[name].score * 100)]),
  );
  const failed = CATEGORIES.slice(1).flatMap((name) =>
    lhr.categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1)
      .map(({ id }) => id),
  );
  return {
    ...scores,
    lcp: Math.round(value("largest-contentful-paint")),
    tbt: Math.round(value("total-blocking-time")),
    cls: Number(value("cumulative-layout-shift").toFixed(4)),
    kilobytes: Math.round(value("total-byte-weight") / 1000),
    failed,
  };
}

const server = await serve(options.site);
const address = `http://127.0.0.1:${server.address().port}`;
const chrome = await chromeLauncher.launch({
  chromePath: process.env.BROWSER_PATH || process.env.CHROME_PATH,
  chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
// A run that is stopped leaves no browser behind.
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    chrome.kill();
    process.exit(1);
  });
}
const result = {};
try {
  for (const page of pages) {
    const runs = [];
    for (let run = 0; run < Number(options.runs); run++) runs.push(await measure(`${address}/${page}`, chrome.port));
    runs.sort((a, b) => a.performance - b.performance);
    result[page] = runs[Math.floor(runs.length / 2)];
  }
} finally {
  chrome.kill();
  server.close();
}
process.stdout.write(JSON.stringify(result));
