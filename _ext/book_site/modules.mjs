// Bundles the modules of pe_book for the pages. Called by modules.py, with the job as JSON on standard input.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

const { root, out, together, alone } = JSON.parse(readFileSync(0, "utf8"));
const bundle = (entryPoints) =>
  build({
    entryPoints,
    bundle: true,
    splitting: true, // what is imported when it is needed stays a file of its own
    minify: true,
    format: "esm",
    target: "esnext",
    absWorkingDir: root,
    outbase: root,
    outdir: out,
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunks/[name]-[hash]",
    logLevel: "error",
  });

await Promise.all([bundle(together), ...alone.map((each) => bundle([each]))]);
