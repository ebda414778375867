"""A page on paper, as a reader prints it from the browser."""

from __future__ import annotations

import io
import re

import pytest

from tests.site.paper import read, without_spaces
from tests.site.reader import CHAPTERS, DESK, FIRST, THEMES, make_first_move

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


@pytest.mark.elsewhere
@pytest.mark.parametrize("path", CHAPTERS)
def test_a_chapter_prints_completely(path, book_url, open_page, faults):
    """On paper's width nothing is cut, figures are there, and what only a screen can do is not.

    And of a chapter with its solutions closed no sheet is half empty.
    """
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
    visit.look(width=DESK, theme=THEMES[0])
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = false; })")
    make_first_move(page)
    assert_no_half_empty_sheets(page, path, faults)


def assert_prints_uncut(page) -> None:
    assert page.evaluate(CUT) == []
    assert page.locator("article h1").is_visible()
    hidden = (".bd-sidebar-primary", ".bd-header-article", ".prev-next-footer", ".copybtn")
    for gone in (*hidden, ".book-opening"):
        assert not any(part.is_visible() for part in page.locator(gone).all()), gone
    # An explorer shows its still, or what was drawn in its place.
    explorers = page.locator(".pe-explorer:not(.book-opening *)").all()
    shown = [each.locator(".pe-still:not([hidden]) > svg, .pe-sheet") for each in explorers]
    figures = [*page.locator(".pe-picture svg").all(), *(each.first for each in shown)]
    assert all(figure.is_visible() for figure in figures)
    assert figures or not page.locator(".pe-explorer, .pe-picture").count()
    # Dark ink on white paper, whatever the screen showed.
    ink, paper = page.evaluate(
        """() => [getComputedStyle(document.querySelector("article p:not([class])")).color,
                  getComputedStyle(document.body).backgroundColor]"""
    )
    assert ink == "rgb(0, 0, 0)"
    assert paper == "rgb(255, 255, 255)"


def assert_no_half_empty_sheets(page, path: str, faults) -> None:
    """The lowest letter of each sheet but the last stands in its lower half."""
    import pypdf

    pdf = pypdf.PdfReader(io.BytesIO(page.pdf(format="A4", prefer_css_page_size=True)))
    for number, sheet in enumerate(pdf.pages[:-1], 1):
        with faults.at(f"{path}, page {number} of {len(pdf.pages)}"):
            letters, _ = read(sheet)
            assert min(high for high, _, _ in letters) < float(sheet.mediabox.height) / 2


def test_a_closed_solution_is_marked_in_print(book_url, open_page):
    visit = open_page(f"{book_url}/{FIRST}")
    visit.page.emulate_media(media="print")
    closed = visit.page.locator("article details:not(.hide):not(.pe-data) > summary").first
    note = closed.evaluate("(e) => getComputedStyle(e, '::after').content")
    assert "closed when this was printed" in note


@pytest.mark.elsewhere
def test_pdf_holds_text_and_figures(book_url, open_page):
    """Chromium's own PDF: several pages, the chapter's words, and figures drawn as paths."""
    import pypdf

    visit = open_page(f"{book_url}/{FIRST}", theme="dark")
    title = visit.page.locator("article h1").inner_text().rstrip("#").strip()
    figures = visit.page.locator(".pe-picture svg").count()
    labels = visit.page.locator(".pe-picture svg text").all_text_contents()
    pdf = pypdf.PdfReader(io.BytesIO(visit.page.pdf(format="A4", prefer_css_page_size=True)))
    text = " ".join(page.extract_text() for page in pdf.pages)
    assert 3 <= len(pdf.pages) <= 40
    assert title in text
    assert figures
    words = {label.strip() for label in labels if len(label.strip()) > 6}
    assert words
    squeezed = re.sub(r"\s+", "", text)
    assert [word for word in words if re.sub(r"\s+", "", word) not in squeezed] == []


def printed(visit) -> list[str]:
    """The text of each page of Chromium's PDF, its gaps closed: a line break is no letter."""
    import pypdf

    pdf = pypdf.PdfReader(io.BytesIO(visit.page.pdf(format="A4", prefer_css_page_size=True)))
    return [without_spaces(page.extract_text()) for page in pdf.pages]


@pytest.mark.elsewhere
def test_print_shows_settings_addresses_and_open_solutions(book_url, open_page):
    """An explorer's settings and address, outside links with theirs, solutions by choice."""
    visit = open_page(f"{book_url}/chapters/02_formula.html#counter:position=9", theme="dark")
    page = visit.page
    make_first_move(page)
    page.locator("#explorer-counter .pe-sheet").wait_for()
    page.evaluate("window.print = () => { window.asked = true; }")
    unmoved = page.locator("#explorer-fingerprint .pe-paper")
    settings = unmoved.text_content()
    without = "".join(printed(visit))
    # Without a script the settings stand there in the same words.
    assert unmoved.text_content().startswith(f"{settings} · http")
    for text in (
        "Positionp:9;Bits,andpairsofcolumns:5;BaseB:10,000;Writethelowestbitfirst:no",
        f"{book_url}/chapters/02_formula.html#counter:position=9",
        f"{book_url}/chapters/02_formula.html#fingerprint:",
    ):
        assert text in without
    words = page.locator("article details:not(.hide, .pe-data) p").first
    code = page.locator("article .tag_hide-cell details.hide pre").last
    # So much of the code that it differs from what the exercise starts with.
    solutions = [
        without_spaces(words.text_content())[:25],
        without_spaces(code.text_content())[:130],
    ]
    assert not any(solution in without for solution in solutions)
    # What the reader has opened stays open after printing, and nothing else.
    words.locator("xpath=ancestor::details[1]").evaluate("(details) => { details.open = true; }")
    page.emulate_media(media="print")
    fading = "() => { printWithSolutions(); return document.getAnimations().length; }"
    assert page.evaluate(fading) == 0
    page.emulate_media(media="null")
    assert page.evaluate("asked")
    given = "".join(printed(visit))
    assert all(solution in given for solution in solutions)
    assert "codecell" not in given  # what folds is not for paper
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("article details[open]").count() == 1
    assert page.locator("button[onclick='printWithSolutions()']").count()
    # On paper the figure has the paper's ink, after it the screen's again.
    letters = page.locator("#explorer-counter .pe-sheet text").first
    screen = page.locator("#explorer-counter").evaluate("(e) => getComputedStyle(e).color")
    inks = []
    for media in ("print", "screen"):
        page.emulate_media(media=media)
        inks.append(letters.evaluate("(e) => getComputedStyle(e).fill"))
    assert inks == ["rgb(0, 0, 0)", screen] and screen != inks[0]
    page.emulate_media(media="null")
    page.goto(f"{book_url}/pages/references.html")
    assert "(https://arxiv.org/abs/1706.03762)" in "".join(printed(visit))
    assert not visit.take_problems()


@pytest.mark.elsewhere
def test_a_folded_cell_that_solves_nothing_stays_folded_on_paper(book_url, open_page):
    visit = open_page(f"{book_url}/chapters/06_inside_a_transformer.html")
    page = visit.page
    make_first_move(page)
    folded, solution = (
        without_spaces(page.locator(f"article .tag_hide-{what} pre").first.text_content())[:60]
        for what in ("input", "cell")
    )
    page.evaluate("window.print = () => {}; printWithSolutions()")
    given = "".join(printed(visit))
    assert solution in given and folded not in given
    assert not visit.take_problems()
