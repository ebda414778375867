// What a run gives, as it comes: prints, what the last expression shows, an error, notes.

import { make } from "../renderer/dom.mjs";

// What scrolls can be reached by keyboard, at whatever width the page comes to have (as in book.mjs).
const reachable = new ResizeObserver((entries) => {
  for (const { target: pre } of entries) {
    if (pre.scrollWidth > pre.clientWidth || pre.scrollHeight > pre.clientHeight) pre.tabIndex = 0;
    else pre.removeAttribute("tabindex");
  }
});

export class Output {
  #pieces = []; // what came since the last frame
  #frame = null;

  constructor() {
    this.element = make("div", {
      className: "pe-output",
      role: "log",
      ariaLabel: "Output",
    });
    // What an object shows stays on this page.
    this.element.addEventListener("submit", (event) => event.preventDefault());
  }

  clear() {
    this.#pieces = [];
    this.element.replaceChildren();
  }

  add(piece) {
    this.#pieces.push(piece);
    this.#frame ??= requestAnimationFrame(() => this.#flush());
  }

  /** The run is over: show all of it, and its `error` if it has one. */
  end(error = "") {
    this.#flush();
    if (error) this.#block("pe-error", make("pre", { textContent: error.trimEnd() }));
    for (const pre of this.element.querySelectorAll("pre")) reachable.observe(pre);
  }

  note(...parts) {
    this.element.append(make("p", { className: "pe-note" }, ...parts));
  }

  /** Prints of one kind share a block. */
  #flush() {
    cancelAnimationFrame(this.#frame);
    this.#frame = null;
    for (const [kind, text] of this.#pieces.splice(0)) {
      const last = this.element.lastElementChild;
      if (kind === "html") this.#block("text_html", harmless(text));
      else if (kind === "cut") this.note(text);
      else if (last?.dataset.kind === kind) last.querySelector("pre").append(text);
      else this.#block("stream", make("pre", { textContent: text })).dataset.kind = kind;
    }
  }

  #block(kind, content) {
    const block = make("div", { className: `output ${kind}` }, content);
    this.element.append(block);
    return block;
  }
}

const RUNS = "script, iframe, frame, object, embed, base, link, meta, animate, set";
const AT_RULES = ["@media", "@supports", "@container"]; // others define names for the whole page
const LIFTS = ["popover", "popovertarget", "commandfor"]; // out of the output, over the page

/**
 * HTML that an object gave, without what would run by itself, and what reaches beyond it: styles hold
 * for it alone, and no id is one of the page's. live.css keeps what is positioned within the output.
 */
export function harmless(html) {
  const { content } = make("template", { innerHTML: html });
  for (const element of content.querySelectorAll(RUNS)) element.remove();
  const styles = [...content.querySelectorAll("style")];
  for (const element of styles) element.remove();
  for (const element of content.querySelectorAll("[id]"))
    if (document.getElementById(element.id)) element.removeAttribute("id");
  for (const element of content.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      const script = /^(?:java|vb)script:/i.test(value.replace(/[\0- ]/g, ""));
      if (script || /^on/i.test(name) || LIFTS.includes(name)) element.removeAttribute(name);
    }
  }
  if (styles.length) content.prepend(scoped(styles.map((style) => style.textContent)));
  return content;
}

/** A style whose rules hold for its parent element, and below it. */
function scoped(texts) {
  const rules = texts.flatMap((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].map((rule) => rule.cssText);
  });
  const kept = rules.filter((rule) =>
    (rule.match(/@[\w-]+/g) ?? []).every((name) => AT_RULES.includes(name)),
  );
  return make("style", { textContent: `@scope {\n${kept.join("\n")}\n}` });
}
