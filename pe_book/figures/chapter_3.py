"""Figures of chapter 3: arcs, margins, and what a base does."""

from collections.abc import Mapping

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.text.numbers import brief, fixed, listed, scientific


def arcs(wavelengths: np.ndarray, length: int) -> Picture:
    """Draw for each of eight pairs the part of its circle that positions 0 to length - 1 visit."""
    figure, axes = palette.canvas(2.7, rows=2, columns=4)
    turns = length / wavelengths
    for j, (axis, turn) in enumerate(zip(axes.flat, turns, strict=True)):
        whole = np.linspace(0, 2 * np.pi, 200)
        axis.plot(np.cos(whole), np.sin(whole), color=palette.GRID, linewidth=5)
        seen = np.linspace(0, 2 * np.pi * min(turn, 1), 200)
        axis.plot(np.cos(seen), np.sin(seen), color=palette.PAIR, linewidth=5)
        end = 2 * np.pi * turn
        axis.plot([0, np.cos(end)], [0, np.sin(end)], color=palette.POSITION, linewidth=2)
        label = f"{brief(turn, 2)} turns"
        axis.set_title(f"pair {j}")
        axis.text(0, -1.45, label, ha="center", va="center", fontsize=9.5)
        axis.set(xlim=(-1.2, 1.2), ylim=(-1.7, 1.2))
        axis.set_aspect("equal")
        axis.set_axis_off()
    unfinished = int((turns < 1).sum())
    smallest = 360 * turns[-1]
    return picture(
        figure,
        alt=f"{len(turns)} circles, one for each pair, with the arc marked that {length} positions "
        f"visit. The first {len(turns) - unfinished} are covered all the way around. The last "
        f"{unfinished} are covered only in part, the last one over {smallest:.0f} degrees.",
        caption=f"The part of each circle that {length} positions visit (d = {2 * len(turns)}). "
        f"Pairs 0 to {len(turns) - unfinished - 1} have gone all the way around. Pair "
        f"{len(turns) - 1} "
        f"has moved by {smallest:.0f}°: a model trained on such texts never sees its other angles.",
    )


def margins(tables: Mapping[int, np.ndarray]) -> Picture:
    """Draw the distance of row k from row 0 against k, for three tables of d_model -> rows."""
    figure, axes = palette.canvas(3.3)
    smallest = {}
    colors = (palette.SINE, palette.PAIR, palette.POSITION)
    for (d, table), color in zip(tables.items(), colors, strict=True):
        distance = np.linalg.norm(table[1:] - table[0], axis=1)
        smallest[d] = (distance.min(), 1 + int(distance.argmin()))
        offsets = np.arange(1, len(table))
        axes.plot(offsets, distance, color=color, linewidth=0.7 if d == 2 else 1.5)
        axes.text(len(table) * 1.015, np.median(distance), f"d = {d}", color=color, va="center")
        value, k = smallest[d]
        axes.plot(k, value, "o", color=color, markersize=6)
    axes.set(yscale="log", xlabel="offset k", ylabel="distance of rows k apart")
    axes.set_xlim(0, len(tables[2]) * 1.17)
    axes.set_xticks(range(0, len(tables[2]), 200))
    found = [
        f"{scientific(value, 0) if value < 0.01 else fixed(value, 2)} at k = {k} (d = {d})"
        for d, (value, k) in smallest.items()
    ]
    return picture(
        figure,
        alt=f"Distance between rows k apart, for k up to {len(tables[2]) - 1}, on a logarithmic "
        "axis. With 2 columns the curve dips again and again close to zero. With 8 it stays above "
        f"half a unit, with 64 it is high and nearly flat. Smallest values: {listed(found)}.",
        caption=f"The smallest distance, marked by a dot, is {listed(found)}. The first pair alone "
        "never repeats exactly, but it comes very close. More pairs keep all rows apart.",
    )


def bases(curves: Mapping[float, np.ndarray]) -> Picture:
    """Draw similarity against offset for three bases: base -> (n,) values at the offsets 1 to n.

    The lines go through points that are even on the logarithmic axis; the caption looks at all.
    """
    figure, axes = palette.canvas(3.1)
    colors = (palette.OFFSET, palette.POSITION, palette.COSINE)
    crossings = {}
    for (base, values), color in zip(curves.items(), colors, strict=True):
        drawn = np.unique(np.geomspace(1, len(values), 400).astype(int))
        axes.plot(drawn, values[drawn - 1], color=color, linewidth=1.4, label=fixed(base))
        low = np.flatnonzero(values < 0.05)
        crossings[base] = int(low[0]) + 1 if len(low) else None
    axes.axhline(0, color=palette.MUTED, linewidth=0.9)
    axes.set(xscale="log", xlabel="offset k", ylabel="similarity", ylim=(-0.3, 1.03))
    axes.legend(title="base B", loc="upper right", handlelength=1.2)
    found = [
        (f"offset {fixed(k)}" if k else "no offset shown") + f" for base {fixed(base)}"
        for base, k in crossings.items()
    ]
    return picture(
        figure,
        alt="Three curves of similarity against offset on a logarithmic axis, one for each base. "
        "Each falls along a nearly straight line, and those that reach zero then oscillate around "
        "it. The larger the base, the flatter the line and the farther out it ends. Below 0.05 "
        f"first at {listed(found)}.",
        caption="With a small base the similarity falls steeply and soon can’t tell distances "
        "apart. With a large base it reaches far, but each doubling of the distance costs less, so "
        "near distances are harder to tell apart. Similarity first drops below 0.05 at "
        f"{listed(found)}.",
    )
