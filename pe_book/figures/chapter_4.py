"""Figures of chapter 4: the block-diagonal matrix, sine alone, dot products, and the law."""

from collections.abc import Sequence

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.numbers import fixed, listed, scientific
from pe_lib.law import similarity_law


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


def sine_alone(wave: np.ndarray, offsets: Sequence[int]) -> Picture:
    """Draw a sine at p = 0, 1, … against itself k positions later, with the best straight line.

    The caption gives for each of three offsets k the share R² that the line explains.
    """
    figure, axes = palette.canvas(2.2, columns=len(offsets), sharey=True)
    shares = []
    for axis, k in zip(axes, offsets, strict=True):
        before, after = wave[:-k], wave[k:]
        slope = before @ after / (before @ before)
        share = 1 - ((after - slope * before) ** 2).sum() / ((after - after.mean()) ** 2).sum()
        shares.append(share)
        axis.plot(before, after, color=palette.SINE, linewidth=2)
        axis.plot([-1, 1], [-slope, slope], color=palette.MUTED, linewidth=1.2, linestyle="--")
        axis.set_title(f"k = {k}")
        axis.set_xlabel("sine at p")
        axis.set_aspect("equal")
        axis.set_xticks([-1, 0, 1])
        axis.set_yticks([-1, 0, 1])
    axes[0].set_ylabel("sine at p + k")
    summary = listed([f"{share:.4f} for k = {k}" for k, share in zip(offsets, shares, strict=True)])
    return picture(
        figure,
        alt="Three graphs of a sine against the same sine k positions later, with the best "
        "straight line. For the smallest k the points lie close to the line; for the next they "
        "form a thin ellipse; for the largest a wide ellipse that the line does not describe. "
        f"R squared is {summary}.",
        caption=f"The points never lie on a line: they lie on an ellipse. R² is {summary}. A small "
        "shift makes the ellipse so thin that it is easy to mistake it for a line.",
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


def law(offsets: np.ndarray, values: np.ndarray, base: float) -> Picture:
    """Draw similarity beside the logarithmic law, and the first rises close up.

    The offsets are consecutive from 1 on, and the values, (n,), must rise somewhere.
    """
    figure, (whole, close) = palette.canvas(2.9, columns=2)
    expected = similarity_law(offsets, base)
    rises = np.flatnonzero(np.diff(values) > 0)
    first = int(offsets[rises[0]])
    for axes, lines in ((whole, 1.6), (close, 1.4)):
        style = {"color": palette.MUTED, "linewidth": 1.2, "linestyle": "--", "label": "law"}
        axes.plot(offsets, expected, **style)
        axes.plot(
            offsets, values, color=palette.OFFSET, linewidth=lines, label="similarity", zorder=3
        )
        axes.set_xlabel("offset k")
    whole.set(xscale="log", ylabel="similarity K(k)")
    ticks = [k for k in (1, 8, 64, 512) if k <= offsets[-1]]
    whole.set_xticks(ticks, [str(k) for k in ticks])
    whole.minorticks_off()
    whole.legend(loc="lower left", handlelength=1.2)
    window = (offsets >= first - 5) & (offsets <= first + 21)
    seen = rises[window[rises]]
    # One broken line: each rise is two points and a gap.
    x, y = (
        np.insert(each[[seen, seen + 1]].T.astype(float), 2, np.nan, axis=1).ravel()
        for each in (offsets, values)
    )
    style = {"color": palette.COSINE, "linewidth": 3, "label": "rises"}
    close.plot(x, y, "o-", markersize=4, zorder=4, **style)
    close.set_xlim(first - 5, first + 21)
    close.set_ylim(values[window].min() - 0.003, values[window].max() + 0.003)
    close.set_title("close up")
    close.legend(loc="upper right", handlelength=1.2)
    return picture(
        figure,
        alt="Left, similarity against offset with the offset on a logarithmic axis: the curve "
        "follows a falling straight line, and oscillates more and more about it. Right, a piece of "
        "it close up: the curve goes down in "
        f"small waves, and {len(seen)} steps upward are marked, the first from {first} to "
        f"{first + 1}.",
        caption="On a logarithmic axis the law is a straight line: each doubling of the offset "
        f"costs {np.log(2) / np.log(base):.4f}. Close up, the curve comes down in waves. From "
        f"k = {first} on, some steps go up: there the farther row is a little more similar.",
    )
