"""A social card per page: its title over a strip of the table that the book is about."""

import textwrap
from pathlib import Path

import numpy as np

import pe_lib

WIDTH, HEIGHT, DPI = 1200, 630, 100
PAPER, INK, MUTED = "#101826", "#ffffff", "#b8c4d6"


def draw(file: Path, title: str, book: str) -> None:
    """Write the card as a PNG unless it exists already."""
    # Imported late: only a build with a known address draws cards.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    if file.exists():
        return
    figure = Figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor=PAPER)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 0.34))
    table = pe_lib.positional_encoding(240, 64)
    axes.imshow(np.asarray(table).T, aspect="auto", cmap="cividis", interpolation="nearest")
    axes.set_axis_off()
    lines = textwrap.wrap(title, 34)[:3]
    figure.text(0.06, 0.9, book, color=MUTED, fontsize=20, va="top")
    figure.text(0.06, 0.8, "\n".join(lines), color=INK, fontsize=40, va="top", weight="bold")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, facecolor=PAPER, dpi=DPI)
