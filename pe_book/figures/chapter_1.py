"""Figures of chapter 1: equal rows of attention weights, and outputs that only move."""

from collections.abc import Sequence

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.numbers import fixed, scientific


def _numbers_in_cells(axes, image, digits: int) -> None:
    """Write every value of an image into its cell, in the color that reads better there."""
    values = np.ma.getdata(image.get_array())
    luminance = (image.to_rgba(values)[..., :3] ** 2.2) @ [0.2126, 0.7152, 0.0722]
    for (row, column), value in np.ndenumerate(values):
        # At 0.18 black and white read alike.
        color = "#111111" if luminance[row, column] > 0.18 else "#ffffff"
        text = fixed(value, digits)
        axes.text(column, row, text, ha="center", va="center", color=color, fontsize=9)


def attention_rows(words: Sequence[str], weights: np.ndarray) -> Picture:
    """Draw attention weights, (n, n), and frame the rows of the word that stands twice."""
    from matplotlib.patches import Rectangle

    twice = next(word for word in words if list(words).count(word) == 2)
    first, second = (place for place, word in enumerate(words) if word == twice)
    figure, axes = palette.canvas(3.1)
    image = axes.imshow(weights, cmap=palette.sequential(), vmin=0, aspect="auto")
    _numbers_in_cells(axes, image, digits=2)
    labels = [f"{place} {word}" for place, word in enumerate(words)]
    axes.set_yticks(range(len(words)), labels)
    axes.set_xticks(range(len(words)), [label.replace(" ", "\n") for label in labels])
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xlabel("… to the value of this word")
    axes.set_ylabel("weight that this word gives …", labelpad=10)
    palette.bare(axes)
    for row in (first, second):
        frame = ((-0.46, row - 0.46), len(words) - 0.08, 0.92)
        axes.add_patch(Rectangle(*frame, fill=False, edgecolor=palette.INK, linewidth=2.4))
    largest_gap = np.abs(weights[first] - weights[second]).max()
    return picture(
        figure,
        alt=f"A table of attention weights for “{' '.join(words)}”, one row for each place. "
        f"The rows of the two places that hold “{twice}”, {first} and {second}, are framed. "
        f"They are equal: {', '.join(f'{w:.2f}' for w in weights[first])}.",
        caption=f"The two framed rows are the two places of “{twice}”. They share one query, so "
        f"they have the same weights; the largest difference is {scientific(largest_gap, 0)}. "
        "So their outputs cannot differ either.",
    )


def moved(
    words: Sequence[str], order: Sequence[int], before: np.ndarray, after: np.ndarray
) -> Picture:
    """Draw outputs, (n, d), before and after a shuffle, and a line from each word to its new place.

    `order` gives for each new place the old place that its word comes from.
    """
    figure, (left, middle, right) = palette.canvas(
        2.9, columns=3, gridspec_kw={"width_ratios": [1, 0.25, 1]}
    )
    limit = float(np.abs(before).max())
    panels = (
        (left, words, before, "as written"),
        (right, [words[i] for i in order], after, "shuffled"),
    )
    for axes, names, rows, title in panels:
        image = axes.imshow(rows, cmap=palette.diverging(), vmin=-limit, vmax=limit, aspect="auto")
        _numbers_in_cells(axes, image, digits=1)
        axes.set_title(title)
        axes.set_xticks([])
        axes.set_yticks(range(len(names)), names)
        palette.bare(axes)
    right.yaxis.tick_right()
    right.tick_params(labelright=True, labelleft=False, length=0)
    ease = np.linspace(0, 1, 40)
    smooth = ease**2 * (3 - 2 * ease)
    for new, old in enumerate(order):
        same = list(words).count(words[old]) > 1
        color = palette.POSITION if same else palette.MUTED
        middle.plot(ease, old + (new - old) * smooth, color=color, linewidth=2.4 if same else 1.4)
    middle.set_xlim(0, 1)
    middle.set_xticks([])
    middle.set_yticks([])
    middle.set_ylim(len(order) - 0.5, -0.5)
    palette.bare(middle)
    gap = np.abs(after - before[list(order)]).max()
    journeys = "; ".join(f"{words[old]} from place {old} to {new}" for new, old in enumerate(order))
    return picture(
        figure,
        alt="Two tables of output vectors, one row for each word, before and after a shuffle, with "
        f"a line from every word to its new place: {journeys}. Every row arrives with the numbers "
        "that it left with.",
        caption="Follow any line: the numbers at its two ends agree. The outputs moved with their "
        f"words and did not change otherwise (largest difference {scientific(gap, 0)}).",
    )
