"""`{made-with}`: what of others the site contains, with version, license and source.

What comes from npm and PyPI is described by its own package, and what such a package carries of
others by its banner. The texts of the licenses are copied to the site. license-checker would list
all that is installed, of which the site has a small part, and nothing that a theme carries.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from pe_book.text.interface import gettext

FOLDER = "vendor/licenses"
LICENSE_FILE = re.compile(r"(licen[cs]e|copying)(\.(txt|md|rst))?", re.I)


@dataclass(frozen=True)
class Component:
    """Something that others made: patterns of its files on the site, and its license's text."""

    name: str
    version: str
    license: str
    source: str
    files: tuple[str, ...]
    text: Path | str

    @property
    def license_address(self) -> str:
        if isinstance(self.text, str):
            return self.text
        slug = re.sub(r"\W+", "-", self.name).strip("-").lower()
        return f"{FOLDER}/{slug}.txt"


# --- From npm -------------------------------------------------------------------------------------

CORE = "vendor/pyodide-*/"
SERVICE_WORKER = ("sw.js",)
COPIED = {
    "katex": ("vendor/katex/*",),
    "reveal.js": ("vendor/reveal/*",),
    "@fontsource-variable/source-serif-4": ("vendor/letters/*serif*",),
    "@fontsource-variable/source-sans-3": ("vendor/letters/*sans*",),
}
# What these need is in the same files.
EDITOR, SERVICE_WORKER = ("vendor/codemirror/*",), ("sw.js", "vendor/workbox/*")
BUNDLED = {
    "@codemirror/autocomplete": EDITOR,
    "@codemirror/commands": EDITOR,
    "@codemirror/lang-python": EDITOR,
    "@codemirror/language": EDITOR,
    "@codemirror/state": EDITOR,
    "@codemirror/view": EDITOR,
    "workbox-core": SERVICE_WORKER,
    "workbox-precaching": SERVICE_WORKER,
    "workbox-routing": SERVICE_WORKER,
    "workbox-strategies": SERVICE_WORKER,
}
# The npm package of Pyodide has no text of its license, MPL-2.0, and carries Python's library.
MPL = "https://www.mozilla.org/MPL/2.0/"
PYTHON_LICENSE = "https://docs.python.org/{}/license.html"


def from_npm(modules: Path) -> Iterator[Component]:
    """Describe what is copied, what is bundled, and what the latter needs."""
    files = COPIED | BUNDLED
    waiting = list(files)
    while waiting:
        name = waiting.pop()
        package = json.loads((modules / name / "package.json").read_text(encoding="utf-8"))
        source = package.get("homepage") or package["repository"]["url"]
        yield Component(
            name,
            package["version"],
            package["license"],
            re.sub(r"^git(\+https)?:", "https:", source).removesuffix(".git"),
            files[name],
            license_text(modules / name, (modules / name).iterdir()),
        )
        for other in package.get("dependencies", ()) if name not in COPIED else ():
            if other not in files:
                files[other] = files[name]
                waiting.append(other)


def license_text(folder: Path, files: Iterator[Path]) -> Path:
    for file in sorted(files):
        if LICENSE_FILE.fullmatch(file.name):
            return file
    raise FileNotFoundError(f"{folder} has no text of its license")


def pyodide(modules: Path) -> Iterator[Component]:
    folder = modules / "pyodide"
    package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
    source = f"https://github.com/pyodide/pyodide/tree/{package['version']}"
    files = (f"{CORE}*.wasm", f"{CORE}worker.js", f"{CORE}README.md", "vendor/live.json")
    yield Component("Pyodide", package["version"], package["license"], source, files, MPL)
    python = lock["info"]["python"]
    yield Component(
        "Python and its standard library",
        python,
        "PSF-2.0",
        f"https://github.com/python/cpython/tree/v{python}",
        (f"{CORE}python_stdlib.zip", f"{CORE}*.wasm"),
        PYTHON_LICENSE.format(python.rpartition(".")[0]),
    )
    numpy = lock["packages"]["numpy"]["version"]
    source = f"https://github.com/numpy/numpy/tree/v{numpy}"
    text = f"https://github.com/numpy/numpy/blob/v{numpy}/LICENSE.txt"
    yield Component("numpy", numpy, "BSD-3-Clause", source, (f"{CORE}numpy-*.whl",), text)


# --- From PyPI ------------------------------------------------------------------------------------

# The license as SPDX names it, where the package only says "BSD".
PYPI = {
    "sphinx": (
        "BSD-2-Clause",
        tuple(f"_static/{name}.css" for name in ("basic", "site"))
        + tuple(f"_static/{name}.png" for name in ("file", "minus", "plus"))
        + tuple(
            f"_static/{name}.js"
            for name in (
                *("doctools", "documentation_options", "language_data"),
                *("searchtools", "sphinx_highlight", "site"),
            )
        ),
    ),
    "pygments": ("BSD-2-Clause", ("_static/pygments.css", "_static/site.css")),
    "myst-nb": ("BSD-3-Clause", ("_static/mystnb.*.css", "_static/site.css")),
    "pydata-sphinx-theme": (
        "BSD-3-Clause",
        (
            *("_static/webpack-macros.html", "_static/styles/theme.css", "_static/site.css"),
            *("_static/styles/pydata-sphinx-theme.css*", "_static/site.js"),
            "_static/scripts/pydata-sphinx-theme.js*",
        ),
    ),
    "sphinx-book-theme": (
        "BSD-3-Clause",
        (
            *("_static/sbt-webpack-macros.html", "_static/images/*", "_static/locales/*"),
            *("_static/scripts/sphinx-book-theme.js*", "_static/styles/sphinx-book-theme.css*"),
            *("_static/site.css", "_static/site.js"),
        ),
    ),
    "sphinx-copybutton": (
        "MIT",
        ("_static/copybutton*", "_static/co*-button.svg", "_static/check-solid.svg"),
    ),
}


