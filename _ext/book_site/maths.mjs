// KaTeX for maths.py: for each line [formula, display] on standard input one line with its HTML, or with
// the reason why there is none. Called with the path of node_modules.
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const katex = createRequire(join(process.argv[2], "book"))("katex");

function rendered(latex, displayMode) {
  try {
    return { html: katex.renderToString(latex, { displayMode }) };
  } catch (error) {
    return { error: error.message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(rendered(...JSON.parse(line))));
}
