"""Styles, icons and scripts: only the part of the theme's that the pages use.

- One stylesheet. The theme and the extensions put ten on each page, 90 KB compressed, and they
  block rendering. PurgeCSS keeps the rules that the pages and their scripts can match. This can go
  when the theme's own stylesheet is small.
- Icons: `_static/fonts/icons.woff2` has those in use, 2 KB for 150 KB. `fontawesome.js`, 540 KB for
  the same icons again, is not loaded (layout.html).
- One deferred script: nine requests less, and none blocks rendering. This can go when the theme
  defers its scripts and Sphinx has them in one file. Bootstrap, two thirds of their bytes, opens
  the header's menus, and comes when one is pointed at (_static/book.mjs).
"""

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

from sphinx.application import Sphinx

from .node import run_node

STYLESHEET, SCRIPT = "_static/site.css", "_static/site.js"
# What the theme's webpack-macros.html puts at the begin and the end of every page.
THEME_STYLES = ["_static/styles/theme.css", "_static/styles/pydata-sphinx-theme.css"]
THEME_SCRIPTS = ["_static/scripts/pydata-sphinx-theme.js"]
# A module, so not part of the bundle of classic scripts.
PAGE_MODULE = "_static/book.mjs"
# They serve Sphinx's own search and its keys, which the book does not have.
UNUSED = ("_static/sphinx_highlight.js", "_static/doctools.js")
# The theme's inline script in each page adds to it, so it has to run before.
INLINE_SCRIPT = "_static/documentation_options.js"
# myst-nb copies its stylesheet after all pages are written; its name contains a content hash.
HASHED_NAME = re.compile(r"\.[0-9a-f]{32,}\.")


def script_for(mark: str, name: str) -> Callable[..., None]:
    """Return a handler that gives a module to the pages with this mark in their metadata."""

    def add_script(app: Sphinx, pagename, templatename, context, doctree) -> None:
        if mark in app.env.metadata.get(pagename, {}):
            # After that of the explorers, which it may speak to.
            app.add_js_file(name, type="module", priority=810)

    return add_script


def collect(app: Sphinx, pagename, templatename, context, doctree) -> None:
    """Put the page's styles and classic scripts into the bundles; layout.html links these.

    All pages have the same ones. Modules and inline scripts stay separate; the outputs' modules
    follow the bundle: the browser does the layout together with the last script, and the bundle
    takes the longest.
    """
    if app.builder.name == "epub":
        return
    styles = [*THEME_STYLES, *(getattr(s, "filename", s) for s in context["css_files"])]
    scripts, kept, modules = [], [], []
    for script in context["script_files"]:
        name = script.filename
        if name == INLINE_SCRIPT and (Path(app.outdir) / INLINE_SCRIPT).exists():
            # Inline, it costs no request.
            body = (Path(app.outdir) / INLINE_SCRIPT).read_text(encoding="utf-8")
            kept.append(type(script)(None, priority=script.priority, body=body))
        elif name is None or name == PAGE_MODULE:
            kept.append(script)
        elif script.attributes.get("type") == "module":
            modules.append(script)
        elif name not in UNUSED:
            scripts.append(name)
    scripts += THEME_SCRIPTS
    context["script_files"], context["book_modules"] = kept, modules
    context["book_stylesheet"] = f"{STYLESHEET}?v={digest_of(app, styles)}"
    context["book_script"] = f"{SCRIPT}?v={digest_of(app, scripts)}"
    app.builder.book_site_bundles = styles, scripts


def digest_of(app: Sphinx, names: list[str]) -> str:
    """Return a content hash for a bundle of these files, so that no browser uses an older one."""
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode())
        copied = Path(app.outdir) / name
        if copied.exists() and not HASHED_NAME.search(name):
            digest.update(copied.read_bytes())
    return digest.hexdigest()[:8]


def write_bundles(app: Sphinx, exception: Exception | None) -> None:
    """Write the bundles, scripts first: the stylesheet keeps the rules that they can match.

    The leading semicolon keeps the first file's "use strict" from applying to the others.
    """
    if exception is not None or not hasattr(app.builder, "book_site_bundles"):
        return
    styles, scripts = app.builder.book_site_bundles
    out = Path(app.outdir)
    parts = [f"// {name}\n{(out / name).read_text(encoding='utf-8')}" for name in scripts]
    (out / SCRIPT).write_text(";\n" + "\n;\n".join(parts) + "\n", encoding="utf-8")
    job = {"root": str(out), "styles": styles, "stylesheet": STYLESHEET, "script": SCRIPT}
    run_node(Path(app.confdir), "bundle.mjs", job)


def add_page_module(app: Sphinx) -> None:
    app.add_js_file(Path(PAGE_MODULE).name, type="module")


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", add_page_module)
    # After the theme, which adds and removes files of its own at 500 and 501.
    app.connect("html-page-context", collect, priority=900)
    app.connect("build-finished", write_bundles, priority=900)
