"""The page's own letters, its header, and how a chapter opens, on a laptop and on a phone."""

from __future__ import annotations

import pytest

from _ext.book_site import letters, opening
from tests.site.page_checks import layout_shifts
from tests.site.reader import ROOT, HeldRequests

LAPTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
CHAPTERS = sorted(opening.chapters(ROOT))
PAGE = "chapters/04_offsets_are_rotations.html"
#: In all, before the first explorer.
MOST_BYTES = 130_000
LETTERS_IN_A_LINE = """() => [...document.querySelectorAll("article section > p")]
  .filter((p) => p.textContent.length > 250 && !p.querySelector(".math"))
  .map((p) => p.textContent.length /
    Math.round(p.clientHeight / parseFloat(getComputedStyle(p).lineHeight)))"""


def box(page, selector: str) -> dict[str, float]:
    return page.locator(selector).first.bounding_box()


def test_the_letters_arrive_are_few_bytes_and_move_nothing(book_url, open_page):
    visit = open_page("about:blank")
    page, sizes = visit.page, {}
    held = HeldRequests(page, "**/vendor/letters/*")
    page.goto(f"{book_url}/{PAGE}", wait_until="domcontentloaded")
    page.locator(".book-opening .pe-explorer[data-live]").wait_for()
    page.on("response", lambda answer: sizes.update({answer.url: len(answer.body())}))
    held.release()
    page.wait_for_function("document.fonts.status === 'loaded'")
    for family in ("Book Serif", "Book Sans"):
        assert page.evaluate(f"document.fonts.check('16px \"{family}\"')")
    assert len(sizes) >= len(letters.FIRST)
    assert sum(sizes.values()) < MOST_BYTES
    shifts = layout_shifts(page)
    assert sum(value for value, *_ in shifts) < 0.02, shifts


def test_a_line_has_60_to_75_letters(book_url, open_page):
    page = open_page(f"{book_url}/{PAGE}").page
    page.set_viewport_size(LAPTOP)
    lines = page.evaluate(LETTERS_IN_A_LINE)
    assert lines
    assert 60 <= sorted(lines)[len(lines) // 2] <= 75


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_opens_with_its_question_and_its_figure(chapter, book_url, open_page):
    known = opening.chapters(ROOT)[chapter]
    page = open_page(f"{book_url}/{chapter}.html").page
    page.set_viewport_size(LAPTOP)
    above = page.locator(".book-above")
    number = f"Chapter {known.number} · " if known.number else ""
    assert above.inner_text() == f"{number}{known.minutes} minutes"
    question = page.locator(".book-question")
    height = question.evaluate("(e) => parseFloat(getComputedStyle(e).lineHeight)")
    assert box(page, ".book-question")["height"] <= 2 * height + 1
    top, bottom = ends(page)
    assert bottom <= LAPTOP["height"]
    page.set_viewport_size(PHONE)
    top, bottom = ends(page)
    assert top < PHONE["height"]
    # What a chapter promises comes after it.
    if known.number:
        promises = "article strong:text('What you will be able to do')"
        assert box(page, promises)["y"] > bottom


def ends(page) -> tuple[float, float]:
    """Return where the opening begins and ends: an explorer's figure, or the cells so tagged."""
    opening = page.locator(".book-opening .pe-figure, .tag_opening .cell_input pre").all()
    boxes = [part.bounding_box() for part in opening]
    return min(b["y"] for b in boxes), max(b["y"] + b["height"] for b in boxes)


@pytest.mark.parametrize("window", (LAPTOP, PHONE))
@pytest.mark.parametrize(
    ("button", "link"), (("primary", "3. Frequency"), ("secondary", "Two lines"))
)
def test_contents_are_one_key_away_and_give_the_focus_back(
    button, link, window, book_url, open_page
):
    page = open_page(f"{book_url}/{PAGE}").page
    page.set_viewport_size(window)
    entry = page.locator(f"#pst-{button}-sidebar, #pst-{button}-sidebar-modal").locator("a")
    entry = entry.filter(has_text=link).first
    assert not entry.is_visible()
    opener = page.locator(f"button.{button}-toggle")
    opener.focus()
    page.keyboard.press("Enter")
    entry.wait_for(state="visible")
    page.keyboard.press("Escape")
    entry.wait_for(state="hidden")
    assert opener.evaluate("(e) => e === document.activeElement")
