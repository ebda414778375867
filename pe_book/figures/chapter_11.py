"""Figures of chapter 11: what trained heads get right, and where they look."""

from collections.abc import Mapping

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.model.experiments.three_back import is_turns_away, split

_STYLES = {
    "none": (palette.MUTED, "-."),
    "sinusoid": (palette.SINE, "-"),
    "learned": (palette.COSINE, "-"),
    "rope": (palette.POSITION, "-"),
    "alibi": (palette.PAIR, "--"),
}
_NAMES = {"none": "no encoding", "rope": "RoPE", "alibi": "ALiBi"}


def accuracy(results: Mapping[str, np.ndarray], trained_length: int, chance: float) -> Picture:
    """Plot accuracy against position: the mean over seeds, and a band from worst to best.

    The results, encoding -> (n_seeds, length), are those of `three_back.accuracies`;
    `chance` is the accuracy of a blind guess.
    """
    figure, axes = palette.canvas(3.6)
    parts = {name: split(found, trained_length) for name, found in results.items()}
    for name, found in results.items():
        color, line = _STYLES[name]
        positions = np.arange(found.shape[1])
        seen = ~np.isnan(found[0])
        low, high = found[:, seen].min(axis=0), found[:, seen].max(axis=0)
        axes.fill_between(positions[seen], low, high, color=color, alpha=0.18, linewidth=0)
        mean = found[:, seen].mean(axis=0)
        axes.plot(
            positions[seen], mean, line, color=color, linewidth=1.4, label=_NAMES.get(name, name)
        )
    axes.axvline(trained_length - 0.5, color=palette.MUTED, linewidth=0.8)
    axes.axhline(chance, color=palette.MUTED, linewidth=1, linestyle=":")
    axes.text(trained_length - 1, 1.04, "trained", ha="right", color=palette.INK)
    axes.text(trained_length, 1.04, "never seen", ha="left", color=palette.INK)
    axes.set_ylim(0, 1.12)
    axes.set_xlabel("position p")
    axes.set_ylabel("share answered right")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=3, frameon=False)
    found = "; ".join(
        f"{_NAMES.get(name, name)} {part['trained'].mean():.2f} at trained and "
        f"{part['unseen'].mean():.2f} at unseen positions"
        for name, part in parts.items()
    )
    n_seeds = len(next(iter(results.values())))
    return picture(
        figure,
        alt=f"Accuracy against position, with the training length {trained_length} marked: "
        f"{found}.",
        caption=f"The lines are means over {n_seeds} seeds. The bands go from worst to best "
        f"seed. The dotted line is a blind guess.",
    )


def where_it_looks(back: np.ndarray, look_back: int, trained_length: int) -> Picture:
    """Draw how far back the largest weights are, (n_models, n_sequences, length), by position.

    The area of a dot is the share of the queries at that position. `back` is what
    `pe_book.model.experiments.three_back.looks_back` returns.
    """
    queries = back.reshape(-1, back.shape[-1])
    length = queries.shape[1]
    turn = 2 * np.pi  # of pair 0, whose frequency is 1
    figure, axes = palette.canvas(3.6)
    for line in np.arange(look_back, length, turn):
        axes.axhline(line, color=palette.MUTED, linewidth=0.6, linestyle=":")
    for p in range(look_back, length):
        offsets, counts = np.unique(queries[:, p], return_counts=True)
        axes.scatter([p] * len(offsets), offsets, 40 * counts / len(queries), color=palette.SINE)
    axes.axvline(trained_length - 0.5, color=palette.MUTED, linewidth=0.8)
    axes.grid(False, axis="y")
    axes.set_ylim(-1, length)
    axes.set_xlabel("position p of the query")
    axes.set_ylabel("positions looked back")
    unseen = queries[:, trained_length:]
    right = (queries[:, look_back:trained_length] == look_back).mean()
    return picture(
        figure,
        alt="How many positions back the largest attention weight is, against the position of the "
        f"query. At trained positions it is {look_back} back for {right:.0%} of the queries. At "
        f"unseen positions the dots lie along the dotted lines, {look_back} plus a whole number "
        f"of turns of pair 0: {is_turns_away(unseen, look_back).mean():.0%} of the queries are "
        "within one position of such a line.",
        caption=f"Larger dots stand for more queries. The dotted lines are {look_back} back plus "
        f"whole turns of the fastest pair, {turn:.2f} positions each. Queries "
        "that look ahead aren’t drawn.",
    )
