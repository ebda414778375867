"""Figures of chapter 1: a network without positions, equal weights, and outputs that only move."""

from collections.abc import Sequence

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.model.sentences import LABELS, Reading
from pe_book.text.numbers import fixed, listed, scientific


def _numbers_in_cells(axes, image, digits: int) -> None:
    """Write every value of an image into its cell, in the color that reads better there."""
    values = np.ma.getdata(image.get_array())
    luminance = (image.to_rgba(values)[..., :3] ** 2.2) @ [0.2126, 0.7152, 0.0722]
    for (row, column), value in np.ndenumerate(values):
        # At 0.18 black and white read alike.
        color = "#111111" if luminance[row, column] > 0.18 else "#ffffff"
        text = fixed(value, digits)
        axes.text(column, row, text, ha="center", va="center", color=color, fontsize=9)


def read_twice(readings: Sequence[Reading]) -> Picture:
    """Draw how a network divides its answers for each word of two sentences, side by side.

    The bar of a word is as long as the probabilities of its answers sum to: always the same length.
    """
    figure, panels = palette.canvas(3.0, columns=2)
    colors = {"acts": palette.ACCENT, "acted upon": palette.CARD, "action": palette.MUTED}
    for axes, reading in zip(panels, readings, strict=True):
        rows, left = range(len(reading.words)), np.zeros(len(reading.words))
        for label, color in colors.items():
            share = reading.probabilities[:, LABELS.index(label)]
            edge = palette.MUTED if label == "action" else palette.ACCENT
            axes.barh(rows, share, left=left, color=color, edgecolor=edge, height=0.62, label=label)
            left += share
        axes.set_yticks(rows, reading.words)
        axes.set(xlim=(0, 1), ylim=(len(reading.words) - 0.5, -0.5))
        axes.set_xticks([0, 0.5, 1], ["0", "½", "1"])
        axes.grid(visible=False)
        palette.bare(axes)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(
        handles, labels, loc="outside upper center", ncols=3, handlelength=1.0, frameon=False
    )
    probabilities = "; ".join(
        f"in “{' '.join(reading.words)}” "
        + ", ".join(
            f"{word} {fixed(100 * row[LABELS.index('acts')])}% acts"
            for word, row in zip(reading.words, reading.probabilities, strict=True)
        )
        for reading in readings
    )
    return picture(
        figure,
        alt="Two sentences with the same words, side by side, and a bar for each word, divided by "
        "what the network says of it. The bar of the verb is all action. Each other bar is divided "
        f"about in halves between acts and acted upon: {probabilities}.",
        caption="A small network, trained without positions, reads two sentences. It knows the "
        "verb. For every other word it gives half of its answer to “acts” and half to “acted "
        "upon”.",
    )


def weights_of_a_word(
    orders: Sequence[Sequence[str]], weights: Sequence[np.ndarray], word: str
) -> Picture:
    """Draw attention weights, (n, n), of one sentence in two orders, and frame one word's row."""
    from matplotlib.patches import Rectangle

    figure, panels = palette.canvas(2.5, columns=2)
    framed = []
    for axes, words, table in zip(panels, orders, weights, strict=True):
        image = axes.imshow(table, cmap=palette.sequential(), vmin=0, vmax=1, aspect="auto")
        _numbers_in_cells(axes, image, digits=2)
        axes.set_yticks(range(len(words)), words)
        axes.set_xticks(range(len(words)), words)
        axes.xaxis.tick_top()
        palette.bare(axes)
        row = list(words).index(word)
        frame = ((-0.47, row - 0.46), len(words) - 0.06, 0.92)
        axes.add_patch(Rectangle(*frame, fill=False, edgecolor=palette.INK, linewidth=2.4))
        framed.append(dict(zip(words, table[row], strict=True)))
    panels[0].set_ylabel("weight that this word gives …", labelpad=8)
    gap = max(abs(framed[0][other] - framed[1][other]) for other in framed[0])
    given = listed([f"{other} {fixed(share, 2)}" for other, share in framed[0].items()])
    return picture(
        figure,
        alt=f"Two tables of attention weights, for “{' '.join(orders[0])}” and “"
        f"{' '.join(orders[1])}”, one row for each word. The row of “{word}” is framed. In both it "
        f"gives the same weights: {given}.",
        caption=f"In both orders “{word}” gives each word the same weight (largest difference "
        f"{scientific(gap, 0)}). Only the columns have changed places.",
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
        color = palette.MUTED if new == old else palette.POSITION
        width = 1.4 if new == old else 2.4
        middle.plot(ease, old + (new - old) * smooth, color=color, linewidth=width)
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
        f"words and didn’t change (largest difference {scientific(gap, 0)}).",
    )
