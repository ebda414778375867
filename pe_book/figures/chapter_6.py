"""Figures of chapter 6: what is added, what a head sees of it, and what training makes of it."""

from collections.abc import Mapping

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.experiment import is_turns_away, split
from pe_book.numbers import fixed, scientific
from pe_lib.addition import effective_size, spectrum
from pe_lib.similarity import toeplitz_deviation


def directions(tables: Mapping[int, np.ndarray], share: float = 0.99) -> Picture:
    """Plot how the variance of tables, length -> (length, d_model), adds up by direction.

    The dots mark how many directions reach the share.
    """
    figure, axes = palette.canvas(3.2)
    colors = (palette.POSITION, palette.OFFSET, palette.PAIR)
    width = next(iter(tables.values())).shape[1]
    needed = {}
    for (length, table), color in zip(tables.items(), colors[: len(tables)], strict=True):
        cumulated = np.cumsum(spectrum(table))
        needed[length] = effective_size(table, share)
        axes.plot(
            np.arange(1, len(cumulated) + 1), cumulated, color=color, label=f"L = {fixed(length)}"
        )
        axes.plot(needed[length], share, "o", color=color)
    axes.axhline(share, color=palette.MUTED, linewidth=0.8, linestyle=":")
    axes.set_xscale("log")
    axes.set_xticks([1, 10, 100, width], ["1", "10", "100", str(width)])
    axes.set_xlabel(f"number of directions (of {width})")
    axes.set_ylabel("share of the variance")
    axes.legend(loc="lower right")
    counts = ", ".join(f"{count} for {fixed(length)} positions" for length, count in needed.items())
    return picture(
        figure,
        alt=f"Share of the table's variance against the number of principal directions, for "
        f"several lengths. The curves reach {share:.0%} at {counts}.",
        caption=f"A short table of {width} columns varies in only a few directions. "
        f"The number that holds {share:.0%} of the variance: {counts}.",
    )


def head(weights: np.ndarray, offset: int) -> Picture:
    """Draw the attention weights of a head, (n, n), that looks `offset` positions back."""
    figure, axes = palette.canvas(3.9, width=4.2)
    image = axes.imshow(weights, cmap=palette.sequential(), vmin=0)
    axes.set_xlabel("key's position")
    axes.set_ylabel("query's position p")
    axes.grid(False)
    figure.colorbar(image, ax=axes, shrink=0.8, label="weight")
    rows = np.arange(offset, len(weights))
    hits = np.mean(weights[rows].argmax(axis=1) == rows - offset)
    typical = float(np.median(weights[rows, rows - offset]))
    return picture(
        figure,
        alt=f"Attention weights of {len(weights)} queries (down) over as many keys (across). One "
        f"bright line runs parallel to the diagonal, {offset} keys to its left: the largest weight "
        f"is {offset} back for {hits:.0%} of the queries that have such a key.",
        caption=f"This head was not trained. Each query looks {offset} back, with a weight of "
        f"{typical:.2f} there.",
    )


def score_matrices(matrices: Mapping[str, np.ndarray]) -> Picture:
    """Draw score matrices, (n, n), side by side, each scaled to its own largest entry."""
    figure, axes = palette.canvas(2.5, width=5.4, columns=len(matrices), sharey=True)
    deviations = {}
    for panel, (name, scores) in zip(axes, matrices.items(), strict=True):
        largest = np.abs(scores).max()
        panel.imshow(scores / largest, cmap=palette.diverging(), vmin=-1, vmax=1)
        deviations[name] = toeplitz_deviation(scores)
        panel.set_title(name, loc="center")
        panel.set_xlabel(f"deviation {_deviation(deviations[name])}")
        panel.set_xticks([])
        panel.set_yticks([])
        panel.grid(False)
    axes[0].set_ylabel("query")
    told = "; ".join(f"{name}: {_deviation(value)}" for name, value in deviations.items())
    kept = [name for name, value in deviations.items() if value < 1e-9]
    lost = [name for name in deviations if name not in kept]
    return picture(
        figure,
        alt=f"Score matrices side by side. Deviation from constant diagonals: {told}. "
        f"Stripes along the diagonals in {', '.join(kept)}; blotches in {', '.join(lost)}.",
        caption="Stripes along the diagonals mean that a score depends on the offset alone. "
        f"Lost: {', '.join(lost)}. Kept: {', '.join(kept)}.",
    )


def _deviation(value: float) -> str:
    return fixed(value, 2) if value > 0.005 else scientific(value, 0)


_STYLES = {
    "none": (palette.MUTED, ":"),
    "sinusoid": (palette.SINE, "-"),
    "learned": (palette.COSINE, "-"),
    "rope": (palette.POSITION, "-"),
    "alibi": (palette.PAIR, "--"),
}
_NAMES = {"none": "no encoding", "rope": "RoPE", "alibi": "ALiBi"}


def accuracy(results: Mapping[str, np.ndarray], trained_length: int, chance: float) -> Picture:
    """Plot accuracy against position: the mean over seeds, and a band from worst to best.

    The results, encoding -> (n_seeds, length), are those of `pe_book.experiment.accuracies`;
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
    axes.axhline(chance, color=palette.MUTED, linewidth=0.6, linestyle=":")
    axes.text(trained_length - 1, 1.04, "trained", ha="right", color=palette.INK)
    axes.text(trained_length, 1.04, "never seen", ha="left", color=palette.INK)
    axes.set_ylim(0, 1.12)
    axes.set_xlabel("position p")
    axes.set_ylabel("share answered right")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=3, frameon=False)
    told = "; ".join(
        f"{_NAMES.get(name, name)} {part['trained'].mean():.2f} at trained and "
        f"{part['unseen'].mean():.2f} at unseen positions"
        for name, part in parts.items()
    )
    n_seeds = len(next(iter(results.values())))
    return picture(
        figure,
        alt=f"Accuracy against position, with the training length {trained_length} marked: {told}.",
        caption=f"The lines are means over {n_seeds} seeds. The bands go from worst to best "
        f"seed. The dotted line is a blind guess.",
    )


def where_it_looks(back: np.ndarray, look_back: int, trained_length: int) -> Picture:
    """Draw how far back the largest weights are, (n_models, n_sequences, length), by position.

    The area of a dot is the share of the queries at that position. `back` is what
    `pe_book.experiment.looks_back` returns.
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
        "that look ahead are not drawn.",
    )
