"""What fits on a phone's screen: figure and sliders together, with letters that can be read."""

from __future__ import annotations

import pytest

from tests.site.explored import PLACES, Explored
from tests.site.reader import CHAPTERS, make_first_move, unfold

WIDTH, HEIGHT, BAR = 390, 664, 50  # of a phone with its browser's bars, and of the book's own bar
# From the top of an explorer's figure to the end of its line and first two controls, in pixels.
REACH = """(section) => {
  const controls = ":is(.pe-slider, .pe-choice, .pe-toggle)";
  const shown = [...section.querySelectorAll(`fieldset > ${controls}`)];
  const parts = [section.querySelector(".pe-figure"), section.querySelector(".pe-line")];
  const boxes = [...parts, ...shown.slice(0, 2)]
    .flatMap((part) => [...(part?.getClientRects() ?? [])]);
  return Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top));
}"""
# Letters in pixels of the screen; an exponent or an index is smaller than the letter it belongs to.
SMALL = """() => [...document.querySelectorAll(".pe-picture > svg, .pe-figure > div > svg")]
  .filter((svg) => svg.getClientRects().length).flatMap((svg) => {
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const texts = [...svg.querySelectorAll("text")];
  return texts.filter((text) => text.textContent.trim()).map((text) => {
    const sizes = [text, ...text.querySelectorAll("tspan")].filter((e) =>
      [...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
    return [Math.max(...sizes.map((e) => parseFloat(getComputedStyle(e).fontSize))) * scale,
            text.textContent];
  }).filter(([size]) => size < 10.99);
})"""
# Words of a picture beyond the screen.
LOST = """() => [...document.querySelectorAll(".pe-picture text")].filter((text) => {
  const { left, right } = text.getBoundingClientRect();
  return left < 0 || right > document.documentElement.clientWidth;
}).map((text) => text.textContent)"""


def heights_while_it_moves(here: Explored):
    """Yield the card's height while its first slider goes from end to end."""
    here.wake()
    here.settings()
    for key in ("End", "Home", "End") if here.section.locator("input[type=range]").count() else ():
        here.first_slider().press(key)
        here.settings()
        yield round(here.section.bounding_box()["height"])


@pytest.mark.parametrize("path", CHAPTERS)
def test_an_explorer_fits_a_phone_and_its_letters_can_be_read(path, book_url, open_page, faults):
    """Figure, line and first two controls on one screen; letters at the start and moved."""
    visit = open_page(f"{book_url}/{path}", width=WIDTH)
    visit.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    make_first_move(visit.page)
    for name in (name for page, name in PLACES if page == path):
        with faults.at(name):
            here = Explored(visit, name)
            here.show()
            assert here.section.evaluate(REACH) <= HEIGHT - BAR
            heights = list(heights_while_it_moves(here))
            assert heights == sorted(heights), "what is below jumps"
    for use in (lambda page: None, unfold):
        use(visit.page)
        visit.look(width=WIDTH)
        with faults.at(f"{path}, letters"):
            assert visit.page.evaluate(SMALL) == visit.page.evaluate(LOST) == []
    assert not visit.take_problems()


@pytest.mark.parametrize("screen", [(WIDTH, HEIGHT), (1280, 800)])
def test_chapter_2_opens_with_its_figure_and_three_sliders_on_one_screen(
    screen, book_url, open_page
):
    page = open_page(f"{book_url}/chapters/02_formula.html", width=screen[0]).page
    page.set_viewport_size(dict(zip(("width", "height"), screen, strict=True)))
    for name in ("position", "d_model", "base"):
        slider = page.locator(f"#explorer-fingerprint [name={name}]").bounding_box()
        assert slider["y"] + slider["height"] <= screen[1]
