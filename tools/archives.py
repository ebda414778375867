"""What a release carries beside the packages, as archives: for students, teachers, and the site.

What the archives hold is made before: `make site course questions key`. Whatever has answers or
solutions is in one archive alone, so that a student who takes the others does not meet them.
"""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from pypdf import PdfWriter

from _ext.book_site.launch import ARCHIVES, archive_file
from _ext.book_site.pdf import HANDOUT, print_address
from book.browser import installed_browser
from tools import ROOT
from tools.build import LITE
from tools.serve import book_server, running

BUILT = ROOT / "_build"
PAGES = BUILT / "html"
TIME_LIMIT = "--virtual-time-budget=20000"  # ms of its own clock in which a talk has to come


def contents() -> dict[str, list[tuple[Path, str]]]:
    """Return the files of each archive, and their names in it; a missing one is an error."""
    return {
        "students": [
            *below(BUILT / "course" / "release", "problem_sets"),
            (worksheet(), "gallery-worksheet.pdf"),
        ],
        "teachers-with-answers": [
            *below(BUILT / "questions", "questions"),
            *below(BUILT / "course" / "source", "problem_sets_with_solutions"),
            (BUILT / "course" / "nbgrader_config.py", "nbgrader_config.py"),
            (BUILT / "key.html", "key.html"),
            (PAGES / "pdf" / HANDOUT, "gallery-with-key.pdf"),
        ],
        # With JupyterLite, to which the chapters' launch menus lead.
        "book": below(PAGES, ""),
        "jupyterlite": below(PAGES / LITE, ""),
    }


def worksheet() -> Path:
    """Return the page of the gallery's handout that is filled in, without that of its key."""
    writer, target = PdfWriter(), BUILT / "gallery-worksheet.pdf"
    writer.append(PAGES / "pdf" / HANDOUT, pages=(0, 1))
    writer.write(target)
    return target


def below(folder: Path, name: str) -> list[tuple[Path, str]]:
    """Return the files of a folder, each with its path in an archive."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    if not files:
        raise SystemExit(f"{folder.relative_to(ROOT)} is empty: run make site course questions key")
    return [(file, (Path(name) / file.relative_to(folder)).as_posix()) for file in files]


def write(target: Path, files: Iterable[tuple[Path, str]]) -> None:
    """Write an archive."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, name in files:
            archive.write(file, name)


def print_talks(target: Path) -> None:
    """Print the talks of the built site, each slide a page, into an archive of PDFs."""
    browser = installed_browser()
    if not browser:
        raise SystemExit("There is no Chromium: playwright install chromium")
    with running(book_server(PAGES, 0)) as address, tempfile.TemporaryDirectory() as folder:
        talks = sorted((PAGES / "slides").glob("*.html"))
        printed = [Path(folder, f"{talk.stem}.pdf") for talk in talks]
        for talk, file in zip(talks, printed, strict=True):
            print_address(browser, f"{address}/slides/{talk.name}", file, TIME_LIMIT)
        write(target, [(file, file.name) for file in printed])


def make(folder: Path, version: str) -> list[Path]:
    """Write all archives of a version into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    files = contents()
    made = {name: folder / archive_file(name, version) for name in ARCHIVES}
    for name, target in made.items():
        if name == "talks":
            print_talks(target)
        else:
            write(target, files[name])
    return list(made.values())
