"""Styles, icons and scripts: only the part of the theme's that the pages use.

- One stylesheet. The theme and the extensions put ten on each page, 90 KB compressed, and they
  block rendering. PurgeCSS keeps the rules that the pages and their scripts
  can match. This can go when the theme's own stylesheet is small.
- The icon font, subset to the icons in use: 2 KB for 150 KB. `fontawesome.js`, 540 KB for the same
  icons again, is not loaded (layout.html). This can go when the theme offers icons one by one.
- One deferred script: nine requests less, and none blocks rendering. This can go when the theme
  defers its scripts and Sphinx has them in one file.
"""

import hashlib
import json
import logging
import re
import subprocess
from pathlib import Path

from fontTools import subset
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from pe_book.renderer.node import node_executable

STYLESHEET = "site.css"
SCRIPT = "site.js"
# The files that pages of earlier builds use; beside the doctrees, to be deleted with them.
RECORD = "book_site_bundles.json"
# What the theme's webpack-macros.html puts at the end of every page.
THEME_SCRIPTS = ["_static/scripts/bootstrap.js", "_static/scripts/pydata-sphinx-theme.js"]
PROJECT_STYLES = ("_static/book.css", "_static/pe_book/")
# A module, so not part of the bundle of classic scripts.
PAGE_MODULE = "_static/book.mjs"
# Every other script reads it when loaded, so it has to run before them.
INLINE_SCRIPT = "_static/documentation_options.js"
# myst-nb copies its stylesheet after all pages are written; its name contains a content hash.
HASHED_NAME = re.compile(r"\.[0-9a-f]{32,}\.")


def collect_styles(app: Sphinx, pagename, templatename, context, doctree) -> None:
    """Note which stylesheets the page would load; layout.html links the bundle in their place."""
    styles = app.builder.book_site_styles
    for style in (*theme_styles(), *context["css_files"]):
        name = getattr(style, "filename", style)
        if name not in styles:
            styles.append(name)
    context["book_stylesheet"] = f"_static/{STYLESHEET}?v={digest_of(app, styles)}"


def digest_of(app: Sphinx, names: list[str]) -> str:
    """Return a content hash for a bundle of these files, so that no browser uses an older one."""
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode())
        copied = Path(app.outdir) / name
        if copied.exists() and not HASHED_NAME.search(name):
            digest.update(copied.read_bytes())
    return digest.hexdigest()[:8]


def theme_styles() -> list[str]:
    """Return the stylesheets that the theme's webpack-macros.html loads first."""
    return ["_static/styles/theme.css", "_static/styles/pydata-sphinx-theme.css"]


def collect_scripts(app: Sphinx, pagename, templatename, context, doctree) -> None:
    """Put the page's classic scripts into the bundle; modules and inline scripts stay separate.

    The outputs' modules follow the bundle: the browser does the layout together with the last
    script, and the bundle takes the longest. The search page calls its scripts from inline markup,
    so it keeps them as they are.
    """
    if pagename == "search":
        context["book_script"] = None
        return
    kept, modules = [], []
    for script in context["script_files"]:
        name = script.filename
        if name == INLINE_SCRIPT:
            # Inline, it costs no request.
            body = (Path(app.outdir) / INLINE_SCRIPT).read_text(encoding="utf-8")
            kept.append(type(script)(None, priority=script.priority, body=body))
        elif name is None or name == PAGE_MODULE:
            kept.append(script)
        elif script.attributes.get("type") == "module":
            modules.append(script)
        elif name not in app.builder.book_site_scripts:
            app.builder.book_site_scripts.append(name)
    context["script_files"] = kept
    context["book_modules"] = modules
    names = [*app.builder.book_site_scripts, *THEME_SCRIPTS]
    context["book_script"] = f"_static/{SCRIPT}?v={digest_of(app, names)}"


def finish(app: Sphinx, exception: Exception | None) -> None:
    """Write the bundles, scripts first: the stylesheet keeps the rules that they can match."""
    if exception is None and app.builder.format == "html":
        bundle_scripts(app)
        bundle_styles(app)
        save_bundle_names(app)


def bundle_scripts(app: Sphinx) -> None:
    """Concatenate the classic scripts in the order of the pages.

    The leading semicolon keeps the first file's "use strict" from applying to the others.
    """
    out = Path(app.outdir)
    names = [*app.builder.book_site_scripts, *THEME_SCRIPTS]
    parts = [f"// {name}\n{(out / name).read_text(encoding='utf-8')}" for name in names]
    (out / "_static" / SCRIPT).write_text(";\n" + "\n;\n".join(parts) + "\n", encoding="utf-8")


def bundle_styles(app: Sphinx) -> None:
    out = Path(app.outdir)
    job = {
        "root": str(out),
        "styles": app.builder.book_site_styles,
        "keep": [name for name in app.builder.book_site_styles if name.startswith(PROJECT_STYLES)],
        "stylesheet": f"_static/{STYLESHEET}",
        "icons": "_static/icons",
    }
    script = Path(__file__).with_name("bundle.mjs")
    # node finds the packages from the current directory, wherever the extension itself lives.
    done = subprocess.run(
        [node_executable(), str(script), str(Path(app.confdir) / "node_modules")],
        input=json.dumps(job),
        capture_output=True,
        encoding="utf-8",
        cwd=app.confdir,
    )
    if done.returncode:
        raise ExtensionError(f"The stylesheets could not be bundled:\n{done.stderr}")
    result = json.loads(done.stdout)
    for font in result["fonts"]:
        subset_font(out / font["source"], out / font["target"], result["codepoints"])


def subset_font(source: Path, target: Path, codepoints: list[int]) -> None:
    """Write the glyphs of `codepoints` as WOFF 1, which needs no compressor outside Python."""
    # At level INFO it reports every table that it drops.
    logging.getLogger("fontTools.subset").setLevel(logging.WARNING)
    options = subset.Options(flavor="woff", layout_features=[], hinting=False, notdef_outline=True)
    font = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codepoints)
    subsetter.subset(font)
    target.parent.mkdir(parents=True, exist_ok=True)
    subset.save_font(font, str(target), options)


def begin(app: Sphinx) -> None:
    """Load the names of earlier builds, because Sphinx rewrites changed pages only."""
    record = Path(app.doctreedir) / RECORD
    names = json.loads(record.read_text(encoding="utf-8")) if record.exists() else {}
    app.builder.book_site_styles = names.get("styles", [])
    app.builder.book_site_scripts = names.get("scripts", [])
    app.add_js_file(Path(PAGE_MODULE).name, type="module")


def save_bundle_names(app: Sphinx) -> None:
    """Save the names for the next build."""
    names = {"styles": app.builder.book_site_styles, "scripts": app.builder.book_site_scripts}
    (Path(app.doctreedir) / RECORD).write_text(json.dumps(names, indent=1), encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", begin)
    # After the theme, which adds and removes files of its own at 500 and 501.
    app.connect("html-page-context", collect_styles, priority=900)
    app.connect("html-page-context", collect_scripts, priority=900)
    app.connect("build-finished", finish, priority=900)
