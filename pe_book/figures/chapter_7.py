"""Figures of chapter 7: what a late start does, what biases add to a score, and scaling."""

from collections.abc import Mapping

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.numbers import fixed


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


def turned_parts(parts: Mapping[str, np.ndarray]) -> Picture:
    """Draw which columns (across) turn in which layers (down): name -> (n_layers, n_columns)."""
    figure, axes = palette.canvas(1.9, width=5.4, columns=len(parts), sharey=True)
    shares = []
    for panel, (name, turned) in zip(axes, parts.items(), strict=True):
        # The middle of the colors stands out from a dark page, too.
        panel.imshow(turned, cmap=palette.sequential(), vmin=0, vmax=2, aspect="auto")
        panel.set_title(name, loc="center")
        panel.set_xlabel("columns")
        panel.set_xticks([])
        panel.set_yticks([])
        panel.grid(False)
        shares.append(f"{name}: {turned.mean():.0%}")
    axes[0].set_ylabel("layers")
    return picture(
        figure,
        alt="Which columns of a head turn, layer by layer, as filled cells. Share that turns: "
        + "; ".join(shares)
        + ".",
        caption="Filled columns turn. A score adds up all columns, so those at rest compare "
        "content alone.",
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
    summary = "; ".join(
        f"{name} from {(omega / original)[0]:.2f} to {(omega / original)[-1]:.2f}"
        for name, omega in scaled.items()
    )
    return picture(
        figure,
        alt=f"New frequency over old frequency, from the fastest pair to the slowest: {summary}. "
        f"Pairs {unfinished[0]} to {pairs[-1]} are shaded.",
        caption=f"Shaded: the {len(unfinished)} pairs that make less than one turn in "
        f"{fixed(trained_length)} positions. Beyond that length only these pairs have new angles.",
    )
