"""The fonts of the pages: npm's, cut to the letters in use, and superscripts of one height.

npm's files have ¹, ² and ³ and no other superscripts; these are made of the digits of fractions. A
letter that is missing comes from the fonts of the reader's system: add it to `LETTERS`. The files
are made in `_build/static`, once for each change of this module or of package-lock.json.
"""

import io
import string
from functools import partial
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from book.fingerprint import fingerprint, make_once

SUPERSCRIPTS = dict(zip("⁰⁴⁵⁶⁷⁸⁹", "0456789", strict=True))
LETTERS = {
    "latin": string.printable[:95]
    + "\xa0©°±²³·¹½×áäéóöüćč–—‘’‚“”„…′−"
    + "⁻"
    + "".join(SUPERSCRIPTS),
    "greek": "ΔΣΩαβγδεζθλμπρσφω",
    "formulas": string.printable[:95] + "ΔΣΩαβγδεζθλμνπρσφψω−·×±≈≤≥≠≡∈→⟶…⋅⋯∘′∑∏√⊤⊥∣∥⌊⌋⟨⟩≪≫∞ℓ\u200b",
}
# The file, its kind of letters, and what it is made of.
FONTS = {
    "serif": ("latin", "source-serif-4", "normal"),
    "serif-italic": ("latin", "source-serif-4", "italic"),
    "serif-greek": ("greek", "source-serif-4", "normal"),
    "sans": ("latin", "source-sans-3", "normal"),
    "sans-greek": ("greek", "source-sans-3", "normal"),
}
WEIGHTS = (400, 400, 700)
KATEX = ("Main-Regular", "Math-Italic", "Size1-Regular", "Size2-Regular", "Size3-Regular")
KERNED = "serif"  # what is read at length
SMALL = 0.62  # a superscript's size


def bounds(font: TTFont, glyph: str) -> tuple[float, ...]:
    glyphs = font.getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[glyph].draw(pen)
    return pen.bounds


def add_superscripts(font: TTFont) -> None:
    """Add the missing superscripts: a fraction's digits raised to where ¹ is, and a minus."""
    letters = font.getBestCmap()
    digits = {}
    for feature in font["GSUB"].table.FeatureList.FeatureRecord:
        if feature.FeatureTag == "numr":
            for index in feature.Feature.LookupListIndex:
                for table in font["GSUB"].table.LookupList.Lookup[index].SubTable:
                    digits |= getattr(table, "ExtSubTable", table).mapping
    raised = bounds(font, letters[ord("¹")])[3] - bounds(font, digits[letters[ord("1")]])[3]
    for letter, digit in SUPERSCRIPTS.items():
        glyph = digits[letters[ord(digit)]]
        add_glyph(font, letter, glyph, (1, 0, 0, 1, 0, round(raised)), font["hmtx"][glyph][0])
    _, low, _, high = bounds(font, letters[ord("¹")])
    minus = letters[ord("−")]
    _, below, _, above = bounds(font, minus)
    up = round((low + high) / 2 - SMALL * (below + above) / 2)
    width = round(SMALL * font["hmtx"][minus][0])
    add_glyph(font, "⁻", minus, (SMALL, 0, 0, SMALL, 0, up), width)


def add_glyph(font: TTFont, letter: str, glyph: str, transform: tuple, width: int) -> None:
    """Add a letter that is another glyph, moved."""
    name = f"uni{ord(letter):04X}"
    pen = TTGlyphPen(font.getGlyphSet())
    pen.addComponent(glyph, transform)
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"][name] = pen.glyph()
    font["hmtx"][name] = (width, round(transform[0] * bounds(font, glyph)[0]))
    font["gvar"].variations[name] = []
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[ord(letter)] = name


def keep(font: TTFont, kind: str, features: list[str]) -> TTFont:
    """Return a font with no more than the letters of a kind."""
    subsetter = Subsetter(Options(hinting=False, layout_features=features))
    subsetter.populate(text=LETTERS[kind])
    subsetter.subset(font)
    font.flavor, stream = None, io.BytesIO()
    font.save(stream)
    return TTFont(stream)


def cut(npm: Path, kind: str, package: str, style: str, features: list[str]) -> TTFont:
    """Return a font with the letters of a kind and the weights that the book uses."""
    files = npm / "@fontsource-variable" / package / "files"
    font = TTFont(files / f"{package}-{kind}-wght-{style}.woff2")
    if "HVAR" in font:
        del font["HVAR"]  # it knows nothing of the letters that are added
    if kind == "latin":
        add_superscripts(font)
    font = instantiateVariableFont(keep(font, kind, features), {"wght": WEIGHTS})
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6, 16):
            record.string = f"Book {package.split('-')[1].title()}"  # the makers' name is theirs
    return font


def cut_all(npm: Path) -> dict[str, TTFont]:
    """Return the fonts, by the names of their files."""
    fonts = {
        name: cut(npm, *source, features=["kern", "liga"] if name == KERNED else [])
        for name, source in FONTS.items()
    }
    for name in KATEX:
        whole = TTFont(npm / "katex/dist/fonts" / f"KaTeX_{name}.woff2")
        fonts[f"katex-{name.lower()}"] = keep(whole, "formulas", [])
    return fonts


def add_fonts(app: Sphinx, config) -> None:
    root = Path(app.confdir)
    digest = fingerprint(root, ("_ext/book_site/fonts.py", "package-lock.json"))
    static = root / "_build" / "static"
    make_once(static, digest, partial(write, root / "node_modules"))
    config.html_static_path.append(str(static))


def write(npm: Path, static: Path) -> None:
    try:
        fonts = cut_all(npm)
    except FileNotFoundError as error:
        raise ExtensionError(f"{error.filename} is missing: run `npm ci`") from None
    (static / "fonts").mkdir()
    for name, font in fonts.items():
        font.flavor = "woff2"
        font.save(static / "fonts" / f"{name}.woff2")


def setup(app: Sphinx) -> None:
    app.connect("config-inited", add_fonts)
