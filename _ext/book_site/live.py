"""Live cells: Python for the browser, its editor, and the cells that use them.

Sphinx has no cells that run on their page; this stays as long as the book has some.

Pyodide's core comes from npm, numpy for it from Pyodide's distribution (`book/pyodide.py`).
"""

from __future__ import annotations

import inspect
import json
import os
import shutil
import sys
import zipfile
from collections.abc import Iterable
from functools import partial
from pathlib import Path, PurePath
from urllib.parse import quote

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.console import red

import pe_lib
from book.fingerprint import fingerprint, make_once
from book.pyodide import WHEELS, distribution_wheel, sha256

from .cells import code_cells
from .explorers import BOOK
from .node import run_node

# What Pyodide asks for by name when it starts, and the scripts that the worker consists of.
CORE = ("pyodide.asm.wasm", "python_stdlib.zip")
SCRIPTS = ("pyodide.asm.js", "pyodide.js")
PACKAGES = ("pe_lib", "pe_check", BOOK)
LEFT_OUT = "three_back_models.npz"  # a megabyte that chapter 11 has used when it was built
SKIPPED_SUFFIXES = (".pyi", ".pxd", ".pyx", ".h", ".c", ".a", "/")
NOTEBOOK = "index.html#run-it-yourself"
MODULE = Path(BOOK, "live", "page.mjs")
# The addresses of these files. A page fetches them when a cell comes near, so that no page has to
# be rewritten, and no browser uses an older file, when Python or the packages change.
INDEX = "vendor/live.json"
STAGE = "_build/site_live"
SOURCES = (
    *(f"{name}/**/*" for name in PACKAGES),
    *("_ext/book_site/live.py", "_ext/book_site/modules.mjs", "package-lock.json"),
)
NUMPY_MISSING = """\
NO PYTHON ON THE PAGES: numpy for the browser could not be had, so the live cells show their stored
outputs and cannot run. Build again with the network, or with {wheels}=folder.
{reason}"""
WITHOUT_SCRIPTS = "Changing and running this code needs JavaScript."
AGAIN, FAILED = "Try again", "The editor couldn’t be loaded."
# Run is there from the start, for the keyboard too, and brings the rest when it is pressed. What
# page.mjs shows when nothing else could be loaded is here.
RUN = '<button type="button" class="pe-run pst-js-only">Run</button>'
BAR = f'{RUN}<noscript data-again="{AGAIN}" data-failed="{FAILED}">{WITHOUT_SCRIPTS}</noscript>'
ELSEWHERE = (
    "To change this code and run it, "
    '<a class="reference internal" href="{address}">open the chapter as a notebook</a>.'
)


# --- Python ---------------------------------------------------------------------------------------


def zip_packages(root: Path, target: Path) -> None:
    """Zip the packages as they are here, but for what no page needs."""
    files = sorted(file for name in PACKAGES for file in (root / name).rglob("*"))
    write_zip(
        target,
        (
            (file.relative_to(root).as_posix(), file.read_bytes())
            for file in files
            if file.is_file() and "__pycache__" not in file.parts and file.name != LEFT_OUT
        ),
    )


def zip_wheel(wheel: Path, target: Path) -> None:
    """Copy a wheel without files that only compilers and type checkers read."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if not name.endswith(SKIPPED_SUFFIXES)]
        write_zip(target, ((name, archive.read(name)) for name in names))


def write_zip(target: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Zip files; the same files always give the same bytes."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # the same on every system
            archive.writestr(entry, content)


# --- The site -------------------------------------------------------------------------------------


def address(file: PurePath, base: PurePath) -> str:
    """The address of a file below the folder that becomes the site."""
    return quote(file.relative_to(base).as_posix())


def marked(file: Path, base: Path) -> str:
    """Its address with the mark of what is in it, so that no browser keeps an older one."""
    return f"{address(file, base)}?v={sha256(file)[:8]}"


def stage(root: Path, pyodide: Path, wheel: Path, target: Path) -> None:
    """Put all that live cells need into an empty folder, with their addresses in `INDEX`."""
    version = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"]
    python = target / "vendor" / f"pyodide-{version}"
    python.mkdir(parents=True)
    for name in (*CORE, "README.md"):
        shutil.copyfile(pyodide / name, python / name)
    worker = python / "worker.js"
    scripts = [*(pyodide / name for name in SCRIPTS), root / BOOK / "live" / "worker.mjs"]
    worker.write_text("\n".join(each.read_text("utf-8") for each in scripts), encoding="utf-8")
    packages = [python / wheel.name, target / "vendor" / "packages.zip"]
    zip_wheel(wheel, packages[0])
    zip_packages(root, packages[1])
    editor = bundle_editor(root, target / "vendor" / "codemirror")
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    files = [python / name for name in CORE]

    index = {
        "worker": marked(worker, target),
        "editor": marked(editor, target),
        "files": [marked(file, target) for file in files],
        "packages": [marked(file, target) for file in packages],
        "lock": {"info": lock["info"], "packages": {}},
        "bytes": sum(file.stat().st_size for file in (*files, *packages)),
        "notebook": NOTEBOOK,
        "names": library_names(),
    }
    (target / INDEX).write_text(json.dumps(index), encoding="utf-8")


def library_names() -> dict[str, str]:
    """Return what `pe_lib` exports, with each function's parameters, for the editor to complete."""
    names = {}
    for name in pe_lib.__all__:
        exported = getattr(pe_lib, name)
        given = inspect.signature(exported).parameters if callable(exported) else {}
        names[name] = f"({', '.join(given)})" if given else ""
    return names


