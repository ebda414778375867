"""Figures as inline SVG: text stays text, ink follows the page's theme, the same bytes every build.

`picture(figure, alt=..., caption=...)` takes a matplotlib Figure and returns a Picture, which shows
itself as HTML on a page, in JupyterLab and in Colab alike.
"""

from __future__ import annotations

import hashlib
import io
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from typing import Any

from pe_book.drawing import palette
from pe_book.drawing.flatten import SVG, XLINK, flatten

ET.register_namespace("", SVG)
ET.register_namespace("xlink", XLINK)

# Placeholder color -> CSS. The variables are the theme's on a page, then JupyterLab's, then plain
# colors.
CSS = {
    palette.INK: "currentColor",
    palette.MUTED: "var(--pe-muted, currentColor)",
    palette.GRID: "var(--pe-grid, rgba(128, 128, 128, 0.3))",
    palette.PAPER: "var(--pst-color-background, var(--jp-layout-color0, Canvas))",
    palette.CARD: "var(--pe-card, Canvas)",
    palette.ACCENT: "var(--pe-accent, currentColor)",
    palette.ON_PALE: "var(--pe-on-pale, #1a1a1a)",
    palette.ON_DEEP: "var(--pe-on-deep, #fff)",
    "#000000": "currentColor",
} | {palette.ROLES[token[1:]]: css for token, css in palette.page_roles().items()}
# A figure may grow to this many times its design width before its letters look large.
GROWTH = 1.4
# Pixels of the screen: no letter is smaller, on a telephone either (explorer.css).
SMALLEST = 11


@dataclass(frozen=True)
class Picture:
    """A figure with its text alternative, shown as `<figure>` with inline SVG."""

    svg: str
    alt: str
    caption: str
    width: float

    def _repr_html_(self) -> str:
        caption = f"<figcaption>{self.caption}</figcaption>" if self.caption else ""
        style = f"margin:1em auto;max-width:{self.width * GROWTH:.0f}px"
        return f'<figure class="pe-picture" style="{style}">{self.svg}{caption}</figure>'

    def __repr__(self) -> str:
        return f"Picture: {self.alt}"


def picture(figure: Any, *, alt: str, caption: str = "") -> Picture:
    """Return a matplotlib figure as inline SVG.

    `alt` says in plain text what the figure shows; the caption is HTML, and may be empty.
    """
    if not alt.strip():
        raise ValueError("alt must say what the figure shows, not be empty")
    return Picture(_svg(figure, alt), alt, caption, figure.get_figwidth() * 96)


def _svg(figure: Any, alt: str) -> str:
    raw = io.StringIO()
    for axes in figure.axes:
        # What matplotlib fixes when it draws, outside of the style's reach.
        if legend := axes.get_legend():
            legend.set_frame_on(False)
        for image in axes.images:
            image.set_interpolation("none")
    with palette.style():
        metadata = {"Date": None, "Creator": None, "Format": None, "Type": None}
        figure.savefig(raw, format="svg", metadata=metadata, transparent=True)
    root = ET.fromstring(raw.getvalue())
    for parent in list(root.iter()):
        # A style element in inline SVG would apply to the whole page.
        for child in [c for c in parent if c.tag in (f"{{{SVG}}}metadata", f"{{{SVG}}}style")]:
            parent.remove(child)
    flatten(root)
    for element in root.iter():
        _page_colors(element)
        if "d" in element.attrib:
            element.set("d", re.sub(r"-?\d+\.\d+|\n", _shorter, element.get("d", "")).strip())
        element.text = (element.text or "").strip() or None
        element.tail = None
    for text in root.iter(f"{{{SVG}}}text"):
        _readable(text)
    _own_ids(root, alt)
    width, height = (
        float(root.get(side, "0pt").removesuffix("pt")) for side in ("width", "height")
    )
    for side in ("width", "height", "version"):
        root.attrib.pop(side, None)
    root.set("role", "img")
    root.set("aria-label", alt)
    # Measured with DejaVu Sans, which is wider than the page's own letters: nothing collides.
    letters = f"font-family:var(--pe-sans,{palette.FONT_FAMILY})"
    joins = f"{letters};stroke-linejoin:round;stroke-linecap:butt"
    size = f"width:100%;height:auto;display:block;aspect-ratio:{width:g}/{height:g}"
    size += f";--pe-smallest:{SMALLEST * width:g}px;--pe-high:{height:g}pt"
    root.set("style", f"{joins};{size}")
    return ET.tostring(root, encoding="unicode")


def _shorter(match: re.Match[str]) -> str:
    """A coordinate to a hundredth of a point: finer cannot be seen, and pages stay light."""
    text = match.group()
    if text == "\n":
        return " "
    return f"{float(text):.2f}".rstrip("0").rstrip(".")


def _page_colors(element: ET.Element) -> None:
    """Give the page's colors to placeholders, and the page's letters to text."""
    style = dict(
        (part.strip() for part in declaration.split(":", 1))
        for declaration in element.get("style", "").split(";")
        if ":" in declaration
    )
    for key in ("fill", "stroke", "stop-color"):
        if element.get(key) in CSS:
            style[key] = CSS[element.attrib.pop(key)]
        elif style.get(key) in CSS:
            style[key] = CSS[style[key]]
    if element.tag == f"{{{SVG}}}text":
        style.setdefault("fill", "currentColor")
    if element.tag in (f"{{{SVG}}}text", f"{{{SVG}}}tspan"):
        _page_letters(element, style)
    if element.tag == f"{{{SVG}}}image":
        style["image-rendering"] = "pixelated"
    if style:
        element.set("style", ";".join(f"{key}:{value}" for key, value in style.items()))


def _page_letters(text: ET.Element, style: dict[str, str]) -> None:
    """Leave the choice of letters to the whole picture, and drop a turn by nothing."""
    style.pop("font-family", None)
    if text.get("transform", "").startswith("rotate(-0 "):
        del text.attrib["transform"]


def _readable(text: ET.Element) -> None:
    """Let letters grow to `--pe-letters` where a figure is small; exponents keep their share."""
    pattern = re.compile(r"font-size:([\d.]+)px")
    parts = {part: pattern.search(part.get("style", "")) for part in text.iter()}
    sizes = {part: float(match[1]) for part, match in parts.items() if match}
    for part, size in sizes.items():
        share = size / max(sizes.values())
        least = "var(--pe-letters,0px)" if share == 1 else f"{share:.2g}*var(--pe-letters,0px)"
        part.set("style", pattern.sub(f"font-size:max({size:g}px,{least})", part.get("style", "")))


def _own_ids(root: ET.Element, alt: str) -> None:
    """Drop ids that nothing refers to; mark the others with a digest, so pages have no doubles."""
    text = ET.tostring(root, encoding="unicode")
    mark = hashlib.sha256((alt + text).encode()).hexdigest()[:8]
    used = set(re.findall(r"url\(#([^)]+)\)", text))
    used |= {e.get(f"{{{XLINK}}}href", "")[1:] for e in root.iter()}
    for element in root.iter():
        name = element.attrib.pop("id", None)
        if name in used:
            element.set("id", f"{name}-{mark}")
        for key, value in list(element.attrib.items()):
            if key == f"{{{XLINK}}}href" and value.startswith("#"):
                element.set(key, f"{value}-{mark}")
            elif "url(#" in value:
                element.set(key, re.sub(r"url\(#([^)]+)\)", rf"url(#\1-{mark})", value))
