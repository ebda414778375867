"""Figures of chapter 1: equal rows of attention weights, and outputs that only move."""

from collections.abc import Sequence

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.numbers import scientific


def _numbers_in_cells(axes, values: np.ndarray, dark: float, digits: int) -> None:
    """Write every value into its cell, in a color that can be read on the cell's own."""
    for (row, column), value in np.ndenumerate(values):
        color = "#ffffff" if abs(value) > dark else "#111111"
        text = f"{value:.{digits}f}".replace("-", "−")
        axes.text(column, row, text, ha="center", va="center", color=color, fontsize=9)


def _bare(axes) -> None:
    axes.grid(False)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def attention_rows(words: Sequence[str], weights: np.ndarray) -> Picture:
    """Draw the attention weights and frame the rows of the word that stands twice.

    Parameters
    ----------
    words : sequence of str
        The sentence, n words long, with one word in it twice.
    weights : (n, n) array
        Attention weights, each row summing to 1: row p is what place p takes from every place.

    Returns
    -------
    Picture
        Its texts say how equal the two framed rows are.

    Raises
    ------
    StopIteration
        If no word stands twice.

    Examples
    --------
    >>> attention_rows(["the", "cat", "the"], np.full((3, 3), 1 / 3)).alt.partition(".")[0]
    'A table of attention weights for “the cat the”, one row for each place'
    """
    twice = next(word for word in words if list(words).count(word) == 2)
    first, second = (place for place, word in enumerate(words) if word == twice)
    figure, axes = palette.canvas(3.1)
    top = float(weights.max())
    axes.imshow(weights, cmap=palette.sequential(), vmin=0, vmax=top, aspect="auto")
    _numbers_in_cells(axes, weights, dark=0.45 * top, digits=2)
    labels = [f"{place} {word}" for place, word in enumerate(words)]
    axes.set_yticks(range(len(words)), labels)
    axes.set_xticks(range(len(words)), labels)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xlabel("… to the value of this word")
    axes.set_ylabel("weight that this word gives …")
    _bare(axes)
    for row in (first, second):
        frame = ((-0.46, row - 0.46), len(words) - 0.08, 0.92)
        axes.add_patch(_frame(*frame))
    largest_gap = np.abs(weights[first] - weights[second]).max()
    return picture(
        figure,
        alt=f"A table of attention weights for “{' '.join(words)}”, one row for each place. "
        f"The rows of the two places that hold “{twice}”, {first} and {second}, are framed. "
        f"They are equal: {', '.join(f'{w:.2f}' for w in weights[first])}.",
        caption=f"The two framed rows are the two places of “{twice}”. They ask the same question "
        f"and take the same mixture; their largest difference is {scientific(largest_gap, 0)}. "
        "So their outputs cannot differ either.",
    )


def _frame(corner, width, height):
    from matplotlib.patches import Rectangle

    return Rectangle(corner, width, height, fill=False, edgecolor=palette.INK, linewidth=2.4)


def moved(
    words: Sequence[str], order: Sequence[int], before: np.ndarray, after: np.ndarray
) -> Picture:
    """Draw the outputs before and after a shuffle, and a line from each word to its new place.

    Parameters
    ----------
    words : sequence of str
        The sentence, n words long.
    order : sequence of int
        For each new place the old place that its word comes from.
    before, after : (n, d) arrays
        The outputs in the old and in the new order.

    Returns
    -------
    Picture
        Its texts tell every journey, and whether an output changed.

    Examples
    --------
    >>> rows = np.eye(3)
    >>> found = moved(["one", "two", "three"], [2, 0, 1], rows, rows[[2, 0, 1]])
    >>> "three from place 2 to 0" in found.alt
    True
    """
    figure, (left, middle, right) = palette.canvas(
        2.9, columns=3, gridspec_kw={"width_ratios": [1, 0.55, 1]}
    )
    limit = float(np.abs(before).max())
    panels = (
        (left, words, before, "as written"),
        (right, [words[i] for i in order], after, "shuffled"),
    )
    for axes, names, rows, title in panels:
        axes.imshow(rows, cmap=palette.diverging(), vmin=-limit, vmax=limit, aspect="auto")
        _numbers_in_cells(axes, rows, dark=0.55 * limit, digits=1)
        axes.set_title(title)
        axes.set_xticks([])
        axes.set_yticks(range(len(names)), names)
        _bare(axes)
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
    _bare(middle)
    gap = np.abs(after - before[list(order)]).max()
    journeys = "; ".join(f"{words[old]} from place {old} to {new}" for new, old in enumerate(order))
    return picture(
        figure,
        alt="Two tables of output vectors, one row for each word, before and after a shuffle, with "
        f"a line from every word to its new place: {journeys}. Every row arrives with the numbers "
        "that it left with.",
        caption="Follow any line: the numbers at its two ends agree. The outputs moved with their "
        f"words, and nothing else happened (largest difference {scientific(gap, 0)}).",
    )
