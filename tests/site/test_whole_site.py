"""The site works below any path, keeps its theme, and describes every page."""

from __future__ import annotations

from tests.site.reader import FIRST, unfold, unpacked


def test_theme_is_kept_from_page_to_page(book_url, open_page):
    visit = open_page(f"{book_url}/index.html", theme="light")
    visit.page.locator("button.theme-switch-button").click()
    assert visit.page.locator("html").get_attribute("data-theme") == "dark"
    visit.page.goto(f"{book_url}/{FIRST}", wait_until="commit")
    assert visit.page.locator("html").get_attribute("data-theme") == "dark"


def test_zip_of_the_site_works_with_pythons_own_server(book_html, tmp_path, open_page):
    with unpacked(book_html, tmp_path) as address:
        visit = open_page(f"{address}/{FIRST}")
        unfold(visit.page)
        assert not visit.take_problems()
