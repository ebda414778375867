"""The one palette of the book, and the house style of its figures.

Six roles have one color each, everywhere: sine, cosine, position, offset, pair and base. Nothing
else uses them; all else is ink, or the page's accent. `palette.css` holds their values, one for
each theme, so that a figure names a role and the page supplies the color. In both themes
each is dark or bright enough for words (4.5:1), and stays apart from the others for readers with
protanopia and deuteranopia. Ink, grid and paper come from the page in the same way.

The explorers name colors by token: "@sine", "@ink", "@diverging"; the renderer replaces them.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NAMES = ("sine", "cosine", "position", "offset", "pair", "base")
CSS = resources.files("pe_book").joinpath("drawing/palette.css").read_text(encoding="utf-8")


def _roles(block: str) -> dict[str, str]:
    """Return the colors of the roles that a block of `palette.css` declares."""
    return {name: re.findall(rf"--pe-{name}: (#\w{{6}});", block)[0] for name in NAMES}


_LIGHT, _DARK = CSS.split('[data-theme="dark"]', 1)
#: What a figure at rest, and any program that asks, gets.
ROLES = _roles(_LIGHT)
DARK_ROLES = _roles(_DARK)
SINE, COSINE, POSITION, OFFSET, PAIR, BASE = ROLES.values()

# Placeholders of the page's own colors; `picture` turns them into CSS. No figure may use them
# itself.
INK = "#010203"
MUTED = "#020305"
GRID = "#030508"
PAPER = "#fdfcfa"
CARD = "#fbf9f7"
ACCENT = "#05080d"
# Letters on a heat map's pale cells, and on its deep ones, which change places in the dark theme.
ON_PALE = "#1a1a1b"
ON_DEEP = "#fffffe"

PLACEHOLDER_COLORS = {"ink": INK, "muted": MUTED, "grid": GRID, "paper": PAPER}
PLACEHOLDER_COLORS |= {"card": CARD, "accent": ACCENT, "on_pale": ON_PALE, "on_deep": ON_DEEP}

# Even steps of lightness in OKLab: from dark blue over near white to dark brown, and from pale to
# dark.
DIVERGING_STOPS = (
    "#124474",
    "#0564b2",
    "#3a88d8",
    "#72adee",
    "#b2d2f6",
    "#f5f5f5",
    "#f3c2b1",
    "#e59072",
    "#cb623d",
    "#a63b0d",
    "#6c2c15",
)
SEQUENTIAL_STOPS = (
    "#e0f8f4",
    "#aae0df",
    "#77c6d0",
    "#4aaac0",
    "#2b8cad",
    "#216e94",
    "#245174",
    "#223650",
    "#1a1f2a",
)

# A figure is drawn for a phone and grows to the width of the column.
WIDTH_INCHES = 4.6
FONT_POINTS = 10.5
# Where no page brings the book's own letters.
FONT_FAMILY = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"


def colorscale(stops: tuple[str, ...]) -> list[list[float | str]]:
    """Return evenly spaced stops, #rrggbb, in the form that the renderer reads.

    >>> colorscale(("#000000", "#ffffff"))
    [[0.0, '#000000'], [1.0, '#ffffff']]
    """
    return [[i / (len(stops) - 1), stop] for i, stop in enumerate(stops)]


def page_roles() -> dict[str, str]:
    """Return the tokens of the roles, each with its color of the page's theme, as CSS."""
    return {f"@{name}": f"var(--pe-{name}, {color})" for name, color in ROLES.items()}


def tokens() -> dict[str, Any]:
    """Return the color, or colorscale, of each token in a figure at rest."""
    maps = {"diverging": colorscale(DIVERGING_STOPS), "sequential": colorscale(SEQUENTIAL_STOPS)}
    return {f"@{name}": value for name, value in (ROLES | PLACEHOLDER_COLORS | maps).items()}


def diverging() -> Any:
    """Return the matplotlib colormap for values around zero."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("pe_diverging", DIVERGING_STOPS)


def sequential() -> Any:
    """Return the matplotlib colormap for values from nothing to much."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("pe_sequential", SEQUENTIAL_STOPS)


def style() -> Any:
    """Return a context of the house style: quiet axes, page-colored ink, no background."""
    import matplotlib as mpl
    from cycler import cycler

    return mpl.rc_context(
        {
            "font.size": FONT_POINTS,
            "font.family": ["DejaVu Sans"],
            "mathtext.fontset": "dejavusans",
            "axes.titlesize": FONT_POINTS,
            "axes.titleweight": "bold",
            "axes.titlelocation": "left",
            "axes.labelsize": FONT_POINTS,
            "xtick.labelsize": FONT_POINTS - 1,
            "ytick.labelsize": FONT_POINTS - 1,
            "legend.fontsize": FONT_POINTS - 0.5,
            "legend.frameon": False,
            "text.color": INK,
            "axes.labelcolor": INK,
            "axes.titlecolor": INK,
            "axes.edgecolor": MUTED,
            "xtick.color": MUTED,
            "ytick.color": MUTED,
            "xtick.labelcolor": INK,
            "ytick.labelcolor": INK,
            "grid.color": GRID,
            "grid.linewidth": 0.8,
            "axes.grid": True,
            "axes.axisbelow": True,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.prop_cycle": cycler(color=list(ROLES.values())),
            "lines.linewidth": 1.8,
            "lines.markersize": 5,
            "figure.facecolor": "none",
            "axes.facecolor": "none",
            "savefig.facecolor": "none",
            # One pixel of the file for each cell; the browser enlarges it with sharp edges.
            "image.interpolation": "none",
            "image.composite_image": False,
            "svg.fonttype": "none",
            "svg.hashsalt": "pe_lib",
        }
    )


def canvas(
    height: float = 3.0,
    *,
    width: float = WIDTH_INCHES,
    rows: int = 1,
    columns: int = 1,
    **options: Any,
) -> tuple[Figure, Axes | Any]:
    """Return a figure and its axes in the house style, outside of pyplot's global state.

    Sizes are in inches: 4.6 across read well on a phone of 375 pixels. The rest goes to
    `matplotlib.figure.Figure.subplots`.
    """
    from matplotlib.figure import Figure

    with style():
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.subplots(rows, columns, **options)
    return figure, axes


def bare(axes: Axes) -> None:
    """Take grid, ticks and frame away, as a table of colored cells needs it."""
    axes.grid(False)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
