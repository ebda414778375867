"""Explorers on the built pages: where they are, and one of them as a reader sees and moves it."""

from __future__ import annotations

import json
import re
from functools import cached_property
from xml.etree import ElementTree

import numpy as np

from pe_book import explorers
from pe_book.declare import Select, SentenceInput, Slider, Toggle
from pe_book.renderer import markup
from tests.rendered import stills_of, text_of
from tests.site.reader import MOVING, PAGES, ROOT, STORY, from_menu

BUILT = ROOT / "_build" / "html"


def keys_on(path: str) -> dict[str, str]:
    """The key of each explorer on a page, in the page's order, with the explorer's name."""
    file = BUILT / path
    html = file.read_text("utf-8") if file.is_file() else ""
    # One that begins simply has a switch in place of its controls (test_front_page.py).
    whole = r'data-explorer="(\w+)" data-key="(\w+)"(?![^>]* data-simple)'
    return {key: name for name, key in re.findall(whole, html)}


def explorers_on(path: str) -> list[str]:
    """The names of a page's explorers, each once: the one at its head may come again below."""
    return list(dict.fromkeys(keys_on(path).values()))


PLACES = [(path, name) for path in PAGES if path != STORY for name in explorers_on(path)]
# Come to an explorer until it is laid out: what is far from the screen may not be, and a browser
# that goes back in its history may scroll away from it again.
COME = """async (section) => {
  const outputs = [...section.querySelectorAll("output")];
  const seen = (e) => e.checkVisibility({ contentVisibilityAuto: true });
  for (let frames = 0; frames < 600 && !outputs.every(seen); frames++) {
    section.scrollIntoView({ behavior: "instant" });
    await new Promise(requestAnimationFrame);
  }
}"""
# After two frames: the controls' values, and what is below the figure. In JSON, as all that is
# long here: playwright looks at each number of other answers for longer than a browser draws it.
SEEN = """async (section) => {
  const drawn = () =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await drawn();
  const busy = ".pe-sentence[aria-busy=true], MOVING";
  while (section.querySelector(busy)) await drawn();
  await drawn();
  await (COME)(section);
  const read = (e) => ({ value: e.value, checked: e.checked, text: e.ariaValueText,
    beside: section.querySelector(`output[for="${e.id}"]`)?.innerText });
  const all = (selector) => [...section.querySelectorAll(selector)];
  return JSON.stringify({
    controls: Object.fromEntries(all("[name]").map((e) => [e.name, read(e)])),
    sentence: section.querySelector(".pe-sentence").innerText,
    cells: all("tbody td").map((cell) => cell.textContent),
  });
}""".replace("COME", COME).replace("MOVING", MOVING)
# What is drawn: the numbers of all paths, the words, and how many cells each heat map has.
DRAWN = """(section) => {
  const sheet = section.querySelector(".pe-sheet");
  return JSON.stringify({
    paths: [...sheet.querySelectorAll("path")].map((path) => path.getAttribute("d")),
    words: [...sheet.querySelectorAll("text")].map((text) => text.textContent),
    cells: [...section.querySelectorAll("canvas")].map(({ width, height }) => [height, width]),
  });
}"""
NUMBER = re.compile(r"-?[\d.]+(?:e-?\d+)?")
LOOK = f"async (section) => [await ({SEEN})(section), ({DRAWN})(section)]"


UNFOLD = "(section) => section.querySelectorAll('.pe-more').forEach((more) => (more.open = true))"


def parsed_view(explorer, seen: dict) -> dict:
    """The settings that the controls show, of what SEEN has read."""
    found = {}
    for control in explorer.controls:
        element = seen["controls"][control.name]
        if isinstance(control, Toggle):
            found[control.name] = element["checked"]
        elif isinstance(control, Select | SentenceInput):
            found[control.name] = element["value"]
        elif control.choices:
            found[control.name] = control.choices[int(element["value"])]
        else:
            value = float(element["value"])
            found[control.name] = int(value) if value.is_integer() else value
    return found