def bundle_editor(root: Path, target: Path) -> Path:
    """Bundle `mount.mjs` with the editor and what that takes from npm."""
    source = (root / BOOK / "live").resolve()
    job = {"root": str(source), "out": str(target), "alone": []}
    run_node(root, "modules.mjs", job | {"together": [str(source / "mount.mjs")]})
    return target / "mount.mjs"


def add_python(app: Sphinx, config) -> None:
    """Stage Python for the pages; without numpy the book is built without, and reports it."""
    root = Path(app.confdir)
    pyodide = root / "node_modules" / "pyodide"
    target = root / STAGE
    if not pyodide.is_dir():
        raise ExtensionError("node_modules/pyodide is missing: run `npm ci` (make build does)")
    try:
        wheel = distribution_wheel(pyodide, "numpy")
    except LookupError as error:
        raise ExtensionError(str(error)) from error
    except OSError as error:
        if os.environ.get("CI"):
            raise ExtensionError(f"Python for the pages is not complete: {error}") from error
        app.book_site_python = NUMPY_MISSING.format(wheels=WHEELS, reason=error)
        return
    digest = fingerprint(root, SOURCES) + sha256(wheel)
    make_once(target, digest, partial(stage, root, pyodide, wheel))
    config.book_site_live = True
    config.html_extra_path.append(str(target))


def finish(app: Sphinx, exception: Exception | None) -> None:
    """Say what the pages lack, as a warning would fail the build."""
    if not app.config.book_site_live:
        (Path(app.outdir) / INDEX).unlink(missing_ok=True)  # of an earlier build with Python
        print(red(app.book_site_python), file=sys.stderr, flush=True)


# --- Pages ----------------------------------------------------------------------------------------


def of_class(name: str, doctree: nodes.document) -> list[nodes.container]:
    return [node for node in doctree.findall(nodes.container) if name in node["classes"]]


def prepare_cells(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Give each live cell a place for its buttons, and all cells the ids of the notebook."""
    live = of_class("tag_live", doctree)
    if app.builder.name != "html" or not live:
        return
    if not app.config.book_site_live:
        notebook = app.builder.get_relative_uri(docname, app.config.root_doc)
        place = f"{notebook}#{NOTEBOOK.partition('#')[2]}"
        for cell in live:
            words = cell.get("elsewhere", ELSEWHERE.format(address=place))
            html = f'<p class="pe-elsewhere">{words}</p>'
            cell.append(nodes.raw("", html, format="html"))
        return
    if cells := code_cells(doctree):
        notebook = json.loads(Path(app.env.doc2path(docname)).read_text(encoding="utf-8"))
        for cell in cells:
            cell["ids"].append(f"cell-{notebook['cells'][cell['cell_index']]['id']}")
    for cell in live:
        cell["classes"].append("pe-live")
        bar = nodes.container("", nodes.raw("", BAR, format="html"), classes=["pe-bar"])
        [code] = [part for part in cell if "cell_input" in part.get("classes", ())]
        cell.insert(cell.index(code) + 1, bar)


def add_module(app: Sphinx, pagename, templatename, context, doctree) -> None:
    if doctree is not None and of_class("pe-live", doctree):
        body = (Path(app.srcdir) / MODULE).read_text(encoding="utf-8")
        app.add_js_file(None, body=body, type="module", priority=800)


def setup(app: Sphinx) -> None:
    # Every page is rewritten when the site gets or loses Python.
    app.add_config_value("book_site_live", False, "html", types=[bool])
    app.add_css_file(f"{BOOK}/live/live.css")
    app.connect("config-inited", add_python)
    app.connect("doctree-resolved", prepare_cells)
    app.connect("html-page-context", add_module)
    app.connect("build-finished", finish, priority=999)
