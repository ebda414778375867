"""Build the book into _build/html, doing only what changed since the last build.

Sphinx sees when the text of a page changes, and `_ext/book_site/outputs.py` when something changes
that a notebook reaches. Neither sees that the settings, the looks or the extension changed, or that
somebody had a hand in the built pages; this script does, and has every page written again. Where
nothing changed at all it is done in a moment.

Warnings fail the build, and since Sphinx shows the warnings of a page once only, a failed build
forgets its pages, so that the next one fails too.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import fcntl
import hashlib
import json
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from scripts.trouble import HARDLY_ANY, lack_of_room

ROOT = Path(__file__).resolve().parent.parent
#: What a build writes, cache included.
MEGABYTES = 100
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
    *(*SETTINGS, "*.md", "chapters/**/*", "slides/*.md", "course/*.ipynb"),
    *("pe_lib/**/*", "pe_book/**/*", "scripts/build.py"),
)

# What Sphinx knows of the pages. Each builder has its own: Sphinx writes what it has just read.
DOCTREES = "_build/.doctrees"
FAILED = {
    "html": "The book was not built. Every WARNING and ERROR above counts; the first is usually\n"
    "the cause.",
    "linkcheck": "Links that lead nowhere stand above and in _build/linkcheck/output.txt.",
}


def fingerprint(root: Path, patterns: Iterable[str]) -> str:
    """One hash of the names and contents of all files that match, `__pycache__` left out."""
    digest = hashlib.sha256()
    files = {file for pattern in patterns for file in root.glob(pattern) if file.is_file()}
    for file in sorted(files):
        if "__pycache__" in file.parts:
            continue
        digest.update(f"{file.relative_to(root).as_posix()}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def fingerprints(root: Path) -> dict[str, str]:
    """What the built pages follow from, and the pages themselves."""
    return {
        "sources": fingerprint(root, SOURCES) + sys.version,
        "settings": fingerprint(root, SETTINGS) + sys.version,
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

    Pages that follow from other settings, or are not as the last build left them, go; so does
    what is remembered, until this build has come to its end.
    """
    build = root / "_build"
    previous, current = remembered(root), fingerprints(root)
    # A site without the Python of its live cells may get it now (_ext/book_site/live.py).
    whole = (build / "html" / "vendor" / "live.json").exists()
    whole &= not pdf or (build / "html" / "pdf").exists()
    if previous == current and whole:
        return None
    if any(previous.get(name) != current[name] for name in ("settings", "pages")):
        for directory in (root / DOCTREES, build / "html", build / "jupyter_execute"):
            shutil.rmtree(directory, ignore_errors=True)
    build.mkdir(exist_ok=True)
    (build / "fingerprints.json").unlink(missing_ok=True)
    return current


def remember(root: Path, begun: dict[str, str]) -> None:
    """Note what was built: from the sources as they were at the start, whatever they are now."""
    text = json.dumps(begun | {"pages": fingerprints(root)["pages"]}, indent=1)
    (root / "_build" / "fingerprints.json").write_text(text, encoding="utf-8")


def run_sphinx(root: Path, builder: str, pdf: bool) -> bool:
    """Build by Jupyter Book's own settings; what Sphinx has to say beyond warnings is left out."""
    # JSON Schema's check of non-English addresses takes a second to import. No setting uses it,
    # and jsonschema does without.
    sys.modules.setdefault("rfc3987_syntax", None)
    from jupyter_book.sphinx import build_sphinx
    from sphinx.util.console import color_terminal, nocolor

    if not color_terminal():
        nocolor()
    overrides = {"external_toc_path": str(root / "_toc.yml"), "nitpicky": True}
    overrides |= {"latex_individualpages": False, "book_site_pdf": pdf}
    code = build_sphinx(
        root,
        root / "_build" / builder,
        doctreedir=root / DOCTREES / builder,
        noconfig=True,
        path_config=root / "_config.yml",
        confoverrides=overrides,
        builder=builder,
        warningiserror=True,
        keep_going=True,
        quiet=True,
    )
    return code == 0


@contextlib.contextmanager
def alone(build: Path) -> Iterator[None]:
    """Wait until no other build of this book runs, and keep others waiting meanwhile.

    The system lets go of the lock when the process ends, whatever ends it.
    """
    build.mkdir(exist_ok=True)
    with open(build / ".lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another build of this book is running; waiting for it.", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--builder", default="html", choices=FAILED)
    parser.add_argument("--pdf", action="store_true", help="print the book as PDF, too")
    options = parser.parse_args()
    if lack := lack_of_room(ROOT / "_build", MEGABYTES):
        raise SystemExit(lack)
    with alone(ROOT / "_build"):
        return built(options.builder, options.pdf)


def built(builder: str, pdf: bool) -> int:
    started = time.monotonic()
    begun = begin(ROOT, pdf) if builder == "html" else {}
    if begun is None:
        print("Nothing changed since the last build: _build/html is up to date.")
        return 0
    needed = HARDLY_ANY
    try:
        done = run_sphinx(ROOT, builder, pdf)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        done, needed = False, MEGABYTES
    if done:
        if builder == "html":
            remember(ROOT, begun)
            print(f"The book is built in {time.monotonic() - started:.0f} s: _build/html")
        return 0
    shutil.rmtree(ROOT / DOCTREES / builder, ignore_errors=True)
    lack = lack_of_room(ROOT / "_build", needed)
    print(f"\n{lack or FAILED[builder]}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
