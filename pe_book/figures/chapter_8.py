"""Figures of chapter 8: which check catches which mistake, and what a mistake looks like."""

from collections.abc import Mapping

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.mistakes import CheckMatrix
from pe_book.numbers import listed


def matrix(found: CheckMatrix) -> Picture:
    """Draw mistakes against checks: a filled mark where the check catches the mistake."""
    n_mistakes, n_checks = found.caught.shape
    figure, axes = palette.canvas(0.9 + 0.27 * n_mistakes)
    # Room on the left for the longest name, whose letters grow on a phone.
    figure.get_layout_engine().set(rect=(0.07, 0, 0.93, 0.98))
    for outcome, marker, color, label in (
        (found.caught & ~found.crashed, "s", palette.COSINE, "caught"),
        (found.crashed, "X", palette.OFFSET, "crashes"),
    ):
        rows, columns = np.nonzero(outcome)
        axes.plot(columns, rows, marker, color=color, markersize=9, label=label)
    rows, columns = np.nonzero(~found.caught)
    axes.plot(columns, rows, ".", color=palette.MUTED, markersize=2, label="slips through")
    axes.set_xticks(range(n_checks), found.checks, rotation=60, ha="left", rotation_mode="anchor")
    axes.set_yticks(range(n_mistakes), found.mistakes)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.set_xlim(-0.6, n_checks - 0.4)
    axes.set_ylim(n_mistakes - 0.4, -0.6)
    axes.grid(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    for row in range(n_mistakes):
        axes.axhline(row + 0.5, color=palette.GRID, linewidth=0.6)
    handles = axes.get_legend_handles_labels()
    figure.legend(*handles, loc="outside lower center", ncols=3, frameon=False)
    caught_by = [
        f"{mistake}: "
        + (", ".join(n for n, c in zip(found.checks, row, strict=True) if c) or "nothing")
        for mistake, row in zip(found.mistakes, found.caught, strict=True)
    ]
    by_check = dict(zip(found.checks, found.caught.sum(axis=0), strict=True))
    best = max(by_check, key=by_check.get)
    missed = [
        mistake
        for mistake, hit in zip(
            found.mistakes, found.caught[:, found.checks.index(best)], strict=True
        )
        if not hit
    ]
    return picture(
        figure,
        alt="Which check catches which mistake. " + "; ".join(caught_by) + ".",
        caption=f"The check “{best}” catches {by_check[best]} of {n_mistakes}. "
        f"It misses {listed(missed)}. No check catches all of them.",
    )


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
