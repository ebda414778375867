"""The figure of chapter 8: what a broken pair does to the lengths of the rows."""

from collections.abc import Mapping

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture


def norms(tables: Mapping[str, np.ndarray]) -> Picture:
    """Plot the length of every row against its position, for up to three tables of one width."""
    figure, axes = palette.canvas(3.0)
    colors = (palette.POSITION, palette.COSINE, palette.PAIR)
    width = next(iter(tables.values())).shape[1]
    ranges = {}
    for (name, table), color in zip(tables.items(), colors[: len(tables)], strict=True):
        lengths = np.linalg.norm(table, axis=1)
        ranges[name] = (lengths.min(), lengths.max())
        axes.plot(lengths, color=color, label=name)
    axes.set_xlabel("position p")
    axes.set_ylabel("length of the row")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.22), ncols=1)
    spread = "; ".join(
        f"{name} from {low:.2f} to {high:.2f}" for name, (low, high) in ranges.items()
    )
    return picture(
        figure,
        alt=f"Length of each row against its position at {width} columns: {spread}.",
        caption=f"Sine and cosine of one angle have squares that add up to 1, so every row has "
        f"length √({width}/2) = {np.sqrt(width / 2):.2f}. If the cosine has another angle, the "
        "length varies.",
    )
