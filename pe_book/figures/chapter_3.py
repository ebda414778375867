"""Figures of chapter 3: hands that are back, a ruler, arcs, margins, and what a base does."""

from collections.abc import Mapping, Sequence

import numpy as np

from pe_book.drawing import dials, palette
from pe_book.drawing.picture import Picture, picture
from pe_book.text.numbers import brief, fixed, listed, scientific


def fooled(wavelengths: np.ndarray, offsets: Sequence[int]) -> Picture:
    """Draw where four hands, which start upright, point after some offsets, a row for each.

    A hand that is back within 15 degrees is drawn in another color.
    """
    figure, axes = palette.canvas(3.9, rows=len(offsets), columns=len(wavelengths))
    back = {}
    for row, k in zip(axes, offsets, strict=True):
        turned = 2 * np.pi * k / wavelengths
        away = np.degrees(np.abs(np.angle(np.exp(1j * turned))))
        apart = np.sqrt(np.sum(2 * (1 - np.cos(turned))))
        back[k] = (away < 15, apart)
        for j, (axis, angle) in enumerate(zip(row, turned, strict=True)):
            dials.dial(axis, width=2)
            axis.plot([0, 0], [0, 1], color=palette.MUTED, linewidth=1.2, linestyle="--")
            color = palette.COSINE if away[j] < 15 else palette.POSITION
            dials.hand(axis, angle, color, width=2.6, tip=6)
    dials.label(axes, [f"k = {k}" for k in offsets])
    found = [
        f"after {k} positions {'all' if which.all() else int(which.sum())} of {len(which)} are "
        f"back, and the rows are {fixed(apart, 2)} apart"
        for k, (which, apart) in back.items()
    ]
    return picture(
        figure,
        alt=f"Rows of {len(wavelengths)} dials, one for each pair, with a dashed line where each "
        f"hand began and the hand after some positions: {listed(found)}.",
        caption="Dashed: where each hand began. Brown: a hand that is back there, within 15 "
        f"degrees. {listed(found)[0].upper()}{listed(found)[1:]}.",
    )


def ruler(wavelengths: Mapping[int, np.ndarray], length: int) -> Picture:
    """Draw the wavelengths of several tables, d_model -> (n_pairs,), on one logarithmic axis.

    All are for base 10000. `length` is a length of text to mark, in positions.
    """
    figure, axes = palette.canvas(2.5)
    for row, values in enumerate(wavelengths.values()):
        done = values <= length
        axes.plot(values[done], np.full(done.sum(), row), "o", color=palette.PAIR, markersize=5)
        axes.plot(
            values[~done],
            np.full((~done).sum(), row),
            "o",
            color=palette.PAIR,
            markersize=5,
            fillstyle="none",
        )
    limit = 2 * np.pi * 10_000
    for x, color in ((length, palette.POSITION), (limit, palette.MUTED)):
        axes.axvline(x, color=color, linewidth=1.5, linestyle="--")
    axes.text(length, -0.65, f"L = {length}", ha="center", va="bottom")
    axes.text(limit, -0.65, "2πB", ha="center", va="bottom")
    axes.set_yticks(range(len(wavelengths)), [f"d = {d}" for d in wavelengths])
    axes.set(xscale="log", xlim=(4, 1.6e5), ylim=(len(wavelengths) - 0.4, -0.6))
    axes.set_xlabel("wavelength in positions")
    axes.grid(axis="y", visible=False)
    counts = [f"{int((w > length).sum())} of {len(w)}" for w in wavelengths.values()]
    names = [str(d) for d in wavelengths]
    return picture(
        figure,
        alt=f"Wavelengths on a logarithmic axis, one row of dots for each of d = {listed(names)}. "
        "In each row the dots are evenly spaced, start at the same left end, and stop short of a "
        f"line at 2πB. Dots right of the line L = {length} are hollow: {listed(counts)}.",
        caption="Each dot is a pair. All rows begin at 2π = 6.28 positions, and none reaches 2πB; "
        f"more columns come closer. Hollow dots complete no turn in {length} positions: "
        f"{listed(counts)}.",
    )


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
        (f"{fixed(k)} positions" if k else "none of these offsets") + f" for base {fixed(base)}"
        for base, k in crossings.items()
    ]
    return picture(
        figure,
        alt="Three curves of similarity against offset on a logarithmic axis, one for each base. "
        "Each falls along a nearly straight line, and those that reach zero then oscillate around "
        "it. The larger the base, the flatter the line and the farther out it ends. Below 0.05 "
        f"first at {listed(found)}.",
        caption="With a small base the similarity falls steeply and soon cannot tell distances "
        "apart. With a large base it reaches far, but each doubling of the distance costs less, so "
        "near distances are harder to tell apart. Similarity first falls below 0.05 at "
        f"{listed(found)}.",
    )
