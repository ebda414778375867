"""What a term or a citation means is shown where it is mentioned."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from tests.site.page_checks import alone, violations
from tests.site.reader import CHAPTERS, SETTLED, make_first_move

CHAPTER = "chapters/04_offsets_are_rotations.html"
TIP = "#book-tip:popover-open"


def come_to(visit, page: str):
    """The first mention of an entry of a page, in view."""
    make_first_move(visit.page)  # else what lies above may still grow, and move the tip away
    link = visit.page.locator(f"article section a[href*='{page}.html#']").first
    link.scroll_into_view_if_needed()
    visit.page.evaluate(SETTLED)
    return link


def test_by_pointer_key_and_escape(book_url, open_page, axe):
    visit = open_page(f"{book_url}/{CHAPTER}")
    page, link = visit.page, come_to(visit, "glossary")
    link.hover()
    tip = page.locator(TIP)
    tip.wait_for()
    assert len(tip.inner_text().split()) > 3
    tip.hover()
    assert tip.is_visible(), "it stays while the pointer is on it"
    page.keyboard.press("Escape")
    tip.wait_for(state="hidden")
    page.mouse.move(1, 1)
    page.keyboard.press("Tab")
    link.evaluate("(link) => link.focus({ focusVisible: true })")
    tip.wait_for()
    assert link.get_attribute("aria-describedby") == "book-tip"
    with alone(link.locator("xpath=ancestor::section[1]"), "article"):
        assert violations(page, axe) == []
    box = tip.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 1280
    page.keyboard.press("Tab")
    assert link.get_attribute("aria-describedby") is None
    assert not visit.take_problems()


def test_by_finger_the_second_tap_follows(book_url, open_page):
    visit = open_page(f"{book_url}/{CHAPTER}", width=375, has_touch=True, is_mobile=True)
    page, link = visit.page, come_to(visit, "references")
    link.tap()
    box = page.locator(TIP).bounding_box()
    assert page.url.endswith(CHAPTER)
    assert box["x"] >= 0 and box["x"] + box["width"] <= 375
    link.tap()
    page.wait_for_url("**/references.html#*")
    assert not visit.take_problems()


@pytest.mark.parametrize("path", CHAPTERS)
def test_a_chapter_links_each_term_once(path, book_html):
    page = BeautifulSoup((book_html / path).read_text(encoding="utf-8"), "html.parser")
    links = [link["href"] for link in page.select("a.book-term")]
    assert len(links) >= 5 and len(set(links)) == len(links)
    assert not page.select("h1 a.book-term, h2 a.book-term, pre a.book-term, a a")
