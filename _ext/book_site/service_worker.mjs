// The book without a network. `BOOK`, which offline.py writes in front of this, has the files of this
// edition: `files`, all but Python, are kept when the worker is installed, and `python` once it is used.
// The browser installs a new edition beside the one that is read, all of it or nothing, and shows it once
// every page of the old one is closed: never two editions at a time.
import { clientsClaim } from "workbox-core";
import { precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";

const PYTHON = `python ${registration.scope}`;
const python = new Set(BOOK.python.map((file) => new URL(file, registration.scope).href));

// What an address says beside the file, such as the words of a search, is for the page's scripts.
precacheAndRoute(BOOK.files, { ignoreURLParametersMatching: [/.*/] });
registerRoute(({ url }) => python.has(url.href), new CacheFirst({ cacheName: PYTHON }));

async function forgetOldPython() {
  const cache = await caches.open(PYTHON);
  for (const request of await cache.keys())
    if (!python.has(request.url)) await cache.delete(request);
}
addEventListener("activate", (event) => event.waitUntil(forgetOldPython()));

// The first visit's page, too, keeps the Python that it loads.
clientsClaim();
