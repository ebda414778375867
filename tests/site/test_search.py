"""Search finds what readers look for, and leads to the section."""

from __future__ import annotations

from tests.server import served
from tests.site.reader import FIRST, THEMES

# What readers look for or paste, and a place that has to be among so many results.
QUERIES = [
    ("rope", "chapters/07_rope", 1),
    ("theta", "chapters/07_rope", 1),
    ("learned", "chapters/07_beyond", 1),
    ("kv cache", "chapters/09_positions", 1),
    ("pytorch", "pages/library.html#in-pytorch", 1),
    ("permutation matrix", "pages/glossary.html#permutation-matrix", 3),
    ("why 10000", "chapters/03_frequency_and_wavelength.html#why-10000", 3),
    ("div_term", "pages/glossary.html#div-term", 3),
    ("rotate_half", "pages/your_config.html", 12),
    ("flash attention packed position_ids", "chapters/09_positions", 12),
    ("RuntimeError: The size of tensor a (4096) must match zzqfoo", "pages/your_question", 12),
]


def test_search_leads_to_the_section(book_url, open_page, faults):
    visit = open_page(f"{book_url}/search.html", bypass_csp=False)
    page = visit.page
    for words, place, among in QUERIES:
        page.locator(".book-found input[name=q]").fill(words)
        page.locator(".book-found [role=status]").filter(has_text="found").wait_for()
        links = page.locator(".book-found li > a").all()[:among]
        found = [link.evaluate("(link) => link.href") for link in links]
        with faults.at(words):
            assert any(address.startswith(f"{book_url}/{place}") for address in found), found
    assert not visit.take_problems()


def test_search_by_keyboard_below_a_path_under_the_policy(book_html, tmp_path, open_page):
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "where").symlink_to(book_html, target_is_directory=True)
    with served(tmp_path) as server:
        address = f"{server}/some/where"
        visit = open_page(f"{address}/{FIRST}", bypass_csp=False)
        page = visit.page
        page.keyboard.press("Control+k")
        page.keyboard.type("wavelength")
        page.keyboard.press("Enter")
        page.wait_for_url("**/search.html?q=wavelength")
        first = page.locator(".book-found li > a").first
        first.wait_for()
        for theme in THEMES:
            visit.look(theme=theme)
        first.focus()
        page.keyboard.press("Enter")
        page.wait_for_url(f"{address}/*/*.html*")
        assert not visit.take_problems()
