"""Figures of chapter 7: what a late start does, what biases add to a score, and scaling."""

from collections.abc import Mapping

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture


def late_starts(shares: Mapping[str, Mapping[int, np.ndarray]], chance: float) -> Picture:
    """Plot how often nouns are read right: encoding -> position of the first word -> by seed.

    `chance` is the share that a guess between two roles gets right.
    """
    figure, axes = palette.canvas(3.2)
    styles = ((palette.SINE, "-"), (palette.COSINE, "--"), (palette.POSITION, "-"))
    summary = []
    for (name, found), (color, line) in zip(shares.items(), styles[: len(shares)], strict=True):
        starts, means = list(found), [np.mean(seeds) for seeds in found.values()]
        axes.plot(starts, means, line, color=color, label=name)
        for start, seeds in found.items():
            axes.plot([start] * len(seeds), seeds, ".", color=color, markersize=4)
        lowest = int(np.argmin(means))
        summary.append(f"{name}: lowest at position {starts[lowest]}, {means[lowest]:.2f}")
    axes.axhline(chance, color=palette.MUTED, linewidth=0.8, linestyle=":")
    axes.set_ylim(0, 1.04)
    axes.set_xlabel("position of the first word")
    axes.set_ylabel("nouns read right")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=3)
    return picture(
        figure,
        alt="Share of nouns read right, against the position at which a sentence begins. "
        + "; ".join(summary)
        + ".",
        caption="The same short sentences, moved along the positions. Dots are single seeds, lines "
        "their means; the dotted line is a guess.",
    )


def biases(parts: Mapping[str, np.ndarray], offsets: np.ndarray) -> Picture:
    """Plot what is added to a score at each offset: method -> number at each of the offsets."""
    figure, axes = palette.canvas(3.0)
    styles = ((palette.OFFSET, "-"), (palette.PAIR, "-"), (palette.PAIR, "--"))
    for (name, added), (color, line) in zip(parts.items(), styles[: len(parts)], strict=True):
        axes.plot(offsets, added, line, color=color, label=name)
    axes.set_xlabel("offset k, from query to key")
    axes.set_ylabel("added to the score")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.22), ncols=1)
    ends = "; ".join(
        f"{name}: {added[0]:.2f} at offset {offsets[0]}" for name, added in parts.items()
    )
    return picture(
        figure,
        alt=f"The number that is added to a score, against the offset from {offsets[0]} to "
        f"{offsets[-1]}. {ends}.",
        caption="Every query of a head gets the same curve, moved to its own position.",
    )


def divided(parts: Mapping[str, np.ndarray]) -> Picture:
    """Plot by how much each pair's frequency is divided: program -> a number for each pair."""
    figure, axes = palette.canvas(2.8)
    styles = ((palette.PAIR, "-"), (palette.COSINE, "--"))
    summary = []
    for (name, by), (color, line) in zip(parts.items(), styles[: len(parts)], strict=True):
        axes.plot(np.arange(len(by)), by, line, color=color, label=name)
        summary.append(f"{name}: from {by[0]:.0f} at the fastest pair to {by[-1]:.0f}")
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("pair j, from fast to slow")
    axes.set_ylabel("frequency divided by")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.22), ncols=2)
    return picture(
        figure,
        alt=f"The divisor of each pair’s frequency. {'; '.join(summary)}.",
        caption="The same formula, with the two ends of its ramp exchanged.",
    )
