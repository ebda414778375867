"""Figures of chapter 7: what each method adds to a score, and what scaling does to frequencies."""

from collections.abc import Mapping

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.numbers import fixed


def position_parts(parts: Mapping[str, np.ndarray], offsets: np.ndarray) -> Picture:
    """Plot what position makes of one query and one key: method -> score at each offset.

    The offsets reach evenly to both sides of 0.
    """
    rows = (len(parts) + 1) // 2
    figure, axes = palette.canvas(1.75 * rows + 0.3, rows=rows, columns=2, sharex=True)
    told = []
    for panel, (name, scores) in zip(axes.flat, parts.items(), strict=False):
        scores = np.asarray(scores)
        panel.plot(offsets, scores, color=palette.OFFSET, linewidth=1.3)
        panel.axvline(0, color=palette.MUTED, linewidth=0.6)
        panel.set_title(name)
        same = np.allclose(scores, scores[::-1])
        flat = np.allclose(scores, scores[0])
        told.append(
            f"{name}: "
            + ("constant" if flat else "the same on both sides" if same else "one-sided")
        )
    for panel in axes.flat[len(parts) :]:
        panel.set_visible(False)
    for panel in np.atleast_2d(axes)[-1]:
        panel.set_xlabel("offset k")
    return picture(
        figure,
        alt="Part of the score that comes from position, against the offset from "
        f"{offsets[0]} to {offsets[-1]}. " + "; ".join(told) + ".",
        caption="One query and one key, k positions apart (k below 0: the key stands before the "
        "query). A curve that is the same on both sides shows distance but not direction.",
    )


def scaled_frequencies(
    original: np.ndarray, scaled: Mapping[str, np.ndarray], trained_length: int
) -> Picture:
    """Plot the ratio of scaled to original frequencies, (n_pairs,), for up to three methods.

    Pairs that make less than one turn in `trained_length` positions are shaded.
    """
    figure, axes = palette.canvas(3.2)
    pairs = np.arange(len(original))
    lines = ((palette.POSITION, "-"), (palette.COSINE, "--"), (palette.SINE, "-."))
    for (name, omega), (color, line) in zip(scaled.items(), lines[: len(scaled)], strict=True):
        axes.plot(pairs, omega / original, line, color=color, label=name)
    unfinished = np.flatnonzero(original * trained_length < 2 * np.pi)
    axes.axvspan(unfinished[0] - 0.5, pairs[-1] + 0.5, color=palette.PAIR, alpha=0.15, linewidth=0)
    axes.set_xlabel("pair j (fast to slow)")
    axes.set_ylabel("new frequency / old")
    axes.set_ylim(0, 1.08)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=3)
    told = "; ".join(
        f"{name} from {(omega / original)[0]:.2f} to {(omega / original)[-1]:.2f}"
        for name, omega in scaled.items()
    )
    return picture(
        figure,
        alt=f"New frequency over old frequency, from the fastest pair to the slowest: {told}. "
        f"Pairs {unfinished[0]} to {pairs[-1]} are shaded.",
        caption=f"Shaded: the {len(unfinished)} pairs that make less than one turn in "
        f"{fixed(trained_length)} positions. Beyond that length only these pairs have new angles.",
    )
