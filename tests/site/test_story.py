"""The page that tells a story: its figure stays while the steps pass, and follows them."""

from __future__ import annotations

import pytest

from pe_book.explorers.story import STEPS
from tests.site.fingers import swipe
from tests.site.reader import HELD_LAYOUT, SETTLED
from tests.site.reader import STORY as PAGE
from tests.site.test_viewport import UNREADABLE

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
# The steps at which the figure was drawn, in their order.
DRAWN = """() => {
  window.drawn = [];
  document.querySelector(".pe-explorer").addEventListener("pe-drawn", ({ detail }) =>
    drawn.push([detail.values.step, detail.values.center]));
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


def test_a_step_keeps_its_place_while_the_page_is_laid_out(book_url, open_page):
    page = open_page("about:blank", reduced_motion="reduce").page
    page.add_init_script(HELD_LAYOUT)
    page.goto(f"{book_url}/{PAGE}")
    page.locator(".pe-explorer[data-live]").wait_for()
    for step in (1, 2):
        page.evaluate(READ, step)
        arrive(page, step)
    before = page.evaluate("scrollY")
    page.evaluate("layOutTheRest()")
    assert page.evaluate("scrollY") == before


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
        assert page.locator(".pe-figure").evaluate(UNREADABLE) == []
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
        title = (
            page.locator("section:has(> .pe-step) > h2")
            .nth(step - 1)
            .evaluate("(h) => h.firstChild.data")
        )
        heard = page.locator(".pe-status").text_content()
        assert heard == (f"Step {step} of {len(STEPS)}: {title}" if step > 1 else "")
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


def test_an_address_leads_to_its_step_and_back_stays_at_the_step_that_is_read(book_url, open_page):
    page = open_page(f"{book_url}/{PAGE}", reduced_motion="reduce").page
    page.locator(".pe-drawing").wait_for()
    page.evaluate(READ, 5)
    arrive(page, 5)
    with page.expect_event("framenavigated"):
        page.locator("[name=position]").press("ArrowLeft")
    address = page.url
    assert address.endswith("step=5")
    page.go_back()
    page.wait_for_url(f"{book_url}/{PAGE}")
    arrive(page, 5)
    page.goto("about:blank")
    page.goto(address)
    arrive(page, 5)
    assert page.locator("[name=position]").input_value() == "3"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_between_steps_the_figure_eases_unless_motion_is_reduced(motion, book_url, open_page):
    page = open_page(f"{book_url}/{PAGE}", reduced_motion=motion).page
    page.locator(".pe-drawing").wait_for()
    page.evaluate(DRAWN)
    page.locator(".pe-steps a").nth(1).click()
    arrive(page, 2)
    page.wait_for_function("drawn.at(-1)[1][0] === 290")
    centers = page.evaluate("drawn.map(([, [x]]) => x)")
    between = [x for x in centers if 290 < x < 432]
    assert len(between) >= 3 if motion == "no-preference" else not between
    assert centers == sorted(centers, reverse=True)


@pytest.mark.parametrize("way", ["without scripts", "print"])
def test_pictures_with_captions_tell_it_without_scripts_and_on_paper(way, book_url, open_page):
    page = open_page(f"{book_url}/{PAGE}", java_script_enabled=way == "print").page
    if way == "print":
        page.emulate_media(media="print")
    pictures, captions = (
        page.locator(".pe-step > .pe-still > svg"),
        page.locator(".pe-step figcaption"),
    )
    assert pictures.count() == captions.count() == len(STEPS)
    for i, (_, seen) in enumerate(STEPS):
        assert pictures.nth(i).is_visible()
        assert captions.nth(i).is_visible()
        assert pictures.nth(i).get_attribute("aria-label") == seen
    assert not page.locator(".pe-story > .pe-explorer").is_visible()


def test_a_finger_moves_the_word_and_the_caption_follows(book_url, open_page):
    options = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
    page = open_page(f"{book_url}/{PAGE}", width=390, **options).page
    page.locator(".pe-drawing").wait_for()
    page.evaluate(READ, 3)
    arrive(page, 3)
    handle = page.locator(".pe-handle.pe-bare").bounding_box()
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    row = page.locator(".pe-drawing").bounding_box()["height"] * 39 / 600
    swipe(page, (x, y), (x, y - 1.5 * row), (x, y - 3 * row))
    assert page.locator("[name=position]").input_value() == "3"
    sentence, caption = texts(page)
    assert sentence == caption
    assert "dog" in caption
