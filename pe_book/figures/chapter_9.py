"""The figure of chapter 9: what an earlier call leaves behind."""

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture


def off_by(positions: np.ndarray, used: np.ndarray) -> Picture:
    """Plot by how many positions each token is turned wrongly: the positions used, less the due."""
    figure, axes = palette.canvas(2.6)
    wrong = used - positions
    axes.plot(positions, wrong, ".", color=palette.POSITION, markersize=2)
    axes.set_xlabel("position p")
    axes.set_ylabel("off by (positions)")
    first = positions[np.argmax(wrong != 0)]
    return picture(
        figure,
        alt="By how many positions a token is turned wrongly, against its position, in steps "
        f"that grow. The first wrong one is position {first}; the largest error is "
        f"{np.abs(wrong).max():.0f}.",
        caption=f"Below position {first} nothing is wrong, so a short test passes.",
    )
