"""Build the book into _build/html, doing only what changed since the last build.

Sphinx sees when the text of a page changes, and `_ext/book_site/outputs.py` when something changes
that a notebook reaches. Neither sees that the settings, the looks or the extension changed; this
script does, and has every page written again. Where nothing changed it is done in a moment.

Warnings fail the build, and since Sphinx shows the warnings of a page once only, a failed build
forgets what Sphinx knows of the pages, so that the next one fails too.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from pathlib import Path

from book.fingerprint import fingerprint
from book.paths import LITE, PAGES, ROOT
from tools import command_parser

# What every page depends on, besides its own text and outputs.
SETTINGS = (
    "pe_book/**/*.mjs",
    "pe_book/**/*.css",
    "_config.yml",
    "_toc.yml",
    "_ext/**/*",
    "_static/**/*",
    "package-lock.json",
    "uv.lock",
)
# All that a build reads.
SOURCES = (
    *SETTINGS,
    *("*.md", "pages/*.md", "chapters/**/*", "slides/*.md", "course/*.ipynb"),
    *("book/**/*", "pe_lib/**/*", "pe_check/**/*", "pe_book/**/*", "tools/**/*"),
)
# What Sphinx knows of the pages. Other builders have their own, as each writes what it has read.
DOCTREES = "_build/.doctrees/html"
FINGERPRINTS = "_build/fingerprints.json"
FAILED = (
    "The book was not built. Every WARNING and ERROR above counts; the first is usually the cause."
)


def has_lite(root: Path) -> bool:
    return (root / PAGES / LITE / "index.html").is_file()


def has_pdf(root: Path) -> bool:
    return (root / PAGES / "pdf" / "book.pdf").is_file()


def fingerprints(root: Path) -> dict[str, str]:
    """Return what the built pages follow from."""
    menu = "with JupyterLite" if has_lite(root) else ""
    return {
        "sources": fingerprint(root, SOURCES) + sys.version,
        "settings": fingerprint(root, SETTINGS) + sys.version + menu,
    }


def begin(root: Path, pdf: bool = False) -> dict[str, str] | None:
    """Make `_build` ready for a build, and return the fingerprints; None where no build is due.

    What Sphinx wrote from other settings goes, JupyterLite alone stays; so does what is remembered,
    until this build has come to its end.
    """
    try:
        previous = json.loads((root / FINGERPRINTS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        previous = {}
    current, pages = fingerprints(root), root / PAGES
    # A site without the Python of its live cells may get it now (_ext/book_site/live.py).
    whole = (pages / "index.html").exists() and (pages / "vendor" / "live.json").exists()
    whole &= not pdf or has_pdf(root)
    if previous == current and whole:
        return None
    if previous.get("settings") != current["settings"]:
        written = [path for path in pages.glob("*") if path.is_dir() and path.name != LITE]
        for path in (root / DOCTREES, root / "_build" / "jupyter_execute", *written):
            shutil.rmtree(path, ignore_errors=True)
    (root / FINGERPRINTS).unlink(missing_ok=True)
    return current


def run_sphinx(root: Path, pdf: bool) -> bool:
    """Build by Jupyter Book's own settings."""
    from jupyter_book.sphinx import build_sphinx
    from sphinx.util.console import color_terminal, nocolor

    if not color_terminal():
        nocolor()
    overrides = {"external_toc_path": str(root / "_toc.yml"), "nitpicky": True}
    overrides |= {"latex_individualpages": False, "book_site_pdf": pdf}
    overrides |= {"book_site_lite": has_lite(root)}
    try:
        code = build_sphinx(
            root,
            root / PAGES,
            doctreedir=root / DOCTREES,
            noconfig=True,
            path_config=root / "_config.yml",
            confoverrides=overrides,
            builder="html",
            warningiserror=True,
            keep_going=True,
        )
    except SystemExit:  # book_site.outputs, which has named the cell
        return False
    return code == 0


def main(arguments: list[str]) -> int:
    parser = command_parser("build", __doc__)
    parser.add_argument("--pdf", action="store_true", help="print the book as PDF, too")
    try:
        done = build(ROOT, parser.parse_args(arguments).pdf)
    except OSError as error:  # a full disk, a folder that cannot be written
        print(error, file=sys.stderr)
        done = False
    if not done:
        shutil.rmtree(ROOT / DOCTREES, ignore_errors=True)
        print(f"\n{FAILED}", file=sys.stderr)
    return 0 if done else 1


def build(root: Path, pdf: bool) -> bool:
    """Build what is due, and say what there is now; return whether all went well."""
    started = time.monotonic()
    begun = begin(root, pdf)
    if begun is None:
        print(f"Nothing changed since the last build: {PAGES} is up to date.")
        return True
    if not run_sphinx(root, pdf):
        return False
    # From the sources as they were at the start, whatever they are now.
    (root / FINGERPRINTS).write_text(json.dumps(begun, indent=1), encoding="utf-8")
    print(f"The book is built in {time.monotonic() - started:.0f} s: {PAGES}")
    return True
