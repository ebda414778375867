"""The book as PDFs: one of all, one of each chapter, and the gallery as a handout."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from types import SimpleNamespace

import pypdf
import pytest
import yaml
from bs4 import BeautifulSoup

from _ext.book_site import pdf
from pe_book.mistakes import CHECKS, MISTAKES, check_matrix
from tests.site.paper import read, without_spaces
from tests.site.reader import ROOT

# Printed once for all of these tests.
pytestmark = [pytest.mark.elsewhere, pytest.mark.xdist_group("pdf")]
CONTENTS = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
LISTED = [each["file"] for part in CONTENTS["parts"] for each in part["chapters"]]
NAMES = [name for name in LISTED if not name.startswith("slides/")]
# In points: the margin below an A4 page, and half of its height.
FOOT, HALF = 18 / 25.4 * 72, 842 / 2
# The exponents at the marks of a log axis.
SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
CONFIG = SimpleNamespace(html_title="The book's title", author="Its authors", html_baseurl="")


@pytest.fixture(scope="session")
def printed(book_html, printer_path, tmp_path_factory):
    """The whole book, chapter 2 and the handout, each as pypdf reads it."""
    folder = tmp_path_factory.mktemp("pdf")
    files = {}
    for name, page in pdf.documents(book_html, CONFIG, ["index", *NAMES]):
        if name in (pdf.BOOK, "02_formula.pdf", pdf.HANDOUT):
            pdf.print_pdf(printer_path, page, book_html, folder / name)
            files[name] = pypdf.PdfReader(folder / name)
    return files


@pytest.fixture(scope="session")
def letters_and_texts(printed):
    """Of each page what stands where, and its text: to read them takes half a minute."""
    return {name: [read(page) for page in file.pages] for name, file in printed.items()}


@pytest.fixture(scope="session")
def texts(letters_and_texts):
    return {
        name: [without_spaces(text) for _, text in pages]
        for name, pages in letters_and_texts.items()
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
    articles = [BeautifulSoup(page, "html.parser").article for page in pages]
    headings = [pdf.heading(article) for article in articles]
    found = titles(file.outline)
    assert found[-len(headings) - 1 :] == [*headings, pdf.ANSWERS]
    assert found[0] == CONFIG.html_title and found[1] == "Contents"
    sections = [entry for entry in file.outline if isinstance(entry, list)]
    divided = [each for each in articles if each.select("section:not(.pe-explorer) > h2")]
    assert len(sections) >= len(divided)
    for entry in file.outline:
        if not isinstance(entry, list) and entry["/Title"] in headings:
            number = file.get_destination_page_number(entry)
            title = without_spaces(entry["/Title"])
            opening = rf"{number + 1}((Chapter\d+·)?\d+minutes)?{re.escape(title)}"
            # The contents say the same page.
            assert f"{title}{number + 1}" in "".join(texts[pdf.BOOK][1:4])
            assert re.match(opening, texts[pdf.BOOK][number])


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


def test_there_are_no_empty_pages_and_the_length_is_plausible(printed, texts):
    assert 120 <= len(texts[pdf.BOOK]) <= 320
    for name, pages in texts.items():
        thin = [number for number, text in enumerate(pages, 1) if len(text) < 60]
        assert thin == ([1] if name == pdf.BOOK else []), name
        no_address = ["file://", "127.0.0.1", str(ROOT)]
        assert not [part for part in no_address if part in "".join(pages)]


def test_pages_are_filled_and_letters_are_legible(printed, letters_and_texts):
    """A page is left half empty before a new chapter alone, and exponents alone are below 5.8."""
    for name in (pdf.BOOK, "02_formula.pdf"):
        file = printed[name]
        starts = {
            file.get_destination_page_number(entry)
            for entry in file.outline
            if not isinstance(entry, list)
        }
        pages = [letters for letters, _ in letters_and_texts[name]]
        for number, letters in enumerate(pages):
            # Without the number at its foot.
            found = [each for each in letters if each[0] > FOOT]
            if number + 1 not in starts | {len(file.pages)}:
                assert min(high for high, _, _ in found) < HALF, (name, number + 1)
            small = "".join(text for _, size, text in found if size < 5.8)
            small = re.sub(f"[{SUPERSCRIPTS}]", "", small)
            assert len(small) <= 12, (name, number + 1, small)
        # Where something is too wide for the paper, the browser makes all of it smaller.
        sizes = Counter()
        for _, size, text in chain.from_iterable(pages):
            sizes[round(size, 1)] += len(text)
        assert sizes.most_common(1)[0][0] == 10, (name, sizes)


def test_all_fonts_are_embedded(printed):
    for name, file in printed.items():
        fonts = [
            font.get_object()
            for page in file.pages
            for font in page["/Resources"].get("/Font", {}).values()
        ]
        assert fonts
        for font in fonts:
            if font["/Subtype"] == "/Type3":
                continue  # drawn, not set
            inner = font["/DescendantFonts"][0].get_object()["/FontDescriptor"]
            assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(inner), (name, font["/BaseFont"])


def test_answers_and_solutions_are_at_the_end(letters_and_texts, texts, book_html):
    pages = texts["02_formula.pdf"]
    end = next(number for number, text in enumerate(pages) if without_spaces(pdf.ANSWERS) in text)
    page = (book_html / "chapters/02_formula.html").read_text(encoding="utf-8")
    article = BeautifulSoup(page, "html.parser").article
    answers = article.select("form.pe-question noscript details")
    solutions = article.select("details:not(.hide, .pe-explorer *) > p, .tag_hide-cell pre")
    assert len(answers) >= 5 and len(solutions) >= 3
    for answer in answers:
        answer.summary.decompose()
    for hidden in [*answers, *solutions]:
        for formula in hidden.select(".katex, sup, sub"):
            formula.replace_with("¦")
        text = max(without_spaces(hidden.get_text()).split("¦"), key=len)[:40]
        assert text in "".join(pages[end:]), text
        # Code begins like the first try, and a right choice stands among the others.
        assert hidden.name != "p" or len(text) < 25 or text not in "".join(pages[:end]), text
    asked = "\n".join(text for _, text in letters_and_texts["02_formula.pdf"][:end])
    pages_named = re.findall(r"Answer: page (\d+)", asked)
    assert len(pages_named) == len(answers)
    assert {int(number) for number in pages_named} <= set(range(end + 1, len(pages) + 1))


def test_figures_and_explorers_are_included_with_their_settings(texts, book_html):
    whole = "".join(texts[pdf.BOOK])
    for name in NAMES:
        text = (book_html / f"{name}.html").read_text(encoding="utf-8")
        article = BeautifulSoup(text, "html.parser").article
        # The one at a chapter's head stands further down again, and pictures stand for the story's.
        for explorer in article.select(".pe-explorer:not(.book-opening *, .pe-story *)"):
            address = f"{name}.html#{explorer['data-key']}"
            paper = without_spaces(explorer.select_one(".pe-paper").get_text())
            assert f"{paper}·{without_spaces(address)}" in whole
            assert without_spaces(explorer.select_one(".pe-sentence").get_text()) in whole
        for caption in article.select(".pe-picture figcaption"):
            assert without_spaces(caption.get_text())[:40] in whole


def test_the_handout_has_two_pages_and_the_second_is_the_key(printed):
    file = printed[pdf.HANDOUT]
    matrix, key = (page.extract_text() for page in file.pages)
    for page in (matrix, key):
        assert all(without_spaces(mistake.name) in without_spaces(page) for mistake in MISTAKES)
    assert all(without_spaces(check.question) in without_spaces(matrix) for check in CHECKS)
    found = check_matrix()
    assert key.count("●") - 1 == (found.caught & ~found.crashed).sum()
    assert key.count("×") - 1 == found.crashed.sum()
    assert matrix.count("●") == matrix.count("×") == 1  # in the words above the matrix


def app_for(outdir, asked: bool):
    """What Sphinx hands over at the end of a build of one page."""
    config = SimpleNamespace(**vars(CONFIG), book_site_pdf=asked, root_doc="index")
    env = SimpleNamespace(toctree_includes={"index": []})
    builder = SimpleNamespace(name="html")
    return SimpleNamespace(outdir=outdir, config=config, env=env, builder=builder)


def test_pages_link_to_existing_pdfs_only(printer_path, tmp_path, monkeypatch, capsys):
    outdir = tmp_path / "html"
    (outdir / "_static").mkdir(parents=True)
    (outdir / "_static" / "site.css").write_text("", encoding="utf-8")
    page = outdir / "index.html"
    empty = '<article><h1>A page#</h1><p class="book-downloads"></p></article>'
    page.write_text(empty, encoding="utf-8")
    monkeypatch.setattr(pdf, "installed_browser", lambda: printer_path)
    pdf.finish(app_for(outdir, asked=True), None)
    offered = page.read_text(encoding="utf-8")
    addresses = re.findall('href="([^"]+)"', offered)
    assert addresses == ["pdf/book.pdf", "pdf/gallery-handout.pdf"]
    assert all((outdir / address).is_file() for address in addresses)
    # A second time nothing is printed again.
    monkeypatch.setattr(pdf, "print_once", lambda *given: pytest.fail("printed again"))
    pdf.finish(app_for(outdir, asked=True), None)
    assert page.read_text(encoding="utf-8") == offered and (outdir / addresses[0]).is_file()
    # Without a browser the build goes on, and says so; PDFs of earlier pages go.
    monkeypatch.setattr(pdf, "installed_browser", lambda: None)
    pdf.finish(app_for(outdir, asked=True), None)
    assert "NO PDF OF THE BOOK: there is no Chromium" in capsys.readouterr().err
    assert page.read_text(encoding="utf-8") == empty and not (outdir / "pdf").exists()
    # A build that was not asked for PDFs leaves none of another state.
    (outdir / "pdf").mkdir()
    pdf.finish(app_for(outdir, asked=False), None)
    assert not (outdir / "pdf").exists()
