// The one Python of a page: a worker, started when it is first needed, shared by all that runs here.
// Ending the worker is what stops a run: nothing else stops code that never looks up.

const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
const jobs = []; // the first one runs, or waits for Python to be loaded
let siteRequest = null;
let addresses = null;
let worker = null;
let ready = false;
let loaded = 0; // bytes of this worker

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
  const { worker, editor, python, notebook, packages, ...rest } = await answer.json();
  const single = Object.entries({ worker, editor, python, notebook });
  addresses = { ...rest, packages: packages.map(absolute) };
  for (const [name, address] of single) addresses[name] = absolute(address);
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
 * - `namespace`: sources of one namespace share their names; it begins with the setup cell's.
 * - `given`: values by name; a typed array arrives as a memoryview, for `bytes` or `np.asarray`.
 * - `onProgress`: gets what happens on the way: `{ waiting: true }` behind others, `{ loaded, bytes }`,
 *   `{ running: true }`, `{ output }`.
 * - `signal`: of an AbortController, which stops the run.
 * - `settings`: those of the page's explorers, by their names.
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
  if (worker) return;
  loaded = 0;
  const mine = new Worker(addresses.worker, { type: "module" });
  mine.onmessage = ({ data }) => mine === worker && receive(data);
  mine.onerror = (event) => {
    event.preventDefault();
    if (mine === worker) receive({ failed: event.message ?? "" });
  };
  worker = mine;
  worker.postMessage({ start: addresses });
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
  if (ready) worker.postMessage({ run: jobs[0].run });
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
  worker.terminate();
  worker = null;
  ready = false;
  if (startAnother) load();
  finish(answer);
}
