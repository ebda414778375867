"""The page that tells a story: its figure stays while the steps pass, and follows them."""

from __future__ import annotations

import pytest

from pe_book.explorers.story import STEPS
from tests.site.reader import SETTLED
from tests.site.reader import STORY as PAGE

pytestmark = pytest.mark.site
SCREENS = ({"width": 1280, "height": 800}, {"width": 390, "height": 844})
ALL = range(1, len(STEPS) + 1)
# The caption of a step comes to where it is read: beside the figure, or below it.
READ = """(i) => {
  const caption = document.querySelectorAll(".pe-step")[i - 1].getBoundingClientRect();
  const stage = document.querySelector(".pe-figure").getBoundingClientRect();
  const beside = caption.right <= stage.left;
  scrollBy({ top: beside ? caption.top - 0.45 * innerHeight : caption.top - 0.7 * innerHeight,
    behavior: "instant" });
}"""
CURRENT = ".pe-steps [aria-current=step]"


def arrive(page, step: int) -> None:
    """Wait until the figure stands at a step."""
    page.locator(f"{CURRENT}:nth-child({step})").wait_for()
    page.wait_for_function(
        "(step) => document.querySelector('[name=step]').value === String(step)"
        " && !document.querySelector('.pe-sentence[data-moving]')",
        arg=step,
    )
    page.evaluate(SETTLED)  # the sentence is written with the next frame


def texts(page) -> tuple[str, str]:
    """Return the sentence of the figure, and the caption of the step that is read."""
    step = int(page.locator(CURRENT).get_attribute("aria-label").split()[1])
    sentence = page.locator(".pe-explorer .pe-sentence").text_content()
    return sentence, page.locator(".pe-step .pe-sentence").nth(step - 1).text_content()


@pytest.mark.parametrize("screen", SCREENS)
def test_the_figure_stays_and_stands_at_the_step_that_is_read(screen, book_url, open_page):
    visit = open_page(f"{book_url}/{PAGE}", reduced_motion="reduce")
    page = visit.page
    page.set_viewport_size(screen)
    page.locator(".pe-explorer[data-live]").wait_for()
    for step in (*ALL, 3):
        page.evaluate(READ, step)
        arrive(page, step)
        sentence, caption = texts(page)
        assert sentence == caption
        figure = page.locator(".pe-drawing").bounding_box()
        words = page.locator(".pe-step figcaption").nth(step - 1).bounding_box()
        assert figure["y"] >= 48, "below the header"
        assert figure["y"] + figure["height"] <= screen["height"]
        assert figure["x"] >= 0
        assert figure["x"] + figure["width"] <= screen["width"]
        assert (
            words["x"] + words["width"] <= figure["x"]
            or words["y"] >= figure["y"] + figure["height"]
        ), "nothing lies on the figure"
        assert words["y"] + words["height"] <= screen["height"]
    # The figure has the column of a page, or more.
    least = 780 if screen["width"] > 1000 else screen["width"] - 32
    assert figure["width"] >= least
    assert visit.take_problems() == []


def test_steps_are_reached_by_key_and_by_back(book_url, open_page):
    page = open_page(f"{book_url}/{PAGE}", reduced_motion="reduce").page
    page.locator(".pe-explorer[data-live]").wait_for()
    page.locator("[name=position]").focus()
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    arrive(page, 3)
    assert page.url.endswith("#the-wave-at-the-words")
    page.locator("[name=position]").press("ArrowLeft")
    arrive(page, 3)
    assert "“the”" in texts(page)[1]
    assert texts(page)[0] == texts(page)[1]
    for _ in range(8):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    arrive(page, 8)
    page.go_back()
    arrive(page, 3)
