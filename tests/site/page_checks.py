"""What is measured of a page: accessibility, overflow, shifts, two themes."""

from __future__ import annotations

import contextlib
import json
from collections import Counter

from tests.site.reader import SETTLED, Visit

# Collected for half a second, because the browser reports a frame's shifts after the frame.
LAYOUT_SHIFTS = """(since) => new Promise((done) => {
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const moved = ({ node, previousRect, currentRect }) =>
    `${node?.className}: ${box(previousRect)} -> ${box(currentRect)}`;
  const shifts = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries()))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(shifts.filter(({ startTime }) => startTime >= since)
    .map(({ value, sources }) => [value, ...sources.map(moved)])), 500);
})"""


def layout_shifts(page, since: float = 0) -> list[list]:
    """The layout shifts of a page from a time on, in milliseconds since its navigation.

    Each is its score, then the classes of each element that moved, with its x, y, width and height
    before and after.
    """
    return page.evaluate(LAYOUT_SHIFTS, since)


# Off by default in axe, as experimental or AAA.
EXTRA_AXE_RULES = (
    "identical-links-same-purpose",
    "label-content-name-mismatch",
    "table-fake-caption",
    "target-size",
    "td-has-header",
)
# Describing passes would take a third of the time.
ASKED = {
    "resultTypes": ["violations"],
    "selectors": False,
    "rules": {rule: {"enabled": True} for rule in EXTRA_AXE_RULES},
}


def violations(page, axe: str, within=None) -> list[str]:
    """Return axe's violations of WCAG 2.2 AA and best practices, each with its first element.

    `within`, a locator, restricts the check to an element.
    """
    page.evaluate(SETTLED)
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(axe)
    found = page.evaluate(
        """async ([within, asked]) => {
          const at = scrollY;
          // What is inserted late, such as a cell's button, fades in: at first its contrast is low.
          const noMotion = new CSSStyleSheet();
          noMotion.replaceSync("* { animation: none !important; transition: none !important }");
          document.adoptedStyleSheets.push(noMotion);
          // Scrolled down, targets can lie under the page's header.
          scrollTo({ top: 0, behavior: "instant" });
          const found = await axe.run(within ?? document, asked);
          scrollTo({ top: at, behavior: "instant" });
          document.adoptedStyleSheets.pop();
          return JSON.stringify(found.violations);
        }""",
        [within and within.element_handle(), ASKED],
    )
    return [
        f"axe {rule['id']} ({len(rule['nodes'])}): {rule['nodes'][0]['html'][:200]}"
        f" -- {rule['nodes'][0]['failureSummary']}"
        for rule in json.loads(found)
    ]


# Takes all else but the title off the root, and gives what puts it back.
ALONE = """(part, root) => {
  const back = [];
  for (let kept = part; !kept.matches(root); kept = kept.parentElement)
    for (const other of kept.parentElement.querySelectorAll(":scope > :not(h1)")) {
      if (other === kept) continue;
      const place = document.createComment("");
      other.replaceWith(place);
      back.push(() => place.replaceWith(other));
    }
  return () => back.forEach((put) => put());
}"""


@contextlib.contextmanager
def alone(part, root: str):
    """With nothing else in its root than a part: the rest is most of axe's work."""
    put_back = part.evaluate_handle(ALONE, root)
    yield
    put_back.evaluate("(put_back) => put_back()")


VISIBLE_ELEMENTS = """() => [...document.querySelectorAll("body *")]
  .filter((e) => e.checkVisibility())
  .map((e) => `${e.localName} in ${e.parentElement.localName}`)"""


def theme_differences(visit: Visit) -> list[str]:
    """Return which visible elements only one theme shows: a state need not be seen in both."""

    def elements(theme: str) -> Counter:
        visit.look(theme=theme)
        return Counter(visit.page.evaluate(VISIBLE_ELEMENTS))

    for _ in range(10):
        dark, light = elements("dark"), elements("light")
        if dark == light or dark == elements("dark"):  # else an editor came meanwhile
            break
    return [
        f"{element}: {dark[element]} in the dark theme, {light[element]} in the light one"
        for element in dark | light
        if dark[element] != light[element]
    ]


def overflow(page) -> list[str]:
    """Return what overflows: the page, with its elements that do, and code that is cut."""
    return page.evaluate(
        """() => {
          const width = document.documentElement.clientWidth;
          const cut = [...document.querySelectorAll(".highlight > pre")]
            .filter((code) => code.scrollWidth > code.clientWidth)
            .filter((code) => getComputedStyle(code).overflowX !== "auto")
            .map((code) => `code is cut: ${code.textContent.slice(0, 60)}`);
          if (document.documentElement.scrollWidth <= width) return cut;
          const out = [...document.querySelectorAll("main *")]
            .filter((e) => e.getBoundingClientRect().right > width + 1)
            .map((e) => `${e.tagName}.${e.className}`).slice(0, 5);
          const excess = document.documentElement.scrollWidth - width;
          return [...cut, `${excess} px wider than the viewport: ${out}`];
        }"""
    )
