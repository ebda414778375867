"""What a chapter shows of its code and outputs before the reader runs any."""

from __future__ import annotations

import pytest

from tests.site.reader import CHAPTERS, make_first_move


@pytest.mark.parametrize("width", [390, 1280])
def test_code_to_read_is_open_and_code_that_draws_is_folded_once(width, book_url, open_page):
    visit = open_page(f"{book_url}/chapters/05_loop_and_vectorized.html", width=width)
    page = visit.page
    make_first_move(page)
    drawing = page.locator(".cell:has(> .cell_output :is(.pe-picture, .pe-listing))")
    assert drawing.count() == drawing.locator("> details.hide:not([open])").count() > 0
    printing = page.locator(".cell:not(.tag_live):has(> .cell_output > .stream) > .cell_input pre")
    assert printing.count() == printing.filter(visible=True).count() > 0
    assert not page.locator("details.hide details.hide").count()
    # The loop and the vectorized form: on the first screen, side by side or one above the other.
    loop, vectorized = page.locator(".pe-beside > .cell .cell_input pre").all()
    boxes = [code.bounding_box() for code in (loop, vectorized)]
    first_screen = 800 if width == 1280 else 844
    ends = [box["y"] + box["height"] for box in boxes]
    assert (max(ends) if width == 1280 else boxes[0]["y"] + 150) < first_screen
    beside = abs(boxes[0]["y"] - boxes[1]["y"]) < 60 and boxes[0]["x"] < boxes[1]["x"]
    assert beside == (width == 1280)
    assert not visit.take_problems()


CUT_PRINTS = """() => [...document.querySelectorAll(".cell_output pre")]
    .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""


@pytest.mark.parametrize("name", CHAPTERS)
def test_no_printed_output_is_cut_on_a_phone_and_none_says_what_is_missing(
    name, book_url, open_page
):
    page = open_page(f"{book_url}/{name}", width=390).page
    assert not page.evaluate(CUT_PRINTS)
    outputs = page.locator(".cell_output").all_text_contents()
    assert outputs and "not installed" not in " ".join(outputs)


@pytest.mark.parametrize("name", CHAPTERS)
def test_an_exercise_says_nothing_before_it_has_run(name, book_url, open_page):
    page = open_page(f"{book_url}/{name}").page
    exercises = page.locator("article [class*='tag_exercise-']")
    # What a solution gets is told in its fold.
    replies = exercises.locator(".pe-reply, .cell_output").all()
    assert all(reply.locator("xpath=ancestor::details").count() for reply in replies)
