"""The book on paper: all of it as one PDF, each chapter as one, the gallery and a lesson's sheet.

What is printed are the finished pages, put together into one page of HTML without scripts: there
the explorers are stills, and a link to another chapter is a link within the file. Questions and
exercises keep their places; their answers and solutions follow at the end. A Chromium prints it,
with an outline and page numbers. Where there is none there are no PDFs, and the build reports it.
"""

from __future__ import annotations

import html
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath

from bs4 import BeautifulSoup, Tag
from sphinx.application import Sphinx
from sphinx.util.console import red

from book.browser import FLAGS, installed_browser

FOLDER, BOOK, HANDOUT = "pdf", "book.pdf", "gallery-handout.pdf"
SHEET, SHEET_PAGE = "student-sheet.pdf", "pages/student_sheet.html"
STYLE = Path(__file__).with_name("pdf.css")
ANSWERS = "Answers and solutions"
NO_PDF = "NO PDF OF THE BOOK: {}. The pages are complete without it."
# With those in it, as a still has.
SVG = re.compile(r"<svg\b(?:<svg\b.*?</svg>|(?!<svg\b).)*?</svg>", re.S)
STASHED = re.compile(r'<i data-svg="(\d+)"></i>')
# What a page has for the screen alone.
SCREEN = (
    "script, noscript, button, a.headerlink, .pe-controls, .pe-menu, .pe-data, .pe-status, "
    ".pe-message, .pe-bar, .pe-elsewhere, .pe-reply, .pe-answers, .book-start, "
    ".book-downloads, .only-dark, .d-print-none, .tag_hide-input details, "
    ".toctree-wrapper"
)
# Attributes that hold the name of a place.
NAMES = {"id", "for", "aria-labelledby", "aria-describedby"}
# Where a page offers the PDFs; filled when they are there.
OFFER = re.compile(r'(<p class="book-downloads">).*?(</p>)', re.S)


# --- Many pages into one --------------------------------------------------------------------------


