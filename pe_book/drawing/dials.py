"""Dials with hands, as the figures of chapters 3 and 4 draw pairs: sine across, cosine up."""

import numpy as np
from matplotlib.axes import Axes

from pe_book.drawing import palette


def dial(axis: Axes, width: float) -> None:
    """Draw an empty dial with a rim of this width, in points, that fills a panel."""
    whole = np.linspace(0, 2 * np.pi, 100)
    axis.plot(np.sin(whole), np.cos(whole), color=palette.GRID, linewidth=width)
    axis.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.2))
    axis.set_aspect("equal")
    palette.bare(axis)
    axis.set_xticks([])
    axis.set_yticks([])


def hand(axis: Axes, angle: float, color: str, width: float, tip: float) -> None:
    """Draw a hand at an angle from the top, in radians; `tip` is the size of its dot in points."""
    x, y = np.sin(angle), np.cos(angle)
    axis.plot([0, x], [0, y], color=color, linewidth=width)
    axis.plot(x, y, "o", color=color, markersize=tip)


def label(axes: np.ndarray, rows: list[str]) -> None:
    """Name the rows of a grid of dials, and its columns by their pairs."""
    for row, name in zip(axes, rows, strict=True):
        row[0].set_ylabel(name, rotation=0, ha="right", va="center")
    for j, axis in enumerate(axes[0]):
        axis.set_title(f"pair {j}")
