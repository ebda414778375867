# ruvector-attention-wasm 0.1.32 (npm; Rust compiled to WebAssembly), WasmLocalGlobalAttention.compute
# Guess: it takes one query with the keys and values so far, so the query is the newest token: a window of 4 is the last keys.
# Happens: the query stands in the middle of the keys. Of twelve keys a window of 4 sees places 4 to 8 (half of it on each
#   side, and the middle), a window of 2 places 5 to 7; the newest key is seen by a window of 12. One more key in the cache
#   can move the window by a place. Global tokens are the first ones, as guessed.
# Needs node; the keys are equal, so the weights show who is seen.
. "$(dirname "$0")/_setup.sh"
npm install --silent --no-audit --no-fund --prefix "$folder" ruvector-attention-wasm@0.1.32
cat >page.mjs <<'EOF'
import { readFileSync } from "node:fs";

const files = `${process.cwd()}/node_modules/ruvector-attention-wasm/ruvector_attention_wasm`;
const { initSync, WasmLocalGlobalAttention } = await import(`${files}.js`);
initSync({ module: readFileSync(`${files}_bg.wasm`) });

const row = (n, entry) => Float32Array.from({ length: n }, (_, place) => entry(place));
function seen(n, window, global = 0) {
  const keys = Array.from({ length: n }, () => row(n, () => 1));
  const values = Array.from({ length: n }, (_, key) => row(n, (place) => Number(place === key)));
  const attention = new WasmLocalGlobalAttention(n, window, global);
  return [...attention.compute(keys[0], keys, values)].flatMap((weight, key) => (weight > 1e-6 ? [key] : []));
}

const found = {};
for (const [n, window, global] of [[12, 2], [12, 4], [13, 4], [14, 4], [12, 12], [12, 4, 2]])
  found[[n, window, global ?? 0]] = seen(n, window, global).join(" ");
console.log("keys, window, global tokens -> places seen", found);
const expected = {
  "12,2,0": "5 6 7",
  "12,4,0": "4 5 6 7 8",
  "14,4,0": "5 6 7 8 9",
  "12,12,0": "0 1 2 3 4 5 6 7 8 9 10 11",
  "12,4,2": "0 1 4 5 6 7 8",
};
process.exit(Object.entries(expected).every(([asked, places]) => found[asked] === places) ? 0 : 1);
EOF
node page.mjs
