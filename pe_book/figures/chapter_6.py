"""Figures of chapter 6: what is added, and what a head sees of it."""

from collections.abc import Mapping

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.text.numbers import fixed, scientific
from pe_lib.addition import effective_size, spectrum
from pe_lib.similarity import toeplitz_deviation


def directions(tables: Mapping[int, np.ndarray], share: float = 0.99) -> Picture:
    """Plot how the variance of tables, length -> (length, d_model), adds up by direction.

    The dots mark how many directions reach the share.
    """
    figure, axes = palette.canvas(3.2)
    colors = (palette.POSITION, palette.OFFSET, palette.PAIR)
    width = next(iter(tables.values())).shape[1]
    needed = {}
    for (length, table), color in zip(tables.items(), colors[: len(tables)], strict=True):
        cumulated = np.cumsum(spectrum(table))
        needed[length] = effective_size(table, share)
        axes.plot(
            np.arange(1, len(cumulated) + 1), cumulated, color=color, label=f"L = {fixed(length)}"
        )
        axes.plot(needed[length], share, "o", color=color)
    axes.axhline(share, color=palette.MUTED, linewidth=0.8, linestyle=":")
    axes.set_xscale("log")
    axes.set_xticks([1, 10, 100, width], ["1", "10", "100", str(width)])
    axes.set_xlabel(f"number of directions (of {width})")
    axes.set_ylabel("share of the variance")
    axes.legend(loc="lower right")
    counts = ", ".join(f"{count} for {fixed(length)} positions" for length, count in needed.items())
    return picture(
        figure,
        alt=f"Share of the table’s variance against the number of principal directions, for "
        f"several lengths. The curves reach {share:.0%} at {counts}.",
        caption=f"A short table of {width} columns varies in only a few directions. "
        f"The number that holds {share:.0%} of the variance: {counts}.",
    )


def head(weights: np.ndarray, offset: int) -> Picture:
    """Draw the attention weights of a head, (n, n), that looks `offset` positions back."""
    figure, axes = palette.canvas(3.9, width=4.2)
    image = axes.imshow(weights, cmap=palette.sequential(), vmin=0)
    axes.set_xlabel("key’s position")
    axes.set_ylabel("query’s position p")
    axes.grid(False)
    figure.colorbar(image, ax=axes, shrink=0.8, label="weight")
    rows = np.arange(offset, len(weights))
    hits = np.mean(weights[rows].argmax(axis=1) == rows - offset)
    typical = float(np.median(weights[rows, rows - offset]))
    return picture(
        figure,
        alt=f"Attention weights of {len(weights)} queries (down) over as many keys (across). One "
        f"dark line runs parallel to the diagonal, {offset} keys to its left: the largest weight "
        f"is {offset} back for {hits:.0%} of the queries that have such a key.",
        caption=f"Nobody trained this head. Each query looks {offset} back, with a weight of "
        f"{typical:.2f} there.",
    )


def score_matrices(matrices: Mapping[str, np.ndarray]) -> Picture:
    """Draw score matrices, (n, n), side by side, each scaled to its own largest entry."""
    figure, axes = palette.canvas(2.5, width=5.4, columns=len(matrices), sharey=True)
    deviations = {}
    for panel, (name, scores) in zip(axes, matrices.items(), strict=True):
        largest = np.abs(scores).max()
        panel.imshow(scores / largest, cmap=palette.diverging(), vmin=-1, vmax=1)
        deviations[name] = toeplitz_deviation(scores)
        panel.set_title(name, loc="center")
        panel.set_xlabel(f"deviation {_deviation(deviations[name])}")
        panel.set_xticks([])
        panel.set_yticks([])
        panel.grid(False)
    axes[0].set_ylabel("query")
    found = "; ".join(f"{name}: {_deviation(value)}" for name, value in deviations.items())
    kept = [name for name, value in deviations.items() if value < 1e-9]
    lost = [name for name in deviations if name not in kept]
    return picture(
        figure,
        alt=f"Score matrices side by side. Deviation from constant diagonals: {found}. "
        f"Stripes along the diagonals in {', '.join(kept)}; blotches in {', '.join(lost)}.",
        caption="Stripes along the diagonals mean that a score depends on the offset alone. "
        f"Lost: {', '.join(lost)}. Kept: {', '.join(kept)}.",
    )


def _deviation(value: float) -> str:
    return fixed(value, 2) if value > 0.005 else scientific(value, 0)
