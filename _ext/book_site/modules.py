"""The modules and styles of pe_book, copied to `_static`: each module with all that it imports.

They cannot live in `_static` itself: a notebook and a wheel need them, too. A page asks for a few
files in place of forty.
"""

import shutil
from functools import partial
from pathlib import Path

from sphinx.application import Sphinx

from book.fingerprint import fingerprint, make_once

from .explorers import BOOK, MODULES
from .node import run_node

# What a page asks for, beside `MODULES`. These share what more than one of them imports.
ASKED_FOR = ("live/python.mjs", "live/saved_code.mjs")
# One page asks for these alone, or one explorer.
ALONE = ("declare/wording.mjs", "renderer/sentence.mjs", "explorers/*.mjs")


SOURCES = ("pe_book/**/*.mjs", "pe_book/**/*.css", "_ext/book_site/modules.*", "package-lock.json")


def add_modules(app: Sphinx, config) -> None:
    root = Path(app.confdir)
    static = root / "_build" / "site_modules"
    make_once(static, fingerprint(root, SOURCES), partial(bundle, root))
    config.html_static_path.append(str(static))


def bundle(root: Path, static: Path) -> None:
    source, target = (root / BOOK).resolve(), (static / BOOK).resolve()
    for file in sorted(source.rglob("*.css")):
        copy = target / file.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    asked_for = [source.parent / name for name in MODULES.values()]
    job = {
        "root": str(source),
        "out": str(target),
        "together": [*map(str, asked_for), *(str(source / name) for name in ASKED_FOR)],
        "alone": [str(file) for name in ALONE for file in sorted(source.glob(name))],
    }
    run_node(root, "modules.mjs", job)


def setup(app: Sphinx) -> None:
    app.connect("config-inited", add_modules)