class Paper:
    """Finished pages on their way to one file."""

    def __init__(self, outdir: Path, files: list[str], address: str) -> None:
        self.files, self.address = files, address
        self.pictures: list[str] = []
        self.pages, self.answers = [], []
        for file in files:
            text = SVG.sub(self._stash, (outdir / file).read_text(encoding="utf-8"))
            self._take(file, BeautifulSoup(text, "html.parser").find("article"))

    def html(self, title: str, front: str = "", contents: bool = False) -> str:
        """Return the whole as one page of HTML, to lie beside the front page of the site."""
        if self.answers:
            end = parsed(f'<article class="bd-article"><h1 id="answers">{ANSWERS}</h1></article>')
            end.extend(self.answers)
            self.pages.append(end)
        if contents:
            listed = "".join(self._contents())
            title = "Contents"
            front += f'<nav class="book-contents"><h1>{title}</h1><div>{listed}</div></nav>'
        body = f"{front}{''.join(str(page) for page in self.pages)}"
        body = STASHED.sub(lambda found: self.pictures[int(found[1])], body)
        return (
            f'<!DOCTYPE html><html lang="en" data-theme="light" data-mode="light"><head>'
            f'<meta charset="utf-8"><title>{html.escape(title)}</title>'
            '<link rel="stylesheet" href="vendor/katex/katex.min.css">'
            '<link rel="stylesheet" href="_static/site.css">'
            f"<style>{STYLE.read_text(encoding='utf-8')}</style></head>"
            '<body><main class="bd-main"><div class="bd-content"><div class="bd-article-container">'
            f"{body}</div></div></main></body></html>"
        )

    def _stash(self, found: re.Match) -> str:
        """Put a picture aside: nothing in it changes, and it takes long to read."""
        self.pictures.append(found[0])
        return f'<i data-svg="{len(self.pictures) - 1}"></i>'

    def _take(self, file: str, article: Tag) -> None:
        for paper in article.select(".pe-paper"):
            key = paper.find_parent(class_="pe-explorer")["data-key"]
            shown = f"{self.address}{file}#{key}"
            paper.append(parsed(f'<span> · <a href="#{key}:">{html.escape(shown)}</a></span>'))
        answers = parsed(f"<section><h2>{heading(article)}</h2></section>")
        answers.extend(self._answers(article))
        for part in (article, answers):
            for cell in part.select(".tag_hide-cell details"):
                cell.summary.decompose()
                cell.unwrap()
            for element in part.select(SCREEN):
                element.decompose()
            for picture in part.select("img[src]"):
                picture["src"] = normpath(join(dirname(file), picture["src"]))
                picture.attrs.pop("loading", None)
            for element in [part, *part.find_all(True)]:
                self._name(element, file)
        article["id"] = place(file, "")
        self.pages.append(article)
        if len(answers) > 1:
            self.answers.append(answers)

    def _answers(self, article: Tag) -> Iterator[Tag]:
        """Take answers and solutions out, each with its question; leave a link in its place."""
        found = article.select(
            "form.pe-question, details:not(.hide, .pe-explorer *, noscript details)"
        )
        for number, element in enumerate(found):
            section, name = element.find_parent("section"), f"answer-{number}"
            if element.name == "form":
                answer, back = element.select_one("noscript details").extract(), element["id"]
                answer.summary.decompose()
                label, asked = "Answer", element.legend.decode_contents()
            else:
                label, back = element.summary.extract().get_text(), section["id"]
                asked = f"{heading(section)}: {label.lower()}"
                answer = parsed("<div></div>")
                element.replace_with(answer)
                answer, element = element, answer
                answer.extend(cell.extract() for cell in section.select(".tag_hide-cell"))
            link = f'<p class="book-turn"><a href="#{name}">{label}</a></p>'
            element.append(parsed(link))
            answer.name, answer.attrs = "div", {"class": "book-answer", "id": name}
            answer.insert(0, parsed(f'<p class="book-asked"><a href="#{back}">{asked}</a></p>'))
            yield answer

    def _name(self, element: Tag, file: str) -> None:
        """Give what can be pointed at a name that no other page has, and lead links there."""
        for attribute in NAMES & element.attrs.keys():
            names = element[attribute].split()
            element[attribute] = " ".join(place(file, name) for name in names)
        target, _, fragment = element.get("href", "").partition("#")
        if element.name != "a" or not element.has_attr("href") or re.match("[a-z]+:", target):
            return
        target = normpath(join(dirname(file), target)) if target else file
        settings = ":" in fragment  # of an explorer
        if target in self.files and not (settings and self.address):
            name = f"explorer-{fragment.partition(':')[0]}" if settings else fragment
            element["href"] = f"#{place(target, name)}"
        elif self.address:
            element["href"] = f"{self.address}{target}#{fragment}".removesuffix("#")
            element["class"] = "book-site"
        else:
            element.unwrap()

    def _contents(self) -> Iterator[str]:
        for page in self.pages:
            chapter = page["id"][:2].isdigit() if page.get("id") else False
            for title in page.find_all(["h1", "h2"] if chapter else "h1"):
                name = title.get("id") or title.find_parent(["section", "article"])["id"]
                text = title.get_text().strip()
                yield f'<p class="book-{title.name}"><a href="#{name}">{text}</a></p>'


def parsed(text: str) -> Tag:
    """The one element that the text holds."""
    return BeautifulSoup(text, "html.parser").find(True).extract()


def heading(element: Tag) -> str:
    """The text of the first heading, without the link to itself."""
    return element.find(["h1", "h2", "h3"]).get_text().strip().removesuffix("#")


def place(file: str, name: str) -> str:
    """The name that a place of a page has in the file."""
    page = file.rpartition("/")[2].removesuffix(".html")
    return f"{page}.{name}" if name else page


# --- One page onto paper --------------------------------------------------------------------------


def print_pdf(browser: str, page: str, beside: Path, target: Path) -> None:
    """Print a page of HTML that asks for files beside it."""
    # Beside the pages, so that its addresses lead to their files; closed, for Windows locks an open
    # file.
    source = beside / f"print-{target.stem}.html"
    source.write_text(page, encoding="utf-8")
    try:
        print_address(browser, source.resolve().as_uri(), target, "--generate-pdf-document-outline")
    finally:
        source.unlink()


