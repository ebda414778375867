"""What a picture shows, as plain data that a person can read and a snapshot can hold.

Numbers have four significant digits, so that nothing depends on the last bit of a machine's cosine;
of many numbers there are a few and the mean.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.colors import to_hex
from matplotlib.ticker import FixedLocator

from pe_book.declare import to_json_values
from pe_book.drawing import palette

LONG = 16  # longer lists are sampled
SAMPLES = 8
#: Rounding errors of what is computed: in absolute terms, and as a share of the largest number.
NOISE = 1e-12, 1e-9
COLOR_NAMES = {color: name for name, color in (palette.ROLES | palette.STAND_INS).items()}


def shortened(value: Any) -> Any:
    """Return plain data with its numbers rounded, and long lists as samples."""
    if isinstance(value, Mapping):
        return {str(key): shortened(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return listed(list(value))
    if isinstance(value, float):
        return rounded(value)
    return value


def listed(values: list) -> Any:
    """Return a list, shortened where it is long and holds numbers, texts or lists of them.

    The stride is odd: a stem has two points, and an even stride would meet the same one each time.
    """
    present = [value for value in values if value is not None]
    numbers = [value for value in present if isinstance(value, int | float)]
    mixed = len(numbers) < len(present)
    largest = max(map(abs, numbers), default=0.0)
    if len(values) <= LONG or isinstance(values[0], Mapping):
        return [
            rounded(value, largest) if isinstance(value, float) else shortened(value)
            for value in values
        ]
    sample = [*present[:: len(present) // SAMPLES | 1], present[-1]]
    summary = {"length": len(values)}
    if gaps := len(values) - len(present):
        summary["gaps"] = gaps
    if not mixed:
        summary["mean"] = rounded(math.fsum(numbers) / len(numbers), largest, digits=6)
    return summary | {"some": listed(sample)}


def rounded(value: float, largest: float = 0.0, digits: int = 4) -> float:
    """Return a number to so many significant digits, or 0 where it is a rounding error.

    >>> rounded(3.14159), rounded(1.2e-16, largest=1.0), rounded(-2.0)
    (3.142, 0, -2)
    """
    absolute, relative = NOISE
    if abs(value) <= max(absolute, relative * largest):
        return 0
    short = float(f"{value:.{digits}g}")
    return int(short) if short.is_integer() and abs(short) < 1e15 else short


def still(figure: Any) -> dict[str, Any]:
    """Return what a matplotlib figure shows."""
    found = {
        "panels": [panel(axes) for axes in figure.axes],
        "legends": [legend(shown) for shown in figure.legends],
    }
    return shortened(to_json_values(filled(found)))


def panel(axes: Any) -> dict[str, Any]:
    """Return the labels of one panel, and all that is drawn in it."""
    found = {
        "title": axes.get_title(loc="left") or axes.get_title(),
        "x": ruler(axes.xaxis),
        "y": ruler(axes.yaxis),
        "images": [image(drawn) for drawn in axes.images],
        "lines": [line(drawn) for drawn in axes.lines],
        "dots and areas": [
            collection(drawn) for drawn in axes.collections if axes.get_label() != "<colorbar>"
        ],
        "boxes": [box(axes, drawn) for drawn in axes.patches],
        "texts": [
            {"text": text.get_text(), "at": text.get_position(), "color": color(text.get_color())}
            for text in axes.texts
        ],
        "legend": legend(axes.get_legend()) if axes.get_legend() else {},
    }
    return filled(found)


def filled(found: dict[str, Any]) -> dict[str, Any]:
    """Return the parts that are not empty."""
    return {name: part for name, part in found.items() if part}


def ruler(axis: Any) -> dict[str, Any]:
    """Return an axis' label, scale and range, and its ticks where the figure fixes them."""
    found = {
        "label": axis.label.get_text(),
        "scale": axis.get_scale(),
        "range": axis.get_view_interval(),
    }
    if isinstance(axis.get_major_locator(), FixedLocator):
        places = axis.get_majorticklocs()
        texts = axis.get_major_formatter().format_ticks(places)
        found["ticks"] = dict(zip(places.tolist(), texts, strict=True))
    return found


def line(drawn: Any) -> dict[str, Any]:
    """Return a line or a row of markers."""
    x, y = drawn.get_data()
    look = [drawn.get_linestyle(), drawn.get_linewidth()]
    if drawn.get_drawstyle() != "default":
        look.append(drawn.get_drawstyle())
    if drawn.get_marker() not in ("None", ""):
        look += [drawn.get_marker(), drawn.get_markersize(), drawn.get_fillstyle()]
    return {"color": color(drawn.get_color()), "look": look, "x": x, "y": y}


def collection(drawn: Any) -> dict[str, Any]:
    """Return dots, or the outline of a filled area."""
    dots = drawn.get_offset_transform() == drawn.axes.transData
    x, y = np.ma.filled(drawn.get_offsets() if dots else drawn.get_paths()[0].vertices, np.nan).T
    sizes = {"sizes": drawn.get_sizes()} if dots else {}
    return {"color": [*map(color, drawn.get_facecolor())], **sizes, "x": x, "y": y}


def box(axes: Any, drawn: Any) -> dict[str, Any]:
    """Return a rectangle: where it lies, as shares of the panel, and its colors."""
    corners = axes.transAxes.inverted().transform(drawn.get_window_extent())
    edge, face = color(drawn.get_edgecolor()), color(drawn.get_facecolor())
    return {"edge": edge, "face": face, "corners": corners.tolist()}


def image(drawn: Any) -> dict[str, Any]:
    """Return a matrix drawn in colors."""
    limits = {"colors": drawn.get_cmap().name, "from": drawn.norm.vmin, "to": drawn.norm.vmax}
    extent = drawn.get_extent()
    return {**limits, "extent": extent, "entries": np.ma.filled(drawn.get_array(), np.nan)}


def legend(shown: Any) -> dict[str, str]:
    """Return the texts of a legend, each with the color, line and marker beside it."""
    looks = (
        (color(handle.get_color()), handle.get_linestyle(), handle.get_marker())
        if hasattr(handle, "get_color")
        else (color(handle.get_facecolor()), "bar", "")
        for handle in shown.legend_handles
    )
    texts = (text.get_text() for text in shown.get_texts())
    return {
        text: " ".join(part for part in look if part != "None")
        for text, look in zip(texts, looks, strict=True)
    }


def color(drawn: Any) -> str:
    """Return the palette's name of a color, else its digits."""
    digits = to_hex(drawn)
    alpha = to_hex(drawn, keep_alpha=True)[7:]
    name = COLOR_NAMES.get(digits, digits)
    return name if alpha == "ff" else f"{name} of opacity {int(alpha, 16) / 255:.2f}"
