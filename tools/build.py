"""Build the book into _build/html, doing only what changed since the last build.

Sphinx sees when the text of a page changes, and `_ext/book_site/outputs.py` when something changes
that a notebook reaches. Neither sees that the settings, the looks or the extension changed, or that
the built pages were edited; this script does, and has every page written again. Where
nothing changed at all it is done in a moment.

Warnings fail the build, and since Sphinx shows the warnings of a page once only, a failed build
forgets its pages, so that the next one fails too. Sphinx writes into _build/work; what readers get,
_build/html, is replaced when a build has come to its end, so that a failed one leaves the last good
book as it is.
"""

from __future__ import annotations

import contextlib
import errno
import filecmp
import json
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from book.fingerprint import fingerprint
from book.paths import LITE, PAGES, ROOT, WORK
from tools import command_parser
from tools.diagnose import MINIMUM_FREE, directory_problem

#: What a build writes, cache included.
MEGABYTES = 150
# What every page depends on, besides its own text and outputs.
SETTINGS = (
    "pe_book/**/*.mjs",
    "pe_book/**/*.css",
    "_config.yml",
    "_toc.yml",
    "_ext/**/*",
    "_static/**/*",
    "_templates/**/*",
    "package-lock.json",
    "constraints.txt",
)
# All that a build reads.
SOURCES = (
    *(*SETTINGS, "*.md", "pages/*.md", "chapters/**/*", "slides/*.md", "course/*.ipynb"),
    *("book/**/*", "pe_lib/**/*", "pe_check/**/*", "pe_book/**/*", "tools/**/*"),
)
# What Sphinx knows of the pages. Each builder has its own: Sphinx writes what it has just read.
DOCTREES = "_build/.doctrees"
FAILED = {
    "html": "The book was not built. Every WARNING and ERROR above counts; the first is usually\n"
    "the cause. What was built before is left as it was.",
    "linkcheck": "Links that lead nowhere stand above and in _build/linkcheck/output.txt.",
}


def has_lite(root: Path) -> bool:
    return (root / PAGES / LITE / "index.html").is_file()


def fingerprints(root: Path) -> dict[str, str]:
    """What the built pages follow from, and the pages themselves."""
    menu = "with JupyterLite" if has_lite(root) else ""
    return {
        "sources": fingerprint(root, SOURCES) + sys.version,
        "settings": fingerprint(root, SETTINGS) + sys.version + menu,
        "pages": fingerprint(root / "_build", ["html/**/*"]),
    }


def remembered(root: Path) -> dict[str, str]:
    """The fingerprints that the last build left; nothing if it did not come to its end."""
    try:
        return json.loads((root / "_build" / "fingerprints.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def begin(root: Path, pdf: bool = False) -> dict[str, str] | None:
    """Make `_build` ready for a build, and return the fingerprints; None where no build is due.

    What Sphinx wrote from other settings goes, and all of it where the pages are not as the last
    build left them; so does what is remembered, until this build has come to its end.
    """
    build = root / "_build"
    previous, current = remembered(root), fingerprints(root)
    # A site without the Python of its live cells may get it now (_ext/book_site/live.py).
    whole = (build / "html" / "vendor" / "live.json").exists()
    whole &= not pdf or (build / "html" / "pdf").exists()
    if previous == current and whole:
        return None
    if any(previous.get(name) != current[name] for name in ("settings", "pages")):
        for directory in (root / DOCTREES, root / WORK, build / "jupyter_execute"):
            shutil.rmtree(directory, ignore_errors=True)
    build.mkdir(exist_ok=True)
    (build / "fingerprints.json").unlink(missing_ok=True)
    return current


def show(root: Path) -> None:
    """Make the pages for readers those that Sphinx has written; only what differs is copied."""
    work, pages = root / WORK, root / PAGES
    wanted = {file.relative_to(work) for file in work.rglob("*") if file.is_file()}
    for file in pages.rglob("*"):
        name = file.relative_to(pages)
        if file.is_file() and name not in wanted and name.parts[0] != LITE:
            file.unlink()
    for name in wanted:
        target = pages / name
        if not target.is_file() or not filecmp.cmp(work / name, target, shallow=False):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(work / name, target)


def age(root: Path) -> str:
    """The sentence on pages that a failed build has left behind, or nothing."""
    index = root / PAGES / "index.html"
    if not index.exists() or (root / "_build" / "fingerprints.json").exists():
        return ""
    built = time.strftime("%Y-%m-%d %H:%M", time.localtime(index.stat().st_mtime))
    return f"The last build failed: this is the book as it was built before ({built})."


def remember(root: Path, begun: dict[str, str]) -> None:
    """Note what was built: from the sources as they were at the start, whatever they are now."""
    pages = fingerprint(root / "_build", ["html/**/*"])
    text = json.dumps(begun | {"pages": pages}, indent=1)
    (root / "_build" / "fingerprints.json").write_text(text, encoding="utf-8")


def run_sphinx(root: Path, builder: str, pdf: bool) -> bool:
    """Build by Jupyter Book's own settings; what Sphinx has to say beyond warnings is left out."""
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
            root / (WORK if builder == "html" else f"_build/{builder}"),
            doctreedir=root / DOCTREES / builder,
            noconfig=True,
            path_config=root / "_config.yml",
            confoverrides=overrides,
            builder=builder,
            warningiserror=True,
            keep_going=True,
            quiet=True,
        )
    except SystemExit:  # book_site.outputs, which has said why
        return False
    return code == 0


@contextlib.contextmanager
def build_lock(build: Path) -> Iterator[None]:
    """Wait until no other build of this book runs, and keep others waiting meanwhile.

    The system lets go of the lock when the process ends, whatever ends it.
    """
    build.mkdir(exist_ok=True)
    lock = FileLock(build / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        print("Another build of this book is running; waiting for it.", flush=True)
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def main(arguments: list[str]) -> int:
    parser = command_parser("build", __doc__)
    parser.add_argument("--builder", default="html", choices=FAILED)
    parser.add_argument("--pdf", action="store_true", help="print the book as PDF, too")
    parser.add_argument("--lite", action="store_true", help="make JupyterLite, too")
    options = parser.parse_args(arguments)
    if problem := directory_problem(ROOT / "_build", MEGABYTES):
        raise SystemExit(problem)
    with build_lock(ROOT / "_build"):
        if options.lite:
            from tools import lite

            lite.build(ROOT / PAGES / LITE)
        return built(options.builder, options.pdf)


def built(builder: str, pdf: bool) -> int:
    started = time.monotonic()
    begun = begin(ROOT, pdf) if builder == "html" else {}
    if begun is None:
        print(f"Nothing changed since the last build: {PAGES} is up to date.")
        return 0
    needed = MINIMUM_FREE
    try:
        done = run_sphinx(ROOT, builder, pdf)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        done, needed = False, MEGABYTES
    if done:
        if builder == "html":
            show(ROOT)
            remember(ROOT, begun)
            print(f"The book is built in {time.monotonic() - started:.0f} s: {PAGES}")
        return 0
    shutil.rmtree(ROOT / DOCTREES / builder, ignore_errors=True)
    problem = directory_problem(ROOT / "_build", needed)
    print(f"\n{problem or FAILED[builder]}", file=sys.stderr)
    return 1
