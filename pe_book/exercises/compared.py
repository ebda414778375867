"""A reader's table, the right one and their difference, as a picture beside the reply."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pe_book.drawing import palette

CELL = 8  # pixels of a cell's side
MAX_SHOWN = 32  # rows and columns that are drawn
GAP, TOP = 16, 18  # pixels between two tables, and above them for their names
NAMES = ("yours", "right", "difference")


def compared(values: np.ndarray, truth: np.ndarray, axes: Sequence[str]) -> str:
    """Return the picture as HTML; empty unless both are tables of one shape.

    The color is the sign and its strength the size, as a share of the largest right entry.
    """
    if truth.ndim != 2 or values.shape != truth.shape or not np.isfinite(values).all():
        return ""
    scale = palette.tokens()["@diverging"]
    # On a dark page the same hues are light (palette.css).
    low, high = f"var(--pe-low, {scale[0][1]})", f"var(--pe-high, {scale[-1][1]})"
    largest = np.abs(truth).max() or 1
    rows, columns = (min(size, MAX_SHOWN) for size in truth.shape)
    width = columns * CELL + GAP
    parts = []
    for i, (name, table) in enumerate(zip(NAMES, (values, truth, values - truth), strict=True)):
        left = i * width
        parts.append(f'<text x="{left}" y="{TOP - 6}" font-size="11">{name}</text>')
        shares = np.clip(table[:rows, :columns] / largest, -1, 1)
        parts += [
            f'<rect x="{left + c * CELL}" y="{TOP + r * CELL}" width="{CELL}" height="{CELL}" '
            f'fill="{high if share > 0 else low}" fill-opacity="{abs(share):.2f}"/>'
            for (r, c), share in np.ndenumerate(shares)
            if abs(share) >= 0.005
        ]
        parts.append(
            f'<rect x="{left}" y="{TOP}" width="{columns * CELL}" height="{rows * CELL}" '
            'fill="none" stroke="currentColor" stroke-opacity="0.4"/>'
        )
    size = f"0 0 {max(3 * width - GAP, 3 * 64) + 1} {TOP + rows * CELL + 1}"
    largest_at = np.unravel_index(np.abs(values - truth).argmax(), truth.shape)
    place = ", ".join(f"{name} {at}" for name, at in zip(axes, largest_at, strict=True))
    alt = f"Your table, the right one, and the difference, which is largest at {place}."
    return (
        f'<svg viewBox="{size}" role="img" aria-label="{alt}" fill="currentColor" '
        f'style="display:block;width:min(100%,{int(size.split()[2]) / 10:g}em);margin-top:.6em">'
        f"{''.join(parts)}</svg>"
    )
