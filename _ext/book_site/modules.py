"""The modules and styles of pe_book, copied to `_static`: each module with all that it imports.

They cannot live in `_static` itself: a notebook and a wheel need them, too. A page asks for a few
files in place of forty.
"""

import shutil
from pathlib import Path

from sphinx.application import Sphinx

from .explorers import BOOK, MODULES
from .node import run_node

# What a page asks for, beside `MODULES`. These share what more than one of them imports.
ASKED_FOR = ("renderer/embedding.mjs", "live/python.mjs", "live/saved_code.mjs")
# One page asks for these alone, or one explorer.
ALONE = ("declare/wording.mjs", "renderer/sentence.mjs", "explorers/*.mjs")


def copy_modules(app: Sphinx) -> None:
    if app.builder.format != "html":
        return
    source = (Path(app.srcdir) / BOOK).resolve()
    target = Path(app.outdir) / "_static" / BOOK
    shutil.rmtree(target, ignore_errors=True)
    for file in sorted(source.rglob("*.css")):
        copy = target / file.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    asked_for = [source.parent / name for name in MODULES.values()]
    job = {
        "root": str(source),
        "out": str(target.resolve()),
        "together": [*map(str, asked_for), *(str(source / name) for name in ASKED_FOR)],
        "alone": [str(file) for name in ALONE for file in sorted(source.glob(name))],
    }
    run_node(Path(app.confdir), "modules.mjs", job)


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", copy_modules)
