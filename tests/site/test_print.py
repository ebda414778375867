"""A page on paper, as a reader prints it from the browser."""

from __future__ import annotations

import io

import pytest

from tests.site.paper import without_spaces
from tests.site.reader import CHAPTERS, THEMES, make_first_move

A4_TEXT_WIDTH = 210 - 2 * 16  # mm, the margins of book.css
# An svg in an svg is a plot's frame, which clips its lines; the figure around it is measured.
CUT = """() => {
  const width = document.documentElement.clientWidth;
  const parts = "main :is(.katex-html .base, svg:not(svg *), pre, table, img)";
  return [...document.querySelectorAll(parts)]
    .filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 0)
    .filter((e) => e.getBoundingClientRect().right > width + 1
      || e.getBoundingClientRect().left < -1)
    .map((e) => `${Math.round(e.getBoundingClientRect().right - width)} px: `
      + e.textContent.slice(0, 80));
}"""


@pytest.mark.parametrize("path", CHAPTERS[::5])
def test_a_chapter_prints_completely(path, book_url, open_page, faults):
    """On paper's width nothing is cut, figures are there, and what only a screen can do is not."""
    visit = open_page(f"{book_url}/{path}", width=round(A4_TEXT_WIDTH / 25.4 * 96))
    page = visit.page
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    for theme in THEMES:
        visit.look(theme=theme)
        assert visit.has_theme(theme)
        page.emulate_media(media="print")
        with faults.at(f"{path}, {theme}"):
            assert_prints_uncut(page)
        page.emulate_media(media="screen")


def assert_prints_uncut(page) -> None:
    assert page.evaluate(CUT) == []
    assert page.locator("article h1").is_visible()
    hidden = (".bd-sidebar-primary", ".bd-header-article", ".prev-next-footer", ".copybtn")
    for gone in hidden:
        assert not any(part.is_visible() for part in page.locator(gone).all()), gone
    # An explorer shows its still, or what was drawn in its place.
    explorers = page.locator(".pe-explorer").all()
    shown = [each.locator(".pe-still:not([hidden]) > svg, .pe-sheet") for each in explorers]
    figures = [*page.locator(".pe-picture svg").all(), *(each.first for each in shown)]
    assert all(figure.is_visible() for figure in figures)
    assert figures or not page.locator(".pe-explorer, .pe-picture").count()
    # Dark ink on white paper, whatever the screen showed.
    inks, paper = page.evaluate(
        """() => {
          const written = document.querySelectorAll("section > p:not([class]), section > p code");
          return [[...new Set([...written].map((e) => getComputedStyle(e).color))],
                  getComputedStyle(document.body).backgroundColor];
        }"""
    )
    assert inks == ["rgb(0, 0, 0)"]
    assert paper == "rgb(255, 255, 255)"


def printed(visit) -> list[str]:
    """The text of each page of Chromium's PDF, without spaces and line breaks."""
    import pypdf

    pdf = pypdf.PdfReader(io.BytesIO(visit.page.pdf(format="A4", prefer_css_page_size=True)))
    return [without_spaces(page.extract_text()) for page in pdf.pages]


def test_print_shows_settings_and_addresses(book_url, open_page):
    """An explorer's settings and address, and outside links with theirs."""
    visit = open_page(f"{book_url}/chapters/02_formula.html#counter:position=9", theme="dark")
    page = visit.page
    make_first_move(page)
    page.locator("#explorer-counter .pe-sheet").wait_for()
    paper = "".join(printed(visit))
    for text in ("rowp:9;", f"{book_url}/chapters/02_formula.html#counter:position=9"):
        assert text in paper
    page.goto(f"{book_url}/pages/references.html")
    assert "(https://arxiv.org/abs/1706.03762)" in "".join(printed(visit))
    assert not visit.take_problems()
