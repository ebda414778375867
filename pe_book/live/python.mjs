// The one Python of a page: a worker, started when it is first needed, shared by all that runs here.
// Ending the worker is what stops a run: nothing else stops code that never looks up.

const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
const jobs = []; // the first one runs, or waits for Python to be loaded
let siteRequest = null;
let addresses = null;
let python = null; // runs, or is on its way: `{ worker }`, once what it needs is here
let ready = false;
let loaded = 0; // bytes of this Python

const absolute = (address) => new URL(address, root).href;

/** Where everything is on this site. Each page asks anew: a new edition has new addresses. */
export function site() {
  siteRequest ??= fetchSite().catch((error) => {
    siteRequest = null;
    throw error;
  });
  return siteRequest;
}

async function fetchSite() {
  const answer = await fetch(absolute("vendor/live.json"), { cache: "no-cache" });
  const { worker, editor, files, notebook, packages, ...rest } = await answer.json();
  addresses = {
    ...rest,
    ...{ worker: absolute(worker), editor: absolute(editor), notebook: absolute(notebook) },
    ...{ files: files.map(absolute), packages: packages.map(absolute) },
  };
  return addresses;
}

/** Load Python, unless it is there or on its way. */
export async function start() {
  await site();
  load();
}

/**
 * Run a source when those before it are done.
 *
 * - `given`: values by name; a typed array arrives as a memoryview, for `bytes` or `np.asarray`.
 * - `onProgress`: gets what happens on the way: `{ waiting: true }` behind others, `{ loaded, bytes }`,
 *   `{ running: true }`, `{ output }`.
 * - `signal`: of an AbortController, which stops the run.
 * - `cell`, `others`: what runner.py says of a run may point to them.
 *
 * The promise is always kept: with the `outputs`, each a kind and a text, and what runner.py says of
 * the run; or `stopped`; or the words why Python itself `failed`, perhaps while `loading`.
 */
export async function run(source, { onProgress, signal, ...details } = {}) {
  try {
    await site();
  } catch (error) {
    return { outputs: [], failed: String(error), loading: true };
  }
  if (signal?.aborted) return { outputs: [], stopped: true };
  return new Promise((resolve) => {
    const job = { run: { source, ...details }, outputs: [], onProgress, resolve };
    signal?.addEventListener("abort", () => stop(job));
    jobs.push(job);
    load();
    if (jobs.length === 1) runNext();
    else onProgress?.({ waiting: true });
  });
}

function load() {
  if (python) return;
  loaded = 0;
  const mine = {};
  python = mine;
  const hear = (message) => mine === python && receive(message);
  startWorker(mine, hear).catch((error) => hear({ failed: String(error?.message ?? error) }));
}

/** The files come to the page, which counts them: the worker (worker.mjs) may ask nobody for anything. */
async function startWorker(mine, hear) {
  const { worker, files, packages, lock } = addresses;
  const count = (bytes) => hear({ loaded: bytes });
  // All at once: what is small arrives while the large part is on its way.
  const [script, ...contents] = await Promise.all([
    fetch(worker).then((answer) => textOf(answer)),
    ...[...files, ...packages].map(async (address) => bytesOf(await fetch(address), count)),
  ]);
  if (mine !== python) return;
  mine.worker = new Worker(`data:text/javascript;charset=utf-8,${encodeURIComponent(script)}`);
  mine.worker.onmessage = ({ data }) => hear(data);
  mine.worker.onerror = (event) => {
    event.preventDefault();
    hear({ failed: event.message ?? "" });
  };
  const named = files.map((address, i) => [
    new URL(address).pathname.split("/").at(-1),
    contents[i],
  ]);
  const start = {
    lock,
    files: Object.fromEntries(named),
    packages: contents.slice(files.length),
  };
  mine.worker.postMessage({ start }, contents);
}

function textOf(answer) {
  if (!answer.ok) throw new Error(`${answer.status}: ${answer.url}`);
  return answer.text();
}

/** The bytes of an answer, each part of them counted as it arrives. */
async function bytesOf(answer, count) {
  if (!answer.ok) throw new Error(`${answer.status}: ${answer.url}`);
  const parts = [];
  const reader = answer.body.getReader(); // not every browser can go through it by `for`
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    count(part.value.length);
  }
  return new Blob(parts).arrayBuffer();
}

function receive(message) {
  if (message.loaded) {
    loaded += message.loaded;
    report({ loaded, bytes: addresses.bytes });
  } else if (message.ready) {
    ready = true;
    runNext();
  } else if (message.output) {
    jobs[0].outputs.push(message.output);
    report(message);
  } else if (message.done) finish(message.done);
  else restart({ failed: message.failed, loading: !ready });
}

function report(event) {
  jobs[0]?.onProgress?.(event);
}

function runNext() {
  if (!jobs.length) return;
  report(ready ? { running: true } : { loaded, bytes: addresses.bytes });
  if (ready) python.worker.postMessage({ run: jobs[0].run });
}

function finish(answer) {
  const job = jobs.shift();
  job?.resolve({ outputs: job.outputs, ...answer });
  runNext();
}

/** A run that waits is taken away; the one that runs ends with its Python. */
function stop(job) {
  const place = jobs.indexOf(job);
  if (place > 0) jobs.splice(place, 1)[0].resolve({ outputs: [], stopped: true });
  if (place === 0) restart({ stopped: true, lost: ready });
}

/** End this Python. If it ran, another one starts while the reader reads what the page says. */
function restart(answer) {
  const startAnother = ready || jobs.length > 1;
  python.worker?.terminate();
  python = null;
  ready = false;
  if (startAnother) load();
  finish(answer);
}
