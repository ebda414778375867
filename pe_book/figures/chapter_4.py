"""Figures of chapter 4: hands that turn rigidly, the matrix that turns them, a head's weights."""

from collections.abc import Sequence

import numpy as np

from pe_book.drawing import dials, palette
from pe_book.drawing.picture import Picture, picture
from pe_book.text.numbers import fixed, listed, scientific


def rigid(wavelengths: np.ndarray, positions: Sequence[int], offset: int) -> Picture:
    """Draw the hands of some pairs at positions p, a row for each, and the same hands k later.

    The arc between the two hands of a pair is the same in every row.
    """
    figure, axes = palette.canvas(3.9, rows=len(positions), columns=len(wavelengths))
    angles = 2 * np.pi * offset / wavelengths
    for row, p in zip(axes, positions, strict=True):
        for j, (axis, wavelength) in enumerate(zip(row, wavelengths, strict=True)):
            start = 2 * np.pi * p / wavelength
            dials.dial(axis, width=1.5)
            arc = np.linspace(start, start + angles[j], 60)
            axis.plot(0.55 * np.sin(arc), 0.55 * np.cos(arc), color=palette.OFFSET, linewidth=3)
            dials.hand(axis, start, palette.POSITION, width=1.6, tip=5)
            dials.hand(axis, start + angles[j], palette.OFFSET, width=2.6, tip=5)
    dials.label(axes, [f"p = {p}" for p in positions])
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
