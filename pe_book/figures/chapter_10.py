"""The figure of chapter 10: which offsets share a bucket in T5."""

from collections.abc import Mapping

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture


def buckets(distances: np.ndarray, found: Mapping[str, np.ndarray]) -> Picture:
    """Plot the bucket of each distance, 0 or more, as steps: kind of mask -> buckets."""
    figure, axes = palette.canvas(2.8)
    lines = ((palette.POSITION, "-"), (palette.OFFSET, "--"))
    summary = []
    for (name, bucket), (color, line) in zip(found.items(), lines, strict=True):
        axes.step(distances, bucket, line, where="post", color=color, label=name)
        last = distances[np.argmax(bucket == bucket[-1])]
        summary.append(f"{name}: bucket {bucket[-1]} from distance {last} on")
    axes.set_xlabel("distance back (positions)")
    axes.set_ylabel("bucket")
    axes.legend(loc="lower right")
    return picture(
        figure,
        alt="Bucket against distance: it rises by one per position at first, then in longer and "
        f"longer steps, and finally not at all. {'; '.join(summary)}.",
        caption="Each step is one learned number. Every distance on a step shares it.",
    )
