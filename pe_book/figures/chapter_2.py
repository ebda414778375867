"""Figures of chapter 2: a circle for a pair, and a sum of two tables."""

from collections.abc import Sequence

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.text.numbers import fixed


def two_heights(frequency: float, first: int, second: int) -> Picture:
    """Draw two positions that a sine can hardly tell apart, on the wave and on the circle.

    The frequency is in radians per position.
    """
    figure, (wave, circle) = palette.canvas(2.6, columns=2, gridspec_kw={"width_ratios": [1.5, 1]})
    turn = 2 * np.pi / frequency
    p = np.linspace(0, turn, 300)
    wave.plot(p, np.sin(frequency * p), color=palette.SINE)
    angles = np.linspace(0, 2 * np.pi, 300)
    circle.plot(np.cos(angles), np.sin(angles), color=palette.GRID, linewidth=1.4)
    for at, marker in ((first, "o"), (second, "s")):
        height = np.sin(frequency * at)
        wave.plot(at, height, marker, color=palette.POSITION, markersize=8)
        wave.annotate(f"p = {at}", (at, height), (at, height + 0.2), ha="center")
        x = np.cos(frequency * at)
        circle.plot([0, x], [0, height], color=palette.POSITION, linewidth=1.4)
        circle.plot(x, height, marker, color=palette.POSITION, markersize=8)
        circle.annotate(f"{at}", (x, height), (1.28 * x, 1.22 * height), ha="center", va="center")
    wave.axhline(np.sin(frequency * first), color=palette.MUTED, linewidth=0.9, linestyle=":")
    wave.set(title="sine alone", xlabel="position p", ylim=(-1.15, 1.25))
    circle.set(title="sine and cosine", xlim=(-1.45, 1.45), ylim=(-1.15, 1.45), xlabel="cosine")
    circle.set_aspect("equal")
    circle.set_yticks([-1, 0, 1])
    circle.set_xticks([-1, 0, 1])
    heights = [np.sin(frequency * at) for at in (first, second)]
    sides = [np.cos(frequency * at) for at in (first, second)]
    apart = np.hypot(heights[0] - heights[1], sides[0] - sides[1])
    return picture(
        figure,
        alt=f"Left, one turn of a sine wave: positions {first} and {second} are at almost the "
        f"same height, {fixed(heights[0], 2)} and {fixed(heights[1], 2)}, one on the rising and "
        "one on the falling side. Right, the same two positions on a circle: they are on opposite "
        f"sides, with cosines {fixed(sides[0], 2)} and {fixed(sides[1], 2)}.",
        caption=f"A sine alone puts positions {first} and {second} at almost the same height. "
        f"With the cosine as second coordinate they are {apart:.1f} apart, on opposite sides of "
        "the circle.",
    )


def added(words: Sequence[str], vectors: np.ndarray, encoding: np.ndarray) -> Picture:
    """Draw word vectors, the encoding and their sum, each (n_words, d_model), under each other.

    One word must stand twice: the caption says how far apart the encoding brings its two places.
    """
    figure, axes = palette.canvas(5.2, rows=3)
    total = vectors + encoding
    titles = ("word vectors", "+ encoding", "= input of the first layer")
    limit = float(np.abs(vectors).max())
    for axis, title, values in zip(axes, titles, (vectors, encoding, total), strict=True):
        image = axis.imshow(
            values, cmap=palette.diverging(), vmin=-limit, vmax=limit, aspect="auto"
        )
        axis.set_title(title)
        axis.set_yticks(range(len(words)), [f"{p} {word}" for p, word in enumerate(words)])
        axis.set_xticks([])
        palette.bare(axis)
    axes[-1].set_xticks(range(0, vectors.shape[1], 2))
    axes[-1].set_xlabel("column")
    figure.colorbar(image, ax=axes, location="right", shrink=0.5, aspect=25)
    twice = next(word for word in words if list(words).count(word) == 2)
    first, second = (p for p, word in enumerate(words) if word == twice)
    gap = np.linalg.norm(encoding[first] - encoding[second])
    return picture(
        figure,
        alt="Three tables, one under the other, with a row for each word of "
        f"“{' '.join(words)}”: the word vectors, the encoding, and their sum. The two rows of "
        f"“{twice}” are equal in the first table and differ in the sum, mostly in the left "
        "columns, where the encoding changes fast.",
        caption=f"Rows {first} and {second}, the two places of “{twice}”, are equal at the top and "
        f"{gap:.1f} apart at the bottom. The difference is mostly in the left columns, which "
        "change fast. The right columns hardly change over five words.",
    )