def print_address(browser: str, address: str, target: Path, *options: str) -> None:
    with tempfile.TemporaryDirectory() as profile:
        command = [browser, "--headless", *FLAGS, f"--user-data-dir={profile}"]
        command += ["--no-pdf-header-footer", *options, f"--print-to-pdf={target}", address]
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", errors="replace", timeout=300
        )
    if not target.is_file():
        raise OSError(f"{browser} printed nothing: {done.stderr.strip()[-300:]}")


# --- The files ------------------------------------------------------------------------------------


def documents(outdir: Path, config, names: list[str]) -> Iterator[tuple[str, str]]:
    """Return the name of each file, and the page of HTML that becomes it."""
    from pe_book.mistakes.handout import handout  # not where nothing is printed

    files, address = [f"{name}.html" for name in names], config.html_baseurl
    cover = "".join(
        f"<{tag}>{html.escape(text)}</{tag}>"
        for tag, text in (("h1", config.html_title), ("p", config.author), ("p", address))
    )
    front = f'<header class="book-cover">{cover}</header>'
    yield BOOK, Paper(outdir, files, address).html(config.html_title, front, contents=True)
    for file in files:
        if file.startswith("chapters/"):
            paper = Paper(outdir, [file], address)
            yield f"{place(file, '')}.pdf", paper.html(heading(paper.pages[0]))
    yield SHEET, Paper(outdir, [SHEET_PAGE], address).html("Student sheet")
    yield HANDOUT, handout()


def with_subpages(app: Sphinx, name: str) -> Iterator[str]:
    """Yield a page and all that are below it in the contents."""
    yield name
    for each in app.env.toctree_includes.get(name, ()):
        yield from with_subpages(app, each)


def print_all(app: Sphinx, outdir: Path) -> None:
    if not (browser := installed_browser()):
        raise OSError("there is no Chromium, and BROWSER_PATH names none")
    (outdir / FOLDER).mkdir()
    for name, page in documents(outdir, app.config, [*with_subpages(app, app.config.root_doc)]):
        print(f"Printing {name}", flush=True)
        print_pdf(browser, page, outdir, outdir / FOLDER / name)


def offered(folder: Path) -> str:
    """Return the links to the PDFs that exist."""
    if not folder.is_dir():
        return ""
    chapters = ", ".join(
        f'<a href="{FOLDER}/{file.name}">{file.stem.replace("_", " ")}</a>'
        for file in sorted(folder.glob("[0-9]*.pdf"))
    )
    size = (folder / BOOK).stat().st_size / 1e6
    return (
        f'As PDF: <a href="{FOLDER}/{BOOK}">the whole book</a> ({size:.0f} MB); '
        f"chapters {chapters}; "
        f'<a href="{FOLDER}/{HANDOUT}">the gallery of chapter 8 to fill in, with its key</a>; '
        f'<a href="{FOLDER}/{SHEET}">the student sheet of the 45-minute lesson</a>.'
    )


def finish(app: Sphinx, exception: Exception | None) -> None:
    """Print where that is asked for; PDFs of other pages than these go."""
    if exception is not None or app.builder.name != "html":
        return
    outdir = Path(app.outdir)
    shutil.rmtree(outdir / FOLDER, ignore_errors=True)
    if app.config.book_site_pdf:
        try:
            print_all(app, outdir)
        except (OSError, subprocess.TimeoutExpired) as error:
            shutil.rmtree(outdir / FOLDER, ignore_errors=True)
            print(red(NO_PDF.format(error)), file=sys.stderr, flush=True)
    for file in outdir.glob("*.html"):
        page = file.read_text(encoding="utf-8")
        filled = OFFER.sub(lambda found: found[1] + offered(outdir / FOLDER) + found[2], page)
        if filled != page:
            file.write_text(filled, encoding="utf-8")


def setup(app: Sphinx) -> None:
    # No page depends on it: what it changes is written anew in each build.
    app.add_config_value("book_site_pdf", False, "", types=[bool])
    # After the stylesheet, before the policy, which is for pages as they stay.
    app.connect("build-finished", finish, priority=940)
