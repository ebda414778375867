"""An address leads to its place on a page, which stays there: anchors, a reload."""

from __future__ import annotations

import re

import pytest

from pe_book.declare import Select, Slider
from pe_book.explorers import ALL
from tests.site.reader import (
    CHAPTERS,
    HELD_LAYOUT,
    NEAR_ONLY,
    PAGES,
    ROOT,
    SCREENS,
    SETTLED,
    make_first_move,
)

# The page is laid out from its start to its end, its letters are there, and an explorer that the
# address names is drawn. (book.mjs marks the root, then section by section, until it is done.)
LAID_OUT = f"""(explorer) => !({NEAR_ONLY})
  && [...document.querySelectorAll("section")].every((e) => e.style.contentVisibility === "")
  && document.fonts.status === "loaded"
  && (!explorer || document.querySelector(`#${{explorer}} .pe-still`).hidden)"""
# From there on nothing moves for so many frames.
SCROLL_SETTLED = """(id) => new Promise((done, fail) => {
  let [last, still, frames] = [null, 0, 0];
  const look = () => {
    const { top } = document.getElementById(id).getBoundingClientRect();
    still = top === last ? still + 1 : 0;
    last = top;
    if (still === 20) done();
    else if (++frames > 600) fail(new Error(`${id} goes on moving`));
    else requestAnimationFrame(look);
  };
  look();
})"""


def settle(page, name: str) -> None:
    """Wait until the page is laid out and the element stands still."""
    page.wait_for_function(LAID_OUT, arg=name if name.startswith("explorer-") else None)
    page.evaluate(SCROLL_SETTLED, name)


def places_on(path: str) -> list[str]:
    """The page's last section, below all the others, and its last explorer with a setting."""
    text = (ROOT / "_build" / "html" / path).read_text(encoding="utf-8")
    places = re.findall(r'<section id="([^"]+)"', text)[-1:]
    for name in re.findall(r'data-explorer="(\w+)"', text)[-1:]:
        control = next(c for c in ALL[name].controls if isinstance(c, Slider | Select))
        values = control.values() if isinstance(control, Slider) else dict(control.options)
        # At its defaults an explorer keeps the picture that came with the page.
        moved = next(value for value in values if value != control.default)
        places.append(f"{name}:{control.name}={moved}")
    return places


LONG = [
    *CHAPTERS,
    *(page for page in PAGES if page in ("pages/glossary.html", "pages/references.html")),
]


@pytest.mark.parametrize("width", SCREENS)
@pytest.mark.parametrize("path", LONG)
def test_navigation_to_an_anchor_stays_there(path, width, book_url, open_page, faults):
    """By an address; in a chapter also by a jump within the page, and by loading it again."""
    visit = open_page("about:blank", width=width)
    for place in places_on(path):
        with faults.at(f"{path}#{place}, {width} px"):
            visit.page.goto("about:blank")  # else only the place changes, and nothing is loaded
            visit.page.goto(f"{book_url}/{path}#{place}")
            assert_at_the_top(visit.page, place)
    if path not in CHAPTERS:
        return
    visit.page.goto(f"{book_url}/{path}")
    with faults.at(f"{path}, a jump as the first act, {width} px"):
        visit.page.locator("button.secondary-toggle:visible").click()
        link = visit.page.locator("dialog[open] .toc-h2 > a").last
        link.click()
        assert_at_the_top(visit.page, link.get_attribute("href")[1:])
    with faults.at(f"{path}, loaded again, {width} px"):
        assert_reload_keeps_the_place(visit.page)


def assert_at_the_top(page, place: str) -> None:
    """The element stands below the bar, or as near to it as the end of the page allows."""
    name = f"explorer-{place.split(':')[0]}" if ":" in place else place
    settle(page, name)
    top, left = page.evaluate(
        """(id) => [document.getElementById(id).getBoundingClientRect().top,
          document.documentElement.scrollHeight - innerHeight - scrollY]""",
        name,
    )
    assert 0 <= top <= 140 or (left < 2 and 0 <= top < 900)


def assert_reload_keeps_the_place(page) -> None:
    make_first_move(page)
    section = page.locator("article section:has(> h2)").nth(-2)
    name, heading = section.get_attribute("id"), section.locator("> h2")
    heading.evaluate("(e) => scrollTo(0, e.getBoundingClientRect().top + scrollY - 200)")
    settle(page, name)
    before = heading.evaluate("(e) => e.getBoundingClientRect().top")
    page.reload(wait_until="load")
    settle(page, name)
    assert abs(heading.evaluate("(e) => e.getBoundingClientRect().top") - before) < 5


# Where an element is in each frame, as painted: an observer of sizes is told after the page's own.
RECORD = """(element) => {
  window.tops = [];
  const frames = new ResizeObserver(() => {
    tops.push(element.getBoundingClientRect().top);
    requestAnimationFrame(() => {
      frames.unobserve(element);
      frames.observe(element);
    });
  });
  frames.observe(element);
}"""


@pytest.mark.parametrize("width", SCREENS)
@pytest.mark.parametrize("path", CHAPTERS)
def test_a_focused_control_keeps_its_place_while_the_page_is_laid_out(
    path, width, book_url, open_page
):
    page = open_page(f"{book_url}/{path}", width=width).page
    question = page.locator("form.pe-question input").last
    question.focus()
    question.evaluate(RECORD)
    make_first_move(page)
    page.wait_for_load_state("networkidle")  # the editors of live cells have come
    page.evaluate(SETTLED)
    first, *later = page.evaluate("tops")
    assert 0 < first < page.viewport_size["height"]
    assert later == pytest.approx([first] * len(later), abs=2)


def assert_stays_at(element, top: float, page) -> None:
    assert page.evaluate(NEAR_ONLY)
    page.evaluate(SETTLED)
    assert element.bounding_box()["y"] == pytest.approx(top, abs=2)
    page.evaluate("layOutTheRest()")
    assert not page.evaluate(NEAR_ONLY)
    assert element.bounding_box()["y"] == pytest.approx(top, abs=2)


def test_a_figure_keeps_its_place_when_a_press_removes_its_button(explore):
    here = explore("chapters/04_offsets_are_rotations.html", "similarity", script=HELD_LAYOUT)
    here.wake()
    here.section.locator(".pe-predict").click()
    figure = here.section.locator(".pe-figure")
    reveal = here.section.get_by_role("button", name="Reveal")
    reveal.focus()
    top = figure.bounding_box()["y"]
    reveal.press("Enter")
    reveal.wait_for(state="hidden")
    assert_stays_at(figure, top, here.page)
