// Python, in a thread of its own so that nothing that runs can freeze the page. This starts it and
// hands sources over; what happens between a source and its outputs is runner.py.
//
// The build puts this behind Pyodide's scripts, and python.mjs starts the whole from a `data:` address.
// Such a worker is held by the page's content security policy and has an origin of its own: code that a
// reader pastes reaches neither another host nor what the book keeps on the device.

const FOLDER = "https://pyodide.invalid/"; // where Pyodide believes its files to be

let pyodide;
let session;

self.onmessage = async ({ data: { start, run } }) => {
  try {
    if (start) await load(start);
    else self.postMessage({ done: answer(run) });
  } catch (error) {
    fail(error);
  }
};

function answer({ source, cell = "", others = [], given = {} }) {
  const values = [others, given].map((value) => pyodide.toPy(value));
  const found = session.run(source, cell, ...values);
  const result = found.toJs({ dict_converter: Object.fromEntries });
  for (const proxy of [found, ...values]) proxy.destroy();
  return result;
}

function send(kind, text) {
  self.postMessage({ output: [kind, text] });
}

// `js.close()` would end this thread without a word, and the page would wait for it for ever.
self.close = () => fail("close()");

function fail(error) {
  self.postMessage({ failed: String(error?.message ?? error) });
}

/** Start Python from its `files`, by name: this worker may not ask the site for them. */
async function load({ lock, files, packages }) {
  const ask = self.fetch;
  self.fetch = async (request) => {
    const name = new Request(request).url.slice(FOLDER.length);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(files[name], { headers: { "Content-Type": type } });
  };
  const quiet = () => {};
  pyodide = await loadPyodide({
    indexURL: FOLDER,
    lockFileContents: lock,
    stdout: quiet,
    stderr: quiet,
  });
  self.fetch = ask;
  for (const archive of packages) pyodide.unpackArchive(archive, "wheel");
  // The setup cell's imports take their time: before the first run, not in it.
  session = pyodide.pyimport("pe_book.live.runner").Session(send);
  self.postMessage({ ready: true });
}
