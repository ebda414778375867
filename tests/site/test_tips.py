"""What a term, a symbol or a citation means is shown where it is mentioned."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from tests.site.page_checks import violations
from tests.site.reader import CHAPTERS, SETTLED, make_first_move

CHAPTER = "chapters/04_offsets_are_rotations.html"
TIP = "#book-tip:popover-open"
MENTIONS = {
    "a term": "article a[href$='glossary.html#softmax'], article a[href$='glossary.html#toeplitz']",
    "a symbol": "article a[href$='notation.html#symbol-base'], article a[href$='#symbol-offset']",
    "a citation": "article a[href*='references.html#']",
}


@pytest.fixture
def visit(book_url, open_page):
    return open_page(f"{book_url}/{CHAPTER}")


@pytest.mark.parametrize("kind", MENTIONS)
def test_by_pointer_key_and_escape(kind, visit, axe):
    page = visit.page
    make_first_move(page)  # else what lies above may still grow, and move the tip away
    link = page.locator(MENTIONS[kind]).first
    link.scroll_into_view_if_needed()
    page.evaluate(SETTLED)
    link.hover()
    tip = page.locator(TIP)
    tip.wait_for()
    text = tip.inner_text()
    assert len(text.split()) > 5
    assert page.evaluate("document.getElementById('book-tip').querySelector('a, [id]')") is None
    # It stays while the pointer is on it, and Escape closes it though the pointer stays.
    tip.hover()
    assert tip.is_visible()
    page.keyboard.press("Escape")
    tip.wait_for(state="hidden")
    page.mouse.move(1, 1)
    page.keyboard.press("Tab")
    link.evaluate("(link) => link.focus({ focusVisible: true })")
    tip.wait_for()
    assert link.get_attribute("aria-describedby") == "book-tip"
    assert tip.get_attribute("role") == "tooltip"
    assert violations(page, axe) == []
    box = tip.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 1280
    page.keyboard.press("Tab")
    assert link.get_attribute("aria-describedby") is None
    assert not visit.take_problems()


def test_by_finger_the_second_tap_follows(book_url, open_page):
    visit = open_page(f"{book_url}/{CHAPTER}", width=375, has_touch=True, is_mobile=True)
    page = visit.page
    make_first_move(page)
    link = page.locator(MENTIONS["a citation"]).first
    link.scroll_into_view_if_needed()
    page.evaluate(SETTLED)
    link.tap()
    tip = page.locator(TIP)
    tip.wait_for()
    assert page.url.endswith(CHAPTER) and "Tap again" in tip.inner_text()
    box = tip.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 375
    page.touchscreen.tap(370, 300)
    tip.wait_for(state="hidden")
    link.tap()
    tip.wait_for()
    link.tap()
    page.wait_for_url("**/references.html#*")
    assert not visit.take_problems()


@pytest.mark.parametrize("path", CHAPTERS)
def test_a_chapter_links_each_term_once(path, book_html):
    page = BeautifulSoup((book_html / path).read_text(encoding="utf-8"), "html.parser")
    links = [link["href"] for link in page.select("a.book-term")]
    assert len(links) >= 5 and len(set(links)) == len(links)
    assert any("glossary" in link for link in links)
    assert not page.select("h1 a.book-term, h2 a.book-term, pre a.book-term, table a.book-term")
    assert not page.select("a a")
