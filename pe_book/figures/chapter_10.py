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


def months(periods: tuple[int, ...], days: int = 31) -> Picture:
    """Plot the days of a month on a circle for each period, in days: a panel for each."""
    figure, panels = palette.canvas(2.5, columns=len(periods))
    summary = []
    for axes, period in zip(panels, periods, strict=True):
        angles = 2 * np.pi * np.arange(1, days + 1) / period
        x, y = np.sin(angles), np.cos(angles)
        axes.plot(x, y, "o", color=palette.POSITION, markersize=3.5)
        same = days % period == 1
        labels = {1: f"1 and {days}"} if same else {1: "1", days: f"{days}"}
        for day, label in labels.items():
            axes.plot(x[day - 1], y[day - 1], "o", color=palette.COSINE, markersize=6)
            side = "center" if same else "left" if day == 1 else "right"
            axes.annotate(label, (0.8 * x[day - 1], 0.8 * y[day - 1]), ha=side, va="center")
        axes.set(xlim=(-1.15, 1.15), ylim=(-1.15, 1.15), aspect="equal", xticks=[], yticks=[])
        axes.set_xlabel(f"period {period} days")
        palette.bare(axes)
        summary.append(
            f"period {period}: days 1 and {days} are {'one point' if same else 'two points'}"
        )
    return picture(
        figure,
        alt=f"The {days} days of a month as points on two circles. {'; '.join(summary)}.",
        caption=f"With a period of {min(periods)} the last day of a long month lands on its first.",
    )
