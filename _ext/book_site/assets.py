"""Styles, icons and scripts: of what the theme brings, what the pages use.

- One stylesheet. The theme and the extensions put ten on each page, 90 KB compressed, and a page
  shows nothing until the last has come. PurgeCSS keeps the rules that the pages and their scripts
  can match. This can go when the theme's own stylesheet is small.
- The icon font, cut to the icons in use: 2 KB for 150 KB. `fontawesome.js`, 540 KB for the same
  icons again, is not loaded (layout.html). This can go when the theme offers icons one by one.
- Scripts are deferred, so that none holds up the text. This can go when the theme defers its own.
"""

import hashlib
import json
import subprocess
from pathlib import Path

from fontTools import subset
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from .maths import node_itself

STYLESHEET = "site.css"
OWN_STYLES = ("_static/book.css", "_static/pe_lib/")
# Read by every other script at once, so it has to run in its place.
IN_PLACE = "_static/documentation_options.js"


def collect_styles(app: Sphinx, pagename, templatename, context, doctree) -> None:
    """Note which stylesheets the page would load; layout.html links the bundle in their place."""
    styles = app.builder.book_site_styles
    for style in (*theme_styles(), *context["css_files"]):
        name = getattr(style, "filename", style)
        if name not in styles:
            styles.append(name)
    digest = hashlib.sha256()
    for name in styles:
        digest.update(name.encode())
        if (copied := Path(app.outdir) / name).exists():
            digest.update(copied.read_bytes())
    context["book_stylesheet"] = f"_static/{STYLESHEET}?v={digest.hexdigest()[:8]}"


def theme_styles() -> list[str]:
    """What the theme's webpack-macros.html puts in front of everything else."""
    return ["_static/styles/theme.css", "_static/styles/pydata-sphinx-theme.css"]


def defer_scripts(app: Sphinx, pagename, templatename, context, doctree) -> None:
    """Defer what the page loads; the search page calls its scripts from its own markup."""
    if pagename == "search":
        return
    # Nobody reads a version number of what has none.
    context["script_files"] = [
        script
        if script.filename is None or script.filename == IN_PLACE or "type" in script.attributes
        else type(script)(
            script.filename, priority=script.priority, **{**script.attributes, "defer": "defer"}
        )
        for script in context["script_files"]
    ]


def bundle_styles(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    out = Path(app.outdir)
    job = {
        "root": str(out),
        "styles": app.builder.book_site_styles,
        "keep": [name for name in app.builder.book_site_styles if name.startswith(OWN_STYLES)],
        "stylesheet": f"_static/{STYLESHEET}",
        "icons": "_static/icons",
    }
    script = Path(__file__).with_name("bundle.mjs")
    # node finds the packages from the current directory, wherever the extension itself lives.
    done = subprocess.run(
        [node_itself(), str(script), str(Path(app.confdir) / "node_modules")],
        input=json.dumps(job),
        capture_output=True,
        text=True,
        cwd=app.confdir,
    )
    if done.returncode:
        raise ExtensionError(f"The stylesheets could not be bundled:\n{done.stderr}")
    result = json.loads(done.stdout)
    for font in result["fonts"]:
        subset_font(out / font["source"], out / font["target"], result["codepoints"])


def subset_font(source: Path, target: Path, codepoints: list[int]) -> None:
    """Write the glyphs of `codepoints` as WOFF 1, which needs no compressor outside Python."""
    options = subset.Options(flavor="woff", layout_features=[], hinting=False, notdef_outline=True)
    font = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codepoints)
    subsetter.subset(font)
    target.parent.mkdir(parents=True, exist_ok=True)
    subset.save_font(font, str(target), options)


def begin(app: Sphinx) -> None:
    app.builder.book_site_styles = []
    app.add_js_file("book.mjs", type="module")


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", begin)
    # After the theme, which adds and removes files of its own at 500 and 501.
    app.connect("html-page-context", collect_styles, priority=900)
    app.connect("html-page-context", defer_scripts, priority=900)
    app.connect("build-finished", bundle_styles, priority=900)
