"""Search finds what readers look for, and goes there."""

from __future__ import annotations

import re

import pytest

from tests.site.reader import FIRST


def glossary_terms(book_html) -> list[str]:
    """The terms that the glossary defines."""
    from bs4 import BeautifulSoup

    page = BeautifulSoup(
        (book_html / "pages/glossary.html").read_text(encoding="utf-8"), "html.parser"
    )
    article = page.find("article")
    terms = [term.get_text() for term in article.find_all("h2")]
    return [re.sub(r"\s*#\s*$", "", term).strip() for term in terms]


# On the page that has read the index, and without excerpts, which have a test of their own below.
SEARCH_AGAIN = """(term) => {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
  document.querySelector("#search-results").replaceChildren();
  Search.performSearch(term);
}"""


def test_search_finds_the_terms_of_the_glossary(book_html, book_url, open_page):
    terms = [t for t in glossary_terms(book_html) if re.fullmatch(r"[A-Za-z][A-Za-z -]+", t)]
    assert len(terms) >= 10
    visit = open_page(f"{book_url}/search.html?q={terms[0]}")
    found = visit.page.locator("#search-results .search-summary").filter(has_text="found")
    found.wait_for()
    missing = []
    for term in terms:
        visit.page.evaluate(SEARCH_AGAIN, term)
        found.wait_for()
        if not visit.page.locator("#search-results a[href*='glossary']").count():
            missing.append(term)
    assert not missing
    assert not visit.take_problems()


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("permutation", "pages/glossary.html#permutation-matrix"),
        ("nan", "pages/glossary.html#nan"),
        ("why 10000", "chapters/03_frequency_and_wavelength.html#why-10000"),
        ("wavelength", "pages/glossary.html#wavelength"),
        ("div_term", "pages/glossary.html#div-term"),
        ("batch_first", "pages/glossary.html#batch-first"),
    ],
)
def test_search_ranks_the_explanation_first(query, place, book_url, open_page):
    visit = open_page(f"{book_url}/search.html?q={query}")
    page = visit.page
    page.locator("#search-results .search-summary").filter(has_text="found").wait_for()
    results = page.locator("#search-results .search > li")
    assert results.locator("a").first.get_attribute("href").startswith(place)
    # Of the chapters that speak of it, the first comes first.
    chapters = [
        address
        for link in results.locator("a").all()
        if (address := link.get_attribute("href")).startswith("chapters/") and "#" not in address
    ]
    assert chapters == sorted(chapters) or " " in query
    # An excerpt is what a reader of the page reads. A function of the library has none.
    pages = results.filter(has_not=page.locator('a[href*="#pe_lib."]'))
    pages.locator("p.context").nth(pages.count() - 1).wait_for()
    text = " ".join(results.locator("p.context").all_inner_texts())
    assert not re.search(
        r"\\(?:cos|lambda|omega|frac)|(\b[A-Za-z]{1,3})\1\1\b|Hide code|Contents", text
    )
    assert not visit.take_problems()


MESSAGE = (
    "RuntimeError: The size of tensor a (4096) must match the size of tensor b (2048): "
    "apply_rotary_pos_emb got rotate_half(q) for zzqfoo"
)
#: What readers paste, a page that has to be found, among how many, and the words that are nowhere.
PASTED = {
    "rotate_half": ("pages/your_config", 3, ""),
    "inv_freq": ("pages/glossary.html#inv-freq", 1, ""),
    "rope_theta": ("pages/your_config", 9, ""),
    "position_ids": ("pages/library.html#pe_lib.practice.position_ids", 1, ""),
    "constructor wavelength": ("", 1, "constructor"),
    "__proto__ wavelength": ("", 1, "__proto__"),
    "zzqfoo wavelength": ("", 1, "zzqfoo"),
    MESSAGE: ("chapters/07_rope", 1, "zzqfoo"),
    # No page that fits has all of these words.
    "flash attention packed position_ids": ("chapters/09_positions", 3, ""),
    "KeyError: 'rope_theta'": ("pages/your_question", 1, ""),
    "left padding generate wrong output": ("pages/your_question", 3, ""),
}


def test_search_finds_what_readers_paste_and_says_what_is_nowhere(book_url, open_page, faults):
    visit = open_page(f"{book_url}/search.html?q=wavelength")
    status = visit.page.locator("#search-results .search-summary")
    status.filter(has_text="found").wait_for()
    for query, (place, among, missing) in PASTED.items():
        with faults.at(query):
            visit.page.evaluate(SEARCH_AGAIN, query)
            status.filter(has_text=re.compile("found|did not match")).wait_for()
            links = visit.page.locator("#search-results .search > li > a")
            links.first.wait_for()
            top = [link.get_attribute("href") for link in links.all()[:among]]
            assert any(address.startswith(place) for address in top), top
            message = status.inner_text()
            assert ("Not in this book: " in message) == bool(missing) and missing in message, (
                message
            )
    assert not visit.take_problems()


def test_an_excerpt_is_the_passage_that_was_pasted(book_url, open_page):
    message = "Token indices sequence length is longer than the specified maximum sequence length"
    visit = open_page(f"{book_url}/search.html?q={message}")
    first = visit.page.locator("#search-results .search > li").first
    assert first.locator("a").first.get_attribute("href").startswith("pages/your_question")
    first.locator("p.context").wait_for()
    assert message in first.locator("p.context").inner_text()
    assert not visit.take_problems()


# The magnifier's right edge, and where the letters in the field begin.
MAGNIFIER = """() => [...document.querySelectorAll(".bd-search")]
  .filter((form) => form.checkVisibility())
  .map((form) => {
    const input = form.querySelector("input");
    const { paddingInlineStart, textIndent } = getComputedStyle(input);
    const icon = form.querySelector(".fa-magnifying-glass").getBoundingClientRect();
    const begin = input.getBoundingClientRect().left + parseFloat(paddingInlineStart);
    return [icon.right, begin + parseFloat(textIndent)];
  })"""


@pytest.mark.parametrize("width", [390, 1280])
def test_the_magnifier_does_not_cover_what_is_written(width, book_url, open_page):
    visit = open_page(f"{book_url}/search.html")
    visit.look(width=width)
    on_page = visit.page.evaluate(MAGNIFIER)
    visit.page.keyboard.press("Control+k")
    fields = on_page + visit.page.evaluate(MAGNIFIER)
    assert on_page and all(icon <= letters for icon, letters in fields)


@pytest.mark.parametrize("word", ["constructor", "__proto__", "hasOwnProperty", "toString"])
def test_search_stands_words_that_objects_inherit(word, book_url, open_page):
    visit = open_page(f"{book_url}/search.html?q={word}")
    summary = visit.page.locator("#search-results .search-summary").filter(
        has_text=re.compile("found|did not match")
    )
    summary.wait_for()
    assert "undefined" not in visit.page.locator("#search-results").inner_text()
    assert not visit.take_problems()


def test_search_opens_by_keyboard_and_goes_to_its_page(book_url, open_page):
    visit = open_page(f"{book_url}/{FIRST}")
    visit.page.keyboard.press("Control+k")
    visit.page.keyboard.type("wavelength")
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_url("**/search.html?q=wavelength")
    visit.page.locator("#search-results a").first.wait_for()
    assert not visit.take_problems()
