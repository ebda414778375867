// Says what of the book is kept on the reader's device, and keeps or removes it (service_worker.mjs keeps it).
const WORKER = new URL("../sw.js", import.meta.url);
const SCOPE = new URL(".", WORKER).href;

const place = document.getElementById("kept");
const said = place.appendChild(document.createElement("span"));
const button = document.createElement("button");
Object.assign(button, { type: "button", hidden: true });
said.setAttribute("role", "status");
place.append(" ", button);

/** The caches of this book; others of the same host are none of ours. */
const names = async () => (await caches.keys()).filter((name) => name.endsWith(SCOPE));

async function megabytes(name) {
  const cache = await caches.open(name);
  let bytes = 0;
  for (const request of await cache.keys())
    bytes += (await (await cache.match(request)).blob()).size;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

async function show() {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  if (registration && !registration.active) {
    said.textContent = "The book is being fetched for reading without a network …";
    const worker = registration.installing ?? registration.waiting;
    await new Promise((done) => {
      worker.onstatechange = () => ["activated", "redundant"].includes(worker.state) && done();
    });
    return show();
  }
  const kept = [];
  for (const name of registration ? await names() : []) {
    const size = await megabytes(name);
    if (size !== "0.0 MB")
      kept.push(`${name.startsWith("python") ? "Python" : "the book"}, ${size}`);
  }
  said.textContent = kept.length
    ? `Kept on this device: ${kept.join("; ")}.`
    : "Nothing of the book is kept on this device.";
  button.textContent = kept.length ? "Remove it" : "Keep the book on this device";
  button.onclick = () => (kept.length ? remove(registration) : keep()).then(show, fail);
  button.hidden = false;
}

async function keep() {
  bookStorage.local.setItem("offline", "yes");
  await navigator.serviceWorker.register(WORKER);
}

async function remove(registration) {
  bookStorage.local.setItem("offline", "no");
  await registration.unregister();
  for (const name of await names()) await caches.delete(name);
}

function fail() {
  said.textContent = "This browser keeps nothing of the book on this device.";
  button.hidden = true;
}

// Where storage is blocked, or the browser knows no service workers.
show().catch(fail);
