"""What a term, a symbol or a citation means is shown where it is mentioned."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup

from _ext.book_site.terms import LEFT_OUT, Place, symbols, terms
from tests.site.page_checks import violations
from tests.site.reader import CHAPTERS, PAGES, SETTLED, make_first_move

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


def words_of(root, name: str, start: str) -> str:
    """The first words of an entry, as its source has them."""
    text = (root / name).read_text(encoding="utf-8")
    return " ".join(text.partition(start)[2].split()[:3])


def test_nothing_is_asked_for_before_a_reader_asks(visit):
    asked = []
    visit.page.on("request", lambda request: asked.append(request.url))
    visit.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    visit.page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "tips.mjs" in url or "glossary" in url]
    link = visit.page.locator(MENTIONS["a term"]).first
    link.hover()
    visit.page.locator(TIP).wait_for()
    kinds = [re.search(r"tips\.mjs|glossary\.html|$", url)[0] for url in asked]
    assert sorted(filter(None, kinds)) == ["glossary.html", "tips.mjs"]


@pytest.mark.parametrize("kind", MENTIONS)
def test_by_pointer_key_and_escape(kind, visit, root, axe):
    page = visit.page
    make_first_move(page)  # else what lies above may still grow, and move the tip away
    link = page.locator(MENTIONS[kind]).first
    link.scroll_into_view_if_needed()
    page.evaluate(SETTLED)
    link.hover()
    tip = page.locator(TIP)
    tip.wait_for()
    text = tip.inner_text()
    if kind == "a term":
        assert words_of(root, "pages/glossary.md", "## Toeplitz\n") in text
    elif kind == "a symbol":
        row = "offset: how many positions further on; positions, either sign; in code offset"
        assert row in " ".join(text.split())
    else:
        assert re.search(r"\b(19|20)\d\d\b", text)
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


def test_a_description_that_comes_late_is_announced(visit):
    link = visit.page.locator(MENTIONS["a term"]).first
    visit.page.keyboard.press("Tab")
    link.evaluate("(link) => link.focus({ focusVisible: true })")
    visit.page.locator(TIP).wait_for()
    text = visit.page.locator(TIP).text_content()
    assert visit.page.locator("#book-tip + [role=status]").text_content() == text
    visit.page.keyboard.press("Escape")
    # From now on the page is there, and the description comes with the focus.
    link.evaluate("(link) => { link.blur(); link.focus({ focusVisible: true }); }")
    visit.page.locator(TIP).wait_for()
    assert visit.page.locator("#book-tip + [role=status]").text_content() == ""


def test_without_a_network_the_link_is_a_link(visit):
    page = visit.page
    page.context.route("**/glossary.html", lambda route: route.abort())
    make_first_move(page)
    link = page.locator(MENTIONS["a term"]).first
    link.scroll_into_view_if_needed()
    page.evaluate(SETTLED)
    with page.expect_event("requestfailed"):
        link.hover()
    assert page.locator(TIP).count() == 0
    page.context.unroute("**/glossary.html")
    link.click()
    page.wait_for_url("**/glossary.html#toeplitz")


@pytest.mark.parametrize("path", CHAPTERS)
def test_a_chapter_links_each_term_once(path, book_html):
    page = BeautifulSoup((book_html / path).read_text(encoding="utf-8"), "html.parser")
    links = [link["href"] for link in page.select("a.book-term")]
    assert len(links) >= 5 and len(set(links)) == len(links)
    assert any("glossary" in link for link in links)
    assert not page.select("h1 a.book-term, h2 a.book-term, pre a.book-term, table a.book-term")
    assert not page.select("a a")


def test_pages_that_explain_terms_do_not_link_them(book_html):
    for path in PAGES:
        linked = "book-term" in (book_html / path).read_text(encoding="utf-8")
        assert not (linked and path.startswith(LEFT_OUT)), path


def test_a_symbol_with_another_meaning_is_not_linked(root):
    notation = (root / "pages/notation.md").read_text(encoding="utf-8")
    offset = Place("pages/notation", "symbol-offset")
    assert symbols(notation, "chapters/04_offsets_are_rotations")["k"] == offset
    for chapter in ("chapters/07_beyond_sinusoids", "chapters/07_rope_in_15_minutes"):
        assert not {"k", "q"} & {*symbols(notation, chapter)}
    assert "d" not in symbols(notation, "chapters/01_order_problem")


def test_an_ordinary_word_is_linked_where_it_is_explained(root):
    glossary = (root / "pages/glossary.md").read_text(encoding="utf-8")
    [chapter] = re.findall(r"## Control\n[^#]*\(\.\./(chapters/\w+)", glossary)
    assert "control" in terms(glossary, chapter)
    assert "control" not in terms(glossary, "chapters/01_order_problem")
    assert "query" not in terms(glossary, "chapters/01_order_problem")
