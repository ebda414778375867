"""A chapter without JavaScript: text, figures, tables and answers are there."""

from __future__ import annotations

import pytest

from pe_book.explorers import ALL
from tests.site.reader import CHAPTERS


@pytest.mark.parametrize("path", CHAPTERS[::4])
def test_a_chapter_is_readable_without_javascript(path, book_url, open_page, faults):
    visit = open_page(f"{book_url}/{path}", java_script_enabled=False)
    page = visit.page
    for section in page.locator(".pe-explorer").all():
        explorer = ALL[section.get_attribute("data-explorer")]
        with faults.at(f"{path}, {explorer.name}"):
            assert section.locator(".pe-still > svg").filter(visible=True).count() == 1
            assert section.get_by_role("img", name=explorer.alt).is_visible()
            assert section.locator(".pe-sentence").inner_text()
            assert section.locator("noscript .pe-note").is_visible()
            assert section.locator("[name]").first.is_disabled()
            section.locator(".pe-data > summary").click()
            assert section.locator("tbody td").first.is_visible()
    for question in page.locator("form.pe-question").all():
        assert question.locator("details > summary").is_visible()
    for cell in page.locator(".pe-live").all():
        assert cell.locator("pre").first.is_visible()
    assert not page.locator("button.theme-switch-button").is_visible()
    assert not visit.take_problems()
