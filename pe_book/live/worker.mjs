// Python, in a thread of its own so that nothing that runs can freeze the page. This loads it and
// hands sources over; what happens between a source and its outputs is runner.py.

let pyodide;
let runner;
const sessions = new Map(); // by their namespaces

self.onmessage = async ({ data: { start, run } }) => {
  try {
    if (start) await load(start);
    else self.postMessage({ done: answer(run) });
  } catch (error) {
    fail(error);
  }
};

function answer({ source, namespace = "", cell = "", others = [], given = {}, settings = {} }) {
  const values = [others, given, settings].map((value) => pyodide.toPy(value));
  const found = session(namespace).run(source, cell, ...values);
  const plain = found.toJs({ dict_converter: Object.fromEntries });
  for (const proxy of [found, ...values]) proxy.destroy();
  return plain;
}

function session(namespace) {
  if (!sessions.has(namespace)) sessions.set(namespace, runner.Session(send));
  return sessions.get(namespace);
}

function send(kind, text) {
  self.postMessage({ output: [kind, text] });
}

function fail(error) {
  self.postMessage({ failed: String(error?.message ?? error) });
}

async function load({ python, lock, packages }) {
  // Pyodide has no option for it. This scope is no page's: it holds nothing but this and Pyodide.
  self.fetch = countingFetch(self.fetch.bind(self));
  // All at once: what is small arrives while the large part is on its way.
  const archives = packages.map(
    async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer()),
  );
  const { loadPyodide } = await import(`${python}pyodide.mjs`);
  const quiet = () => {};
  pyodide = await loadPyodide({
    indexURL: python,
    lockFileContents: lock,
    stdout: quiet,
    stderr: quiet,
  });
  for (const archive of archives) pyodide.unpackArchive(await archive, "wheel");
  runner = pyodide.pyimport("pe_book.live.runner");
  session(""); // the setup cell's imports take their time: before the first run, not in it
  self.postMessage({ ready: true });
}

/** A `fetch` that reports its progress and its failures, for which Pyodide would wait forever. */
function countingFetch(plain) {
  return async (...request) => {
    const response = plain(...request);
    reportBytes(response).catch(fail);
    return response;
  };
}

/** Tell the page of the bytes of a response (a promise) as they arrive. */
async function reportBytes(promise) {
  const response = await promise;
  if (!response.ok) throw new Error(`${response.status}: ${response.url}`);
  // A copy: who compiles what the browser itself fetched finds it compiled the next time.
  const reader = response.clone().body.getReader(); // not every browser can go through it by `for`
  for (let part = await reader.read(); !part.done; part = await reader.read())
    self.postMessage({ loaded: part.value.length });
}
