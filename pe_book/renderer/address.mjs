// The settings in the page's address and in its history: #waves:d_model=64,base=1000;shift:pair=3

const explorers = new Map();
let visited; // the explorer whose visit wrote the current entry

/** Keep these explorers' settings in the address, and move them where it says. */
export function keepInAddress(found) {
  for (const explorer of found) explorers.set(explorer.key, explorer);
  addEventListener("popstate", restore);
  restore(history, performance.getEntriesByType("navigation")[0]?.type === "navigate");
}

/** The address of an explorer at its present settings. */
export function linkTo(explorer) {
  return `${location.href.split(/[?#]/)[0]}#${encodeURI(partOf(explorer))}`;
}

/** One step of history for one visit to an explorer, however many movements and pauses it has. */
export function writeAddress(explorer) {
  const parts = [...explorers.values()].map(partOf).filter((part) => /=/.test(part));
  const hash = parts.length ? "#" + parts.join(";") : "";
  if (hash === location.hash) return;
  const address = location.pathname + location.search + hash;
  // In a frame the steps would be steps of the page around it.
  const same = visited === explorer || parent !== window;
  history[same ? "replaceState" : "pushState"](historyState(), "", address);
  visited = explorer;
}

/** What the reader has changed in an explorer, as it is written in an address. */
function partOf(explorer) {
  const { start } = explorer.data;
  const changed = Object.entries(explorer.settings()).filter(
    ([name, value]) => value !== start[name],
  );
  return `${explorer.key}:${changed.map(([name, value]) => `${name}=${value}`).join(",")}`;
}

/** An entry of ours carries the settings of all explorers, so that Back restores them. */
const historyState = () => ({
  explorers: Object.fromEntries([...explorers].map(([key, each]) => [key, each.settings()])),
});

/** Back, Forward and reload restore what an entry carries; a new one takes what its address names. */
function restore({ state }, scroll = true) {
  visited = null;
  if (state?.explorers) {
    for (const [key, settings] of Object.entries(state.explorers))
      explorers.get(key)?.set(settings, false);
    return;
  }
  applyAddress(scroll);
  history.replaceState({ ...state, ...historyState() }, "");
}

/** Move the explorers that the address names, and no other: most links on a page name none. */
function applyAddress(scroll) {
  const found = readAddress();
  for (const [key, given] of found) {
    const explorer = explorers.get(key);
    explorer.set(explorer.controls.parsed(given, explorer.data.start), false);
  }
  if (scroll && found.size)
    document.getElementById(`explorer-${[...found.keys()][0]}`).scrollIntoView();
}

function readAddress() {
  const found = new Map();
  for (const part of decoded(location.hash.slice(1)).split(";")) {
    const [key, list] = part.split(":");
    if (!explorers.has(key)) continue;
    found.set(key, Object.fromEntries((list ?? "").split(",").map((pair) => pair.split("="))));
  }
  return found;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return ""; // a broken escape names nothing
  }
}
