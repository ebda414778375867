// Says what of the book is kept on the reader's device, and keeps or removes it (service_worker.mjs keeps it).
import { gettext } from "./pe_book/declare/wording.mjs";

const WORKER = new URL("../sw.js", import.meta.url);
const SCOPE = new URL(".", WORKER).href;

const place = document.getElementById("kept");
const status = place.appendChild(document.createElement("span"));
const button = document.createElement("button");
Object.assign(button, { type: "button", hidden: true });
status.setAttribute("role", "status");
place.append(" ", button);

/** The caches of this book; others of the same host are none of ours. */
const names = async () => (await caches.keys()).filter((name) => name.endsWith(SCOPE));

async function megabytes(name) {
  const cache = await caches.open(name);
  let bytes = 0;
  for (const request of await cache.keys())
    bytes += (await (await cache.match(request)).blob()).size;
  return bytes / 1e6;
}

async function show() {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  if (registration && !registration.active) {
    status.textContent = gettext("The book is being fetched for reading without a network …");
    const worker = registration.installing ?? registration.waiting;
    await new Promise((done) => {
      worker.onstatechange = () => ["activated", "redundant"].includes(worker.state) && done();
    });
    return show();
  }
  const kept = [];
  for (const name of registration ? await names() : []) {
    const size = await megabytes(name);
    if (size >= 0.05)
      kept.push(
        name.startsWith("python")
          ? gettext("Python, {size:fixed(1)} MB", { size })
          : gettext("the book, {size:fixed(1)} MB", { size }),
      );
  }
  status.textContent = kept.length
    ? gettext("Kept on this device: {kept}.", { kept: kept.join("; ") })
    : gettext("Nothing of the book is kept on this device.");
  button.textContent = kept.length ? gettext("Remove it") : gettext("Keep the book on this device");
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
  status.textContent = gettext("This browser keeps nothing of the book on this device.");
  button.hidden = true;
}

// Where storage is blocked, or the browser knows no service workers.
show().catch(fail);
