"""The page that tells a story: its figure stays while the steps pass, and follows them."""

from __future__ import annotations

import pytest

from pe_book.explorers.story import STEPS
from tests.site.reader import SETTLED
from tests.site.reader import STORY as PAGE

SCREENS = ({"width": 1280, "height": 800}, {"width": 390, "height": 844})
# The caption of a step comes to where it is read: beside the figure, or below it.
READ = """(i) => {
  const caption = document.querySelectorAll(".pe-step")[i - 1].getBoundingClientRect();
  const stage = document.querySelector(".pe-figure").getBoundingClientRect();
  const beside = caption.right <= stage.left;
  scrollBy({ top: beside ? caption.top - 0.45 * innerHeight : caption.top - 0.7 * innerHeight,
    behavior: "instant" });
}"""


def arrive(page, step: int) -> None:
    """Wait until the figure shows a step, and its sentence is the caption's."""
    page.locator(f".pe-steps [aria-current=step]:nth-child({step})").wait_for()
    page.wait_for_function(
        "(step) => document.querySelector('[name=step]').value === String(step)"
        " && !document.querySelector('.pe-sentence[data-moving]')",
        arg=step,
    )
    page.evaluate(SETTLED)  # the sentence is written with the next frame


@pytest.mark.parametrize("screen", SCREENS)
def test_the_figure_stays_and_stands_at_the_step_that_is_read(screen, book_url, open_page):
    visit = open_page(f"{book_url}/{PAGE}", reduced_motion="reduce")
    page = visit.page
    page.set_viewport_size(screen)
    page.locator(".pe-explorer[data-live]").wait_for()
    for step in (*range(1, len(STEPS) + 1), 3):
        page.evaluate(READ, step)
        arrive(page, step)
        sentence = page.locator(".pe-explorer .pe-sentence").text_content()
        assert sentence == page.locator(".pe-step .pe-sentence").nth(step - 1).text_content()
        figure = page.locator(".pe-drawing").bounding_box()
        words = page.locator(".pe-step figcaption").nth(step - 1).bounding_box()
        assert figure["y"] >= 48, "below the header"
        assert figure["y"] + figure["height"] <= screen["height"]
        beside = words["x"] + words["width"] <= figure["x"]
        assert beside or words["y"] >= figure["y"] + figure["height"], "nothing is on the figure"
    assert visit.take_problems() == []


def test_steps_are_reached_by_key(book_url, open_page):
    page = open_page(f"{book_url}/{PAGE}", reduced_motion="reduce").page
    page.locator(".pe-explorer[data-live]").wait_for()
    page.locator(".pe-steps > a").nth(2).press("Enter")
    arrive(page, 3)
    assert "#" in page.url
    page.locator("[name=position]").press("ArrowLeft")
    arrive(page, 3)


# The words below each heading in every frame, while the wheel turns and until all is at rest.
READ_FAST = """async () => {
  const steps = [...document.querySelectorAll(".pe-step")];
  const found = steps.map(() => new Set());
  const look = () => steps.forEach((step, i) =>
    found[i].add(step.querySelector(".pe-sentence").textContent.slice(0, 12)));
  for (let frames = 0; frames < 150; frames++) {
    if (frames < 48) scrollBy({ top: innerHeight / 4, behavior: "instant" });
    await new Promise(requestAnimationFrame);
    look();
  }
  return found.map((texts) => [...texts]);
}"""


def test_after_a_flick_the_words_below_each_heading_are_its_own(book_url, open_page):
    page = open_page(f"{book_url}/{PAGE}").page
    page.locator(".pe-explorer[data-live]").wait_for()
    own = page.locator(".pe-step .pe-sentence").all_text_contents()
    assert page.evaluate(READ_FAST) == [[text[:12]] for text in own]
