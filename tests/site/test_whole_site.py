"""The site works below any path, keeps its theme, and describes every page."""

from __future__ import annotations

from tests.server import served
from tests.site.reader import FIRST, PAGES, unfold, unpacked


def test_reduced_motion(book_url, open_page):
    visit = open_page(f"{book_url}/{FIRST}", reduced_motion="reduce")
    moving = visit.page.evaluate(
        """() => [...document.querySelectorAll("*")].filter((e) => {
          const s = getComputedStyle(e);
          return parseFloat(s.transitionDuration) > 0.01 || s.animationName !== "none";
        }).length"""
    )
    assert moving == 0


def test_theme_is_kept_from_page_to_page(book_url, open_page):
    visit = open_page(f"{book_url}/index.html", theme="light")
    visit.page.locator("button.theme-switch-button").click()
    assert visit.page.locator("html").get_attribute("data-theme") == "dark"
    visit.page.goto(f"{book_url}/{FIRST}", wait_until="commit")
    assert visit.page.locator("html").get_attribute("data-theme") == "dark"


def test_the_site_works_in_a_subdirectory(book_html, tmp_path, open_page):
    (tmp_path / "some" / "where").mkdir(parents=True)
    (tmp_path / "some" / "where" / "book").symlink_to(book_html, target_is_directory=True)
    with served(tmp_path) as address:
        visit = open_page(f"{address}/some/where/book/{FIRST}")
        unfold(visit.page)
        assert not visit.take_problems()


def test_zip_of_the_site_works_with_pythons_own_server(book_html, tmp_path, open_page):
    with unpacked(book_html, tmp_path) as address:
        visit = open_page(f"{address}/{FIRST}")
        unfold(visit.page)
        assert not visit.take_problems()


def test_every_page_has_metadata(book_html):
    from bs4 import BeautifulSoup

    seen = {}
    for path in PAGES:
        page = BeautifulSoup((book_html / path).read_text(encoding="utf-8"), "html.parser")
        described = page.find_all("meta", attrs={"name": "description"})
        assert len(described) == 1, path
        text = described[0]["content"]
        assert 30 <= len(text) <= 220, (path, text)
        assert page.title.get_text(strip=True)
        assert page.find("link", rel="icon")
        seen.setdefault(text, []).append(path)
    assert [paths for paths in seen.values() if len(paths) > 1] == []
