"""The talks: where they are, what they declare, and how one goes through them."""

from __future__ import annotations

import re

from book.comments import without_comments
from tests.site.reader import ROOT, SETTLED

TALKS = sorted(path.stem for path in (ROOT / "slides").glob("*.md"))
PLANS = (ROOT / "pages/teaching.md").read_text(encoding="utf-8")
INCLUDED = re.compile(r'```\{include\} (\S+)\n:start-after: "(.*)"\n:end-before: "(.*)"\n```\n')
#: Pixels of a screen of 1280 x 720, for who sits in the last row.
LEAST = 24
#: Pixels between a text and the edge of the screen.
EDGE = 4
NOW = ".slides > section.present"
# Every text of the slide that is seen, with its size on the screen, and whether it leaves that or
# meets the slide's number, and which word of a figure it lies on.
SEEN = """() => {
  const slide = document.querySelector(".slides > section.present"), found = [];
  const number = document.querySelector(".slide-number").getBoundingClientRect();
  const walk = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim(), element = walk.currentNode.parentElement;
    const seen = { visibilityProperty: true, opacityProperty: true };
    // What shares a line with larger letters, what is for screen readers alone, and the button of a
    // tile, whose word the figure draws.
    if (element.closest("option, sup, sub, .katex, .pe-unseen, [role=status], .pe-tile")) continue;
    if (!text || !element.checkVisibility(seen)) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const box = range.getBoundingClientRect();
    const drawn = (element.closest("foreignObject") ?? element).getScreenCTM?.();
    const size = parseFloat(getComputedStyle(element).fontSize);
    const out = [box.left, box.top, innerWidth - box.right, innerHeight - box.bottom];
    const apart = [number.left - box.right, box.left - number.right,
      number.top - box.bottom, box.top - number.bottom];
    // Of a line's height the letters take the middle.
    const word = element.closest(".pe-drawing") && { left: box.left, right: box.right,
      top: box.top + 0.12 * box.height, bottom: box.bottom - 0.12 * box.height };
    const on = word && found.find(({ word: other }) => other && word.left < other.right
      && other.left < word.right && word.top < other.bottom && other.top < word.bottom);
    found.push({ text, word, on: on?.text, size: size * (drawn ? Math.hypot(drawn.a, drawn.b) : 1),
      out: Math.min(...out) < EDGE || Math.max(...apart) < -1 });
  }
  return found;
}"""


TEXT_END = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().right;
}"""


def source_of(name: str) -> str:
    """A talk's text, with the slides that it takes from another one."""

    def taken(include: re.Match) -> str:
        text = (ROOT / "slides" / include[1]).read_text(encoding="utf-8")
        return text.split(f"{include[2]}\n")[1].split(f"{include[3]}\n")[0]

    text = (ROOT / "slides" / f"{name}.md").read_text(encoding="utf-8")
    return without_comments(INCLUDED.sub(taken, text))


def durations(name: str) -> list[int]:
    """The minutes of each slide but the first."""
    return [int(minutes) for minutes in re.findall(r":{4}\{notes\} (\d+)\n", source_of(name))]


def wait_for_slides(page) -> None:
    page.locator(".reveal.ready").wait_for(state="attached")


def look_at(page) -> None:
    """What is seen is large enough and on the screen."""
    page.evaluate(SETTLED)
    texts = page.evaluate(SEEN.replace("EDGE", str(EDGE)))
    assert texts
    small = [(each["text"], round(each["size"], 1)) for each in texts if each["size"] < LEAST - 0.1]
    assert not small
    assert not [each["text"] for each in texts if each["out"]]
    assert not [(each["text"], each["on"]) for each in texts if each.get("on")]
