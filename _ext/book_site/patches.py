"""Scripts of Sphinx and the theme with a few of their lines changed, as the site serves them.

A file in `html_static_path` takes the place of the theme's own of that name: Sphinx's way to
exchange one. A line that is no longer found fails the build; then the theme has changed, and the
patch with its reason is looked at again.

- Where storage is blocked, asking for it throws, and the theme's script would end there: no menu,
  no search, no colors. `bookStorage` (layout.html) is the browser's storage or one that forgets.
- The theme makes what scrolls reachable by keyboard. It changes each block before it measures the
  next, so each measure has the page laid out again, and it starts over whenever anything on the
  page changes: 100 ms after every step of a slider. `_static/book.mjs` measures first and changes
  after.
- The book's theme opens the contents beside the text on a wide window. Here they come over the text
  on every window, as they do in both themes on a phone. It also takes the focus from the button, so
  that it could not come back when the contents close.
"""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

STORAGE = {
    "localStorage": "bookStorage.local",
    "sessionStorage": "bookStorage.session",
}
SCROLLERS = (
    'document.querySelectorAll(["pre",".nboutput > .output_area",".cell_output > .output",'
    '".jp-RenderedHTMLCommon",".pst-scrollable-table-container"].join(", "))'
)


WIDE = 'window.matchMedia("(min-width: 992px)").matches'
#: The package of a script, its place there, its place below _static, and its changes.
SCRIPTS = (
    (
        "sphinx_book_theme",
        "theme/sphinx_book_theme/static/scripts/sphinx-book-theme.js",
        "scripts/sphinx-book-theme.js",
        {WIDE: "false", "t.blur()": "void 0"},
    ),
    (
        "pydata_sphinx_theme",
        "theme/pydata_sphinx_theme/static/scripts/pydata-sphinx-theme.js",
        "scripts/pydata-sphinx-theme.js",
        {SCROLLERS: "[]", **STORAGE},
    ),
)


def patched(package: str, source: str, changes: dict[str, str]) -> str:
    """Return the text of a script with its changes; one that finds no place is an error."""
    text = files(package).joinpath(source).read_text(encoding="utf-8")
    for old, new in changes.items():
        if old not in text:
            raise ExtensionError(f"{source} of {package} has no {old!r} any more")
        text = text.replace(old, new)
    return text


def add_patched(app: Sphinx, config) -> None:
    folder = Path(app.confdir) / "_build" / "site_scripts"
    shutil.rmtree(folder, ignore_errors=True)
    for package, source, name, changes in SCRIPTS:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(patched(package, source, changes), encoding="utf-8", newline="\n")
    config.html_static_path.append(str(folder))


def setup(app: Sphinx) -> None:
    app.connect("config-inited", add_patched)
