(html, anchor) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  const left =
    "script, style, noscript, svg, summary, .headerlink, .katex-html, annotation, " +
    ".cell:has(.pe-question, .pe-explorer)";
  for (const element of page.querySelectorAll(left)) element.remove();
  const blocks = "h1, h2, h3, h4, p, li, td, th, pre, div";
  for (const element of page.querySelectorAll(blocks)) element.append(" ");
  const part = page.querySelector(anchor ? `article ${anchor}` : "article");
  return part ? part.textContent.replace(/\s+/g, " ").trim() : "";
}
