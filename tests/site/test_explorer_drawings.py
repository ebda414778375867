"""What an explorer draws on a page: as its still does, alike at once and step by step."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from pe_book.declare import Slider
from pe_book.renderer.node import carried
from tests.rendered import figure_of
from tests.site.explored import PAGES_WITH_EXPLORERS, PLACES, Explored, explored_on
from tests.site.reader import make_first_move

HOVERABLE = Path(__file__).with_name("hoverable.mjs")


@pytest.mark.parametrize("path", PAGES_WITH_EXPLORERS)
def test_an_explorer_draws_like_its_still_and_alike_at_once_and_step_by_step(
    path, book_url, open_page, node, faults
):
    visit = open_page(f"{book_url}/{path}")
    all_here, starts = explored_on(visit, path), {}
    make_first_move(visit.page)
    for here in all_here:
        with faults.at(f"{here.key}, the still"):
            assert_svg_matches_still(here)
        starts[here.key] = here.section.evaluate(DRAWING)
        with faults.at(f"{here.key}, the pointer"):
            assert_hover_shows_values(here, node, faults)
    assert_incremental_updates_match_fresh_drawings(all_here, starts, faults)
    assert not visit.take_problems()


# Where each slider goes, as code on its `input`.
MOVES = {
    "near": "Number(input.value) + (input.value === input.max ? -3 : 3)",
    "low": "input.min",
    "high": "input.max",
}
# Every slider goes there as in a drag that goes on, each with its frame.
MOVE = """async (section) => {
  for (const input of section.querySelectorAll("input[type=range]")) {
    input.value = VALUE;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
  }
}"""
# All of a drawing: its elements with their attributes in order, its words, its cells. What the
# pointer or the focus lights up is no part of it (test_symbols.py), nor where a handle was before;
# what slides is read at its end.
DRAWING = """(section) => new Promise((done) => {
  const frames = (call) => requestAnimationFrame(() => requestAnimationFrame(call));
  const slid = () => section.querySelector("[data-sliding]") ? frames(slid) : tell();
  const classes = (node) => [...node.classList]
    .filter((name) => name !== "pe-lit" && name !== "pe-dimmed");
  const described = (node) => node.nodeType === 3 ? node.data : [node.localName,
    [...node.attributes].filter(({ name }) => name !== "class")
      .map(({ name, value }) => `${name}=${value}`).sort(),
    classes(node),
    node.localName === "canvas" ? node.toDataURL() : [...node.childNodes].map(described)];
  const tell = () => done(JSON.stringify(
    [...section.querySelectorAll(".pe-drawing > :not(.pe-hover, .pe-trail)")].map(described)));
  frames(slid);
})"""


def assert_incremental_updates_match_fresh_drawings(all_here, starts: dict, faults) -> None:
    """Only what changes is touched: what is left of figures before must not be seen."""
    page, moved, addresses = all_here[0].page, {}, {}
    for move, value in MOVES.items():
        for here in all_here:
            with faults.at(f"{here.key}, {move}"):
                here.section.evaluate(MOVE.replace("VALUE", value))
                settings = here.settings()
                if settings == here.start:
                    continue
                moved[move, here.key] = here.section.evaluate(DRAWING)
                part = sliders_in_an_address(here, settings)
                addresses[move] = [*addresses.get(move, []), part]
                # A model without positions draws the same wherever its sentence starts.
                drawn = figure_of(here.explorer, **settings)
                is_same = drawn == figure_of(here.explorer, **here.start)
                assert (moved[move, here.key] == starts[here.key]) == is_same
            with faults.at(f"{here.key}, back at the start after {move}"):
                here.reset()
                # It comes back by frames.
                until = time.monotonic() + 10
                while here.section.evaluate(DRAWING) != starts[here.key]:
                    assert time.monotonic() < until
    address = page.url.split("#")[0]
    for move, parts in addresses.items():
        page.goto(f"{address}?{move}#{';'.join(parts)}")
        for here in (each for each in all_here if (move, each.key) in moved):
            with faults.at(f"{here.key}, drawn {move} at once"):
                here.section.locator(".pe-still").wait_for(state="hidden")
                assert here.section.evaluate(DRAWING) == moved[move, here.key]


def sliders_in_an_address(here: Explored, settings: dict) -> str:
    sliders = [control.name for control in here.explorer.controls if isinstance(control, Slider)]
    return f"{here.key}:" + ",".join(f"{name}={settings[name]}" for name in sliders)


# The words of the figures that are seen, and the middle of each as shares of the figure.
WORDS = """(figure) => {
  const whole = figure.getBoundingClientRect();
  return [...figure.querySelectorAll("text, .pe-legend span span")]
    .filter((text) => text.getClientRects().length && text.textContent.trim())
    .map((text) => [text.textContent.trim(), text.getBoundingClientRect()])
    .map(([text, box]) => [text, ((box.left + box.right) / 2 - whole.left) / whole.width,
      ((box.top + box.bottom) / 2 - whole.top) / whole.height]);
}"""


def assert_svg_matches_still(here: Explored) -> None:
    """Two hands draw the same figure: each word of the one stands where it stands in the other."""
    here.show()
    figure = here.section.locator(".pe-figure")
    still = figure.evaluate(WORDS)
    here.wake()
    drawing = figure.evaluate(WORDS)
    assert sorted(word for word, *_ in drawing) == sorted(word for word, *_ in still)
    # The legend's lines break each in its own way.
    legend = {trace["name"] for trace in here.explorer.template["data"] if "name" in trace}
    for word, *place in still:
        if word in legend:
            continue
        near = [np.abs(np.subtract(place, there)) for text, *there in drawing if text == word]
        assert min(max(off) for off in near) < 0.06, f"{word} at {place}"


def assert_hover_shows_values(here: Explored, node, faults) -> None:
    figure = figure_of(here.explorer.with_layout(here.explorer.wide_layout), **here.start)
    hoverable = node(HOVERABLE, "hoverable", figure, carried(here.explorer)["tokens"])
    sheet = here.section.locator(".pe-sheet")
    sheet.evaluate("(sheet) => sheet.scrollIntoView({ block: 'center' })")
    box = sheet.bounding_box()
    scale = box["width"] / figure["layout"]["width"]
    label = here.section.locator(".pe-hover")
    # Numbers that are written in their cells need no label.
    assert hoverable or all(not trace.get("hovertemplate") for trace in figure["data"])
    for point in hoverable:
        x, y = point["at"]
        with faults.at(f"{here.key}, {point['texts'][0]}"):
            here.page.mouse.move(box["x"] + scale * x, box["y"] + scale * y)
            assert label.inner_text() in point["texts"]
            inside = label.bounding_box()
            assert inside["x"] > 0 and inside["x"] + inside["width"] < 1280
    here.page.mouse.move(1, 1)
    assert not label.is_visible()
    assert not here.visit.take_problems()


def test_a_value_under_the_pointer_goes_once_a_control_has_changed_it(explore):
    here = explore(*next(place for place in PLACES if place[1] == "grid"))
    here.wake()
    box = here.section.locator(".pe-sheet").bounding_box()
    here.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    label = here.section.locator(".pe-hover")
    assert label.is_visible()
    here.control("table").evaluate(
        """(select) => {
          select.selectedIndex = 1;
          select.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    assert not label.is_visible()


BRIGHTNESS = """(section) => {
  const [map] = section.querySelectorAll("canvas");
  const shown = document.createElement("canvas").getContext("2d");
  shown.filter = getComputedStyle(map).filter;
  shown.drawImage(map, 0, 0);
  const at = (x, y) => shown.getImageData(x, y, 1, 1).data.slice(0, 3).reduce((a, b) => a + b);
  return [at(5, 4), at(11, 11)];
}"""


def test_high_is_dark_on_a_light_page_and_bright_on_a_dark_one(explore):
    here = explore(*next(place for place in PLACES if place[1] == "grid"))
    here.wake()
    for theme, sign in (("light", -1), ("dark", 1)):
        here.visit.look(theme=theme)
        chosen, corner = here.section.evaluate(BRIGHTNESS)
        assert sign * (chosen - corner) > 100, theme