def from_pypi() -> Iterator[Component]:
    for name, (license_, files) in PYPI.items():
        package = importlib.metadata.distribution(name)
        links = dict(
            each.split(", ", 1) for each in package.metadata.get_all("Project-URL", failobj=())
        )
        places = (links.get(key) for key in ("Source", "Repository", "Code", "Homepage"))
        source = next(filter(None, places), None) or package.metadata["Home-page"]
        texts = (Path(str(package.locate_file(file))) for file in package.files or ())
        text = license_text(Path(name), (file for file in texts if file.is_file()))
        yield Component(name, package.version, license_, source, files, text)


# --- What these carry of others -------------------------------------------------------------------

# Name, license, source, its files, and the file of a package whose banner has its version.
THEME, COPYBUTTON = "pydata_sphinx_theme/theme/pydata_sphinx_theme/static", "sphinx_copybutton"
CARRIED = (
    (
        "Bootstrap",
        "MIT",
        "https://github.com/twbs/bootstrap",
        ("_static/scripts/bootstrap.js*", "_static/site.js", "_static/site.css"),
        f"{THEME}/scripts/bootstrap.js.LICENSE.txt",
        "https://github.com/twbs/bootstrap/blob/main/LICENSE",
    ),
    (
        "Font Awesome Free",
        "CC-BY-4.0 (icons), OFL-1.1 (fonts), MIT (code)",
        "https://github.com/FortAwesome/Font-Awesome",
        ("_static/icons/*", "_static/vendor/fontawesome/*", "_static/scripts/fontawesome.js*"),
        f"{THEME}/scripts/fontawesome.js.LICENSE.txt",
        "https://fontawesome.com/license/free",
    ),
    (
        "clipboard.js",
        "MIT",
        "https://github.com/zenorocha/clipboard.js",
        ("_static/clipboard.min.js", "_static/site.js"),
        f"{COPYBUTTON}/_static/clipboard.min.js",
        "https://github.com/zenorocha/clipboard.js/blob/master/LICENSE",
    ),
)


def carried() -> Iterator[Component]:
    for name, license_, source, files, banner, text in CARRIED:
        folder, _, file = banner.partition("/")
        package = importlib.metadata.distribution(folder.replace("_", "-"))
        words = Path(str(package.locate_file(f"{folder}/{file}"))).read_text(encoding="utf-8")
        version = re.search(rf"{re.escape(name)} v?([\d.]+)", words)[1]
        yield Component(name, version, license_, source, files, text)


# --- The page -------------------------------------------------------------------------------------


def components(root: Path) -> list[Component]:
    """Everything in the site that others made, by name."""
    modules = root / "node_modules"
    found = [*from_npm(modules), *pyodide(modules), *from_pypi(), *carried()]
    return sorted(found, key=lambda each: each.name.lstrip("@").lower())


def row(each: Component, root: str) -> str:
    name, version, license_ = map(escape, (each.name, each.version, each.license))
    place = "" if isinstance(each.text, str) else root
    return (
        f'<tr><th scope="row"><a href="{each.source}">{name}</a></th><td>{version}</td>'
        f'<td><a href="{place}{each.license_address}">{license_}</a></td></tr>'
    )


class MadeWith(SphinxDirective):
    """A table of everything in the site that others made."""

    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(Path(self.env.srcdir) / "package-lock.json"))
        self.env.note_dependency(str(Path(self.env.srcdir) / "uv.lock"))
        headings = (gettext("Name and source"), gettext("Version"), gettext("License"))
        head = "".join(f'<th scope="col">{each}</th>' for each in headings)
        root = "../" * self.env.docname.count("/")
        rows = "".join(row(each, root) for each in components(Path(self.env.srcdir)))
        table = f'<table class="table"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
        return [
            nodes.raw(
                "", f'<div class="pst-scrollable-table-container">{table}</div>', format="html"
            )
        ]


def copy_licenses(app: Sphinx, config) -> None:
    target = Path(app.confdir) / "_build" / "site_licenses"
    shutil.rmtree(target, ignore_errors=True)
    (target / FOLDER).mkdir(parents=True)
    for each in components(Path(app.confdir)):
        if isinstance(each.text, Path):
            shutil.copyfile(each.text, target / each.license_address)
    config.html_extra_path.append(str(target))


def setup(app: Sphinx) -> None:
    app.add_directive("made-with", MadeWith)
    app.connect("config-inited", copy_licenses)
