"""The book's own letters: a serif for text, a sans for figures and controls.

Source Serif 4 and Source Sans 3 (OFL) come from the npm packages that package-lock.json pins. Each
file is cut to the characters of the book and to the weights from regular to bold: 20 KB in place of
51. `_static/letters.css` names the files, and fallbacks of the same width and height, so that
nothing moves when they arrive. This can go when the packages come in such cuts.
"""

import hashlib
import io
import logging
import shutil
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

PACKAGES = "@fontsource-variable"
FOLDER = "vendor/letters"
#: File on the site -> file of the packages.
FILES = {
    "serif.woff2": "source-serif-4/files/source-serif-4-latin-wght-normal.woff2",
    "serif-italic.woff2": "source-serif-4/files/source-serif-4-latin-wght-italic.woff2",
    "serif-greek.woff2": "source-serif-4/files/source-serif-4-greek-wght-normal.woff2",
    "sans.woff2": "source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
    "sans-greek.woff2": "source-sans-3/files/source-sans-3-greek-wght-normal.woff2",
}
LICENSES = {
    "LICENSE-serif.txt": "source-serif-4/LICENSE",
    "LICENSE-sans.txt": "source-sans-3/LICENSE",
}
#: What a page asks for at once, not when its style has come.
FIRST = ("serif.woff2", "sans.woff2")
REGULAR, BOLD = 400, 700
#: tnum and lnum: figures of one width, which do not move when they change.
FEATURES = ["kern", "liga", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"]
#: Where the book's characters stand.
SOURCES = (
    *("*.md", "*.yml", "pages/*.md", "chapters/*.ipynb", "slides/*.md", "pe_lib/**/*.py"),
    *("pe_book/**/*.py", "pe_book/**/*.mjs", "pe_book/**/*.json"),
    *("_ext/**/*.py", "_ext/**/*.html", "_static/*.mjs", "_static/*.css"),
)
ASCII = frozenset(range(0x20, 0x7F))


def characters(root: Path) -> frozenset[int]:
    """Return the code points of all that the book says, and ASCII for what a reader types."""
    files = {file for pattern in SOURCES for file in root.glob(pattern)}
    texts = (file.read_text(encoding="utf-8") for file in files)
    return ASCII.union(*({ord(letter) for letter in set(text)} for text in texts))


def cut(source: Path, codepoints: frozenset[int]) -> bytes:
    """Return a variable font with these characters and the weights from regular to bold."""
    # At level INFO they report every table that they drop.
    for name in ("fontTools.subset", "fontTools.varLib.instancer"):
        logging.getLogger(name).setLevel(logging.WARNING)
    options = subset.Options(layout_features=FEATURES, hinting=False)
    font = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codepoints)
    subsetter.subset(font)
    whole = io.BytesIO()
    font.flavor = None
    font.save(whole)
    # Read anew: the instancer needs tables as they are in a file.
    whole.seek(0)
    font = TTFont(whole, recalcTimestamp=False)  # the same letters always give the same bytes
    instancer.instantiateVariableFont(font, {"wght": (REGULAR, REGULAR, BOLD)}, inplace=True)
    font.flavor = "woff2"
    packed = io.BytesIO()
    font.save(packed)
    return packed.getvalue()


def stage(root: Path) -> Path:
    """Write the cut files below `_build`, unless those of the same characters are there already."""
    packages = root / "node_modules" / PACKAGES
    sources = {name: packages / path for name, path in FILES.items()}
    if missing := [path for path in sources.values() if not path.is_file()]:
        raise ExtensionError(f"{missing[0]} is missing: run `npm ci` (make build does)")
    codepoints = characters(root)
    digest = hashlib.sha256(repr((sorted(codepoints), FEATURES, REGULAR, BOLD)).encode())
    for path in sources.values():
        digest.update(path.read_bytes())
    folder = root / "_build" / "site_letters"
    staged = folder / digest.hexdigest()[:16]
    if not staged.is_dir():
        shutil.rmtree(folder, ignore_errors=True)
        target = staged.with_suffix(".part") / FOLDER
        target.mkdir(parents=True)
        for name, path in sources.items():
            (target / name).write_bytes(cut(path, codepoints))
        for name, path in LICENSES.items():
            shutil.copyfile(packages / path, target / name)
        staged.with_suffix(".part").rename(staged)
    return staged


def add_letters(app: Sphinx, config) -> None:
    config.html_extra_path.append(str(stage(Path(app.confdir))))


def ask_for_letters(app: Sphinx, pagename, templatename, context, doctree) -> None:
    files = [f"{FOLDER}/{name}" for name in FIRST]
    context["book_fonts"] = [*files, *context.get("book_fonts", ())]


def setup(app: Sphinx) -> None:
    app.connect("config-inited", add_letters)
    # After maths.py, which adds the letters of formulas.
    app.connect("html-page-context", ask_for_letters, priority=600)
