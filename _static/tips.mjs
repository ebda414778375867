// The entry of a term or a citation, shown beside the mention: book.mjs asks when the reader
// points at it, comes to it by keyboard, or taps it. It is read from the page that explains it.

const LEAVING_MS = 250; // to get from a mention to its tip with the pointer
const pages = new Map(); // address -> its document, once
const tip = make("div", { id: "book-tip", popover: "manual", role: "tooltip" });
const status = make("p", { className: "pe-status", role: "status" });
document.querySelector("main").append(tip, status);
let mention = null; // whose tip is asked for or shown
let leaving;

/** Show the tip of a link until the reader leaves both, or presses Escape. */
export async function explain(link, { tapped = false } = {}) {
  clearTimeout(leaving);
  if (link === mention) return;
  hide();
  mention = link;
  const late = !pages.has(address(link));
  const content = await explanation(link).catch(() => null); // without a network the link is still there
  if (link !== mention || !content) return;
  tip.replaceChildren(content);
  if (tapped)
    tip.append(make("p", { className: "book-tip-more", textContent: "Tap again to go there." }));
  link.setAttribute("aria-describedby", tip.id);
  tip.showPopover();
  place(link);
  // A screen reader has read the link before its description was there.
  if (late && link === document.activeElement) status.textContent = tip.textContent;
}

export function hide() {
  clearTimeout(leaving);
  mention?.removeAttribute("aria-describedby");
  mention = null;
  status.textContent = "";
  if (tip.matches(":popover-open")) tip.hidePopover();
}

/** Whether a tap on this link has shown its tip, so that the next one follows it. */
export const shows = (link) => link === mention && tip.matches(":popover-open");

const address = (link) => link.href.split("#")[0];

async function explanation(link) {
  const page = address(link);
  if (!pages.has(page)) {
    const text = fetch(page).then((answer) => (answer.ok ? answer.text() : Promise.reject(page)));
    pages.set(
      page,
      text.then((html) => new DOMParser().parseFromString(html, "text/html")),
    );
    pages.get(page).catch(() => pages.delete(page));
  }
  const target = (await pages.get(page)).getElementById(decodeURIComponent(link.hash.slice(1)));
  const content = document.createDocumentFragment();
  content.append(...[...target.children].filter((e) => e.matches("p")).map(quoted));
  return content;
}

/** A copy that can stand on this page: no second id, and no link in what describes a link. */
function quoted(element) {
  const copy = document.importNode(element, true);
  for (const each of copy.querySelectorAll("[id]")) each.removeAttribute("id");
  for (const each of copy.querySelectorAll("a")) each.replaceWith(...each.childNodes);
  return copy;
}

/** Below the mention, or above it where there is more room, and within the page's width. */
function place(link) {
  const [at] = link.getClientRects();
  const { offsetWidth: width, offsetHeight: height } = tip;
  const { clientWidth, clientHeight } = document.documentElement;
  const above = at.bottom + height > clientHeight && at.top > clientHeight - at.bottom;
  tip.style.top = `${scrollY + (above ? at.top - height : at.bottom)}px`;
  tip.style.left = `${scrollX + Math.max(8, Math.min(at.left, clientWidth - width - 8))}px`;
}

function leave() {
  clearTimeout(leaving);
  leaving = setTimeout(hide, LEAVING_MS);
}

addEventListener("keydown", ({ key }) => key === "Escape" && hide());
addEventListener("pointerdown", ({ target }) => {
  if (mention && !mention.contains(target) && !tip.contains(target)) hide();
});
addEventListener("focusout", ({ target }) => target === mention && hide());
addEventListener("pointerout", ({ target, pointerType }) => {
  const left = mention?.contains(target) || tip.contains(target);
  if (left && pointerType !== "touch" && mention !== document.activeElement) leave();
});
tip.addEventListener("pointerover", () => clearTimeout(leaving));

function make(tag, properties = {}) {
  return Object.assign(document.createElement(tag), properties);
}
