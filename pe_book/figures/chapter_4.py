"""Figures of chapter 4: hands that turn rigidly, the matrix that turns them, a head's weights."""

from collections.abc import Sequence

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.numbers import fixed, listed, scientific


def rigid(wavelengths: np.ndarray, positions: Sequence[int], offset: int) -> Picture:
    """Draw the hands of some pairs at positions p, a row for each, and the same hands k later.

    The arc between the two hands of a pair is the same in every row.
    """
    figure, axes = palette.canvas(3.9, rows=len(positions), columns=len(wavelengths))
    angles = 2 * np.pi * offset / wavelengths
    for row, p in zip(axes, positions, strict=True):
        for j, (axis, wavelength) in enumerate(zip(row, wavelengths, strict=True)):
            start = 2 * np.pi * p / wavelength
            whole = np.linspace(0, 2 * np.pi, 100)
            axis.plot(np.sin(whole), np.cos(whole), color=palette.GRID, linewidth=1.5)
            arc = np.linspace(start, start + angles[j], 60)
            axis.plot(0.55 * np.sin(arc), 0.55 * np.cos(arc), color=palette.OFFSET, linewidth=3)
            for at, color, width in (
                (start, palette.POSITION, 1.6),
                (start + angles[j], palette.OFFSET, 2.6),
            ):
                axis.plot([0, np.sin(at)], [0, np.cos(at)], color=color, linewidth=width)
                axis.plot(np.sin(at), np.cos(at), "o", color=color, markersize=5)
            axis.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.2))
            axis.set_aspect("equal")
            palette.bare(axis)
            axis.set_xticks([])
            axis.set_yticks([])
        row[0].set_ylabel(f"p = {p}", rotation=0, ha="right", va="center")
    for j, axis in enumerate(axes[0]):
        axis.set_title(f"pair {j}")
    turns = listed([fixed(angle, 1) for angle in angles])
    return picture(
        figure,
        alt=f"A row of {len(wavelengths)} dials for each of the positions "
        f"{listed([str(p) for p in positions])}. Each dial has a hand at position p, a hand at "
        f"p + {offset}, and an arc between them. Down a column the hands point elsewhere, and the "
        f"arc is as long in every row: {turns} radians.",
        caption=f"Green: the hands at position p. Purple: the same hands at p + {offset}. Down "
        f"each column the arc is the same, {turns} radians. It does not depend on p.",
    )


def blocks(matrix: np.ndarray, offset: int) -> Picture:
    """Draw the matrix of a shift, (d, d), with a frame round the block of every pair."""
    from matplotlib.patches import Rectangle

    d = len(matrix)
    figure, axes = palette.canvas(3.9)
    image = axes.imshow(matrix, cmap=palette.diverging(), vmin=-1, vmax=1)
    for start in range(0, d, 2):
        corner = (start - 0.5, start - 0.5)
        axes.add_patch(Rectangle(corner, 2, 2, fill=False, edgecolor=palette.PAIR, linewidth=1.8))
    axes.set(xlabel="column of row p", ylabel=f"column of row p + {offset}")
    axes.set_xticks(range(0, d, 2))
    axes.set_yticks(range(0, d, 2))
    axes.grid(False)
    figure.colorbar(image, ax=axes, shrink=0.7)
    first, last = matrix[:2, :2], matrix[-2:, -2:]
    outside = matrix.copy()
    for start in range(0, d, 2):
        outside[start : start + 2, start : start + 2] = 0
    return picture(
        figure,
        alt=f"A matrix of {d} by {d}. {d // 2} blocks of two by two along the diagonal are framed; "
        f"all other entries are {np.abs(outside).max():.0f}. In the first block the diagonal is "
        f"{fixed(first[0, 0], 2)}, beside it ±{abs(first[0, 1]):.2f}; in the last block the "
        f"diagonal is {fixed(last[0, 0], 2)} and beside it ±{abs(last[0, 1]):.4f}.",
        caption=f"The matrix that takes every row to the row {offset} positions later. Each "
        "pair has a block of "
        "its own. The fast pairs at the upper left turn by large angles; toward the lower right "
        "the blocks come close to the identity, which changes nothing.",
    )


def dot_products(table: np.ndarray) -> Picture:
    """Draw the dot products of all rows of a table, (n, d), with each other."""
    products = table @ table.T
    n = len(table)
    spread = max(np.ptp(np.diagonal(products, k)) for k in range(n))
    figure, axes = palette.canvas(3.7)
    image = axes.imshow(products, cmap=palette.sequential())
    axes.set(xlabel="position q", ylabel="position p")
    axes.grid(False)
    figure.colorbar(image, ax=axes, shrink=0.7)
    return picture(
        figure,
        alt=f"A {n} by {n} picture of all dot products. It is dark along the main diagonal, where "
        f"the value is {products[0, 0]:.0f}, and gets lighter to both sides. Along each diagonal "
        "the color does not change.",
        caption="Every diagonal has one color: the dot product of rows p and q depends on p − q "
        f"alone (along a diagonal it varies by {scientific(spread, 0)}, which is rounding). It "
        "fades equally on both sides, so it shows distance but not direction.",
    )


def looks_back(weights: np.ndarray, offset: int) -> Picture:
    """Draw the attention weights, (n, n), of a head whose queries ask for the key `offset` back."""
    figure, axes = palette.canvas(3.7)
    image = axes.imshow(weights, cmap=palette.sequential(), vmin=0)
    axes.set(xlabel="position of the key", ylabel="position of the query")
    axes.set_xticks(range(0, len(weights), 5))
    axes.set_yticks(range(0, len(weights), 5))
    axes.grid(False)
    figure.colorbar(image, ax=axes, shrink=0.7)
    inner = range(offset, len(weights))
    found = all(weights[m].argmax() == m - offset for m in inner)
    least = min(weights[m, m - offset] for m in inner)
    where = f"{offset} back" if found else "not at one offset"
    return picture(
        figure,
        alt=f"A {len(weights)} by {len(weights)} picture of attention weights. A dark stripe runs "
        f"along the diagonal {offset} places left of the main one; the largest weight of every row "
        f"from {offset} on is {where}.",
        caption=f"From position {offset} on, each query gives its largest weight to the key "
        f"{where}, at least {fixed(least, 2)}. The stripe does not change along the text.",
    )