class Explored:
    """One explorer in the browser beside its declaration in Python."""

    def __init__(self, visit, name: str, key: str | None = None) -> None:
        self.visit, self.page, self.key = visit, visit.page, key or name
        self.explorer = explorers.ALL[name]
        self.section = self.page.locator(f"#explorer-{self.key}")

    @cached_property
    def start(self) -> dict:
        """The settings that it has on this page at first, and after Reset."""
        data = self.section.locator("script[type='application/json']").text_content()
        return json.loads(data)["start"]

    def control(self, name: str):
        return self.section.locator(f'[name="{name}"]')

    def first_slider(self):
        return self.control(next(c.name for c in self.explorer.controls if isinstance(c, Slider)))

    def show(self) -> None:
        """Come to it at once, and unfold it: what is far from the screen may not be laid out."""
        self.section.evaluate(UNFOLD)
        self.section.evaluate("(section) => section.scrollIntoView({ behavior: 'instant' })")
        self.section.evaluate(COME)

    def wake(self) -> None:
        """Come near, and wait until the drawing is there."""
        self.show()
        self.section.locator(".pe-still").wait_for(state="hidden")

    def open_table(self) -> None:
        """By key, which reaches it wherever the layout of the page above has moved it."""
        self.section.locator(".pe-data summary").press("Enter")

    def reset(self) -> None:
        from_menu(self.section, "Reset").click()

    def look(self) -> dict:
        """All that SEEN has read, with the settings of the controls and the figure."""
        seen, figure = map(json.loads, self.section.evaluate(LOOK))
        return seen | {"settings": parsed_view(self.explorer, seen), "figure": figure}

    def settings(self) -> dict:
        """The settings as the reader sees them in the controls."""
        return parsed_view(self.explorer, json.loads(self.section.evaluate(SEEN)))

    def sentence(self) -> str:
        return self.section.locator(".pe-sentence").inner_text()

    def expect(self, settings: dict, seen: dict | None = None) -> None:
        """Controls, sentence, table and figure are what `update` gives for these settings."""
        seen = seen or self.look()
        assert seen["settings"] == settings
        for control in self.explorer.controls:
            if isinstance(control, Slider):
                words = markup.slider_text(control, settings[control.name])
                element = seen["controls"][control.name]
                assert (element["text"], element["beside"]) == (words, words)
        text = text_of(self.explorer, **settings)
        assert seen["sentence"] == text.sentence
        assert seen["cells"] == [cell for row in text.rows for cell in row]
        # Many have a still for a wide column, and one for a narrow one.
        stills = stills_of(self.explorer, **settings)
        still = stills[-1 if self.page.viewport_size["width"] < 600 else 0]
        # A log axis of errors of 1e-16, for which sines in a browser are not those in node.
        tolerance = 12 if self.explorer.name == "precision" else 0.02
        assert_drawn(seen["figure"], still, tolerance)


def assert_drawn(found: dict, still: ElementTree.Element, tolerance: float) -> None:
    """What the page draws step by step is what node draws at once, within so many pixels."""
    parts = [(each.tag.partition("}")[2], each) for each in still.iter()]
    assert found["words"] == ["".join(each.itertext()) for tag, each in parts if tag == "text"]
    assert len(found["cells"]) == sum(tag == "image" for tag, _ in parts)
    expected = [each.get("d") for tag, each in parts if tag == "path"]
    assert len(found["paths"]) == len(expected)
    for one, other in zip(found["paths"], expected, strict=True):
        one, other = (np.array(NUMBER.findall(path), dtype=float) for path in (one, other))
        assert one.shape == other.shape and np.allclose(one, other, atol=tolerance)


def drag(page, element, *shares: float) -> None:
    """Take a slider's handle at its left end, and let go at the last of these shares."""
    box = element.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 8, middle)
    page.mouse.down()
    for share in shares:
        page.mouse.move(box["x"] + share * box["width"], middle)
    page.mouse.up()
