"""The book as PDFs: one of all, one of each chapter, and the gallery as a handout."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pypdf
import pytest
import yaml
from bs4 import BeautifulSoup

from _ext.book_site import pdf
from pe_book.mistakes import CHECKS, MISTAKES, check_matrix
from tests.site.paper import without_spaces
from tests.site.reader import ROOT

# Printed once for all of these tests.
pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("pdf")]
CONTENTS = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
NAMES = [
    each["file"]
    for part in CONTENTS["parts"]
    for listed in part["chapters"]
    for each in (listed, *listed.get("sections", ()))
]
CONFIG = SimpleNamespace(html_title="The book's title", author="Its authors", html_baseurl="")


@pytest.fixture(scope="session")
def printed(book_html, browser_path, tmp_path_factory):
    """The whole book, chapter 2, the sheet and the handout, each as pypdf reads it."""
    folder = tmp_path_factory.mktemp("pdf")
    files = {}
    for name, page in pdf.documents(book_html, CONFIG, ["index", *NAMES]):
        if name in (pdf.BOOK, "02_formula.pdf", pdf.HANDOUT, pdf.SHEET):
            pdf.print_pdf(browser_path, page, book_html, folder / name)
            files[name] = pypdf.PdfReader(folder / name)
    return files


@pytest.fixture(scope="session")
def texts(printed):
    return {
        name: [without_spaces(page.extract_text()) for page in file.pages]
        for name, file in printed.items()
    }


def titles(outline) -> list[str]:
    """The titles of an outline's first level."""
    return [entry["/Title"] for entry in outline if not isinstance(entry, list)]


def links(file):
    return [
        note.get_object()
        for page in file.pages
        for note in page.get("/Annots", ())
        if note.get_object()["/Subtype"] == "/Link"
    ]


def test_the_outline_matches_the_contents(printed, texts, book_html):
    file = printed[pdf.BOOK]
    pages = [(book_html / f"{name}.html").read_text(encoding="utf-8") for name in NAMES]
    headings = [pdf.heading(BeautifulSoup(page, "html.parser").article) for page in pages]
    assert titles(file.outline)[-len(headings) - 1 :] == [*headings, pdf.ANSWERS]
    for entry in file.outline:
        if not isinstance(entry, list) and entry["/Title"] in headings:
            page = texts[pdf.BOOK][file.get_destination_page_number(entry)]
            assert without_spaces(entry["/Title"]) in page
    assert 120 <= len(file.pages) <= 320


def test_the_students_sheet_is_one_page(texts):
    [sheet] = texts[pdf.SHEET]
    assert sheet.count("ABCD") == 8  # four votes with letters, before and after


def test_no_link_points_to_this_machine(printed):
    for name, file in printed.items():
        known = set(file.named_destinations)
        for link in links(file):
            if address := link.get("/A", {}).get("/URI"):
                assert re.match("https://", address), (name, address)
            else:
                assert link["/Dest"] in known, (name, link["/Dest"])
        assert not re.search(r"file:/|127\.0\.0\.1|localhost:\d", str(file.metadata))
    # From chapter 2 to chapter 4, and to the explorer that a teacher's link names.
    whole = printed[pdf.BOOK].named_destinations
    assert {"/04_offsets_are_rotations", "/03_frequency_and_wavelength.explorer-waves"} <= set(
        whole
    )
    assert any("answer-0" in name for name in whole)


def test_answers_and_solutions_are_at_the_end(texts, book_html):
    pages = texts["02_formula.pdf"]
    end = next(number for number, text in enumerate(pages) if without_spaces(pdf.ANSWERS) in text)
    page = (book_html / "chapters/02_formula.html").read_text(encoding="utf-8")
    solutions = BeautifulSoup(page, "html.parser").article.select(".tag_hide-cell pre")
    assert solutions
    for solution in solutions:
        text = without_spaces(solution.get_text())[:130]
        assert text in "".join(pages[end:]) and text not in "".join(pages[:end])


def test_the_handout_has_two_pages_and_the_second_is_the_key(printed):
    file = printed[pdf.HANDOUT]
    matrix, key = (page.extract_text() for page in file.pages)
    for page in (matrix, key):
        assert all(without_spaces(mistake.name) in without_spaces(page) for mistake in MISTAKES)
    assert all(without_spaces(check.question) in without_spaces(matrix) for check in CHECKS)
    outcomes = [outcome for found in check_matrix().values() for outcome in found.values()]
    assert key.count("●") - 1 == outcomes.count("fails")
    assert key.count("×") - 1 == outcomes.count("crashes")
    assert matrix.count("●") == matrix.count("×") == 1  # in the words above the matrix
