# jupyterquiz 2.9.6.4, jupyterquiz/js/numeric.js, check_numeric (quizzes in notebooks and books)
# Guess: an answer with range [3.1, 3.2] takes both ends, 3.1 and 3.2.
# Happens: the lower end is right, the upper one wrong, and the reader is told to try again. A range whose ends are equal
#   takes nothing. A fraction, 16/5, is computed before; a decimal comma is no number.
# Its script runs in node as a page would call it, with the smallest page that it touches.
. "$(dirname "$0")/_setup.sh"
install jupyterquiz==2.9.6.4
cat >page.cjs <<'EOF'
const fs = require("node:fs");
const vm = require("node:vm");

function graded(typed, range) {
  const list = { add() {} };
  const feedback = { style: {}, classList: list, parentElement: { parentElement: { id: "outer" } } };
  const classes = [];
  const input = {
    id: "q-0",
    value: typed,
    dataset: { answers: JSON.stringify([{ type: "range", range, correct: true, feedback: "Right." }]) },
    classList: { add: (name) => classes.push(name) },
    blur() {},
    closest: () => null,
  };
  const document = { getElementById: (id) => (id === "fbq" ? feedback : null) };
  const page = vm.createContext({ document, jaxify: (text) => text, console: { log() {} } });
  for (const file of process.argv.slice(2)) vm.runInContext(fs.readFileSync(file, "utf8"), page);
  page.check_numeric(input, { keyCode: 13 });
  return classes[0] === "correctButton";
}

const seen = {};
for (const typed of ["3.1", "3.15", "3.2", "31/10", "3,15"]) seen[typed] = graded(typed, [3.1, 3.2]);
const point = graded("3.2", [3.2, 3.2]);
console.log("range [3.1, 3.2]:", JSON.stringify(seen), "range [3.2, 3.2] takes 3.2:", point);
const expected = { 3.1: true, 3.15: true, 3.2: false, "31/10": true, "3,15": false };
process.exit(Object.keys(expected).every((typed) => seen[typed] === expected[typed]) && !point ? 0 : 1);
EOF
node page.cjs packages/jupyterquiz/js/{helpers,numeric}.js
