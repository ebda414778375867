"""Figures of chapter 5: where digits are lost, and what the table costs."""

from collections.abc import Mapping, Sequence

import numpy as np

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.numbers import fixed, listed, scientific


def frequency_errors(errors: Mapping[str, Sequence[float]]) -> Picture:
    """Plot the relative error of every pair's frequency, one line for each of two forms."""
    figure, axes = palette.canvas(3.2)
    colors = (palette.PAIR, palette.OFFSET)
    worst = {name: max(values) for name, values in errors.items()}
    for (name, values), color in zip(errors.items(), colors, strict=True):
        axes.plot(np.asarray(values) / 1e-16, ".", color=color, markersize=4, label=name)
    axes.set_xlabel("pair j (fast to slow)")
    axes.set_ylabel("relative error, in units of 10⁻¹⁶")
    axes.legend(loc="upper left")
    ordered = sorted(worst, key=worst.get)
    return picture(
        figure,
        alt="Relative error of the frequency against the pair, for the forms "
        f"{listed(list(worst))}. "
        f"The dots of {ordered[0]} lie along the bottom, below {scientific(worst[ordered[0]])}. "
        f"The dots of {ordered[1]} fan out from left to right up to "
        f"{scientific(worst[ordered[1]])}.",
        caption=f"The rounding error of the exponent grows with the exponent. The worst error of "
        f"{ordered[1]} is {worst[ordered[1]] / worst[ordered[0]]:.0f} times that of {ordered[0]}.",
    )


def half_precision_stairs(first: int = 2040, last: int = 2060) -> Picture:
    """Plot positions against the positions that float16 can hold, around 2**11."""
    positions = np.arange(first, last + 1)
    held = positions.astype(np.float16).astype(int)
    figure, axes = palette.canvas(3.0)
    axes.plot(positions, positions, color=palette.MUTED, linewidth=1, label="exact")
    axes.plot(positions, held, "o", color=palette.POSITION, label="as float16")
    axes.axvline(2**11, color=palette.GRID)
    axes.set_xlabel("position p")
    axes.set_ylabel("position that is stored")
    axes.set_xticks(positions[::4])
    axes.set_yticks(positions[::4])
    axes.legend(loc="upper left")
    lost = len(positions) - len(set(held.tolist()))
    return picture(
        figure,
        alt=f"Stored position against position from {first} to {last}. Up to {2**11} the dots lie "
        "on the diagonal. Beyond that only even numbers occur, so the dots form stairs.",
        caption=f"Past 2¹¹ = {2**11} float16 holds even numbers only: of these {len(positions)} "
        f"positions, {lost} are rounded to another position and get its row.",
    )


def measured_times(results: Mapping, shape: tuple[int, int]) -> Picture:
    """Draw the time of each implementation for one table, (seq_len, d_model), as bars.

    The results are those of `pe_book.measured.table_benchmark`.
    """
    measured = results["times"][[tuple(s) for s in results["shapes"]].index(shape)]
    times = {name: entry["ms"] for name, entry in measured.items()}
    ordered = sorted(times, key=times.get, reverse=True)
    labels = [
        f"{results['contenders'][n]['words']}, {results['contenders'][n]['dtype']}" for n in ordered
    ]
    figure, axes = palette.canvas(0.7 + 0.3 * len(ordered))
    values = [times[name] for name in ordered]
    axes.barh(range(len(ordered)), values, color=[_bar_color(n) for n in ordered], height=0.35)
    for row, (label, value) in enumerate(zip(labels, values, strict=True)):
        at = min(values) * 0.55
        axes.text(at, row + 0.2, f"{label}: {_ms(value)}", va="bottom", fontsize=8.5)
    axes.set_xscale("log")
    axes.set_xlim(min(values) * 0.5, None)
    axes.set_ylim(-0.5, len(ordered) - 0.1)
    axes.set_yticks([])
    axes.grid(False, axis="y")
    axes.set_xlabel("milliseconds")
    machine = results["machine"]
    found = "; ".join(
        f"{label}: {_ms(value)}"
        for label, value in zip(reversed(labels), reversed(values), strict=True)
    )
    gain = times["vectorized"] / times["ours"]
    return picture(
        figure,
        alt=f"Time for a table of {shape[0]} rows and {shape[1]} columns, fastest first. {found}.",
        caption=f"{shape[0]} × {shape[1]}, one thread, medians: the table by rotations is "
        f"{gain:.1f} times faster than the vectorized form in float64. Measured on "
        f"{results['date']}: {machine['processor']}, Python {machine['python']}, "
        f"numpy {machine['numpy']}.",
    )


def _bar_color(name: str) -> str:
    if name.startswith("ours"):
        return palette.POSITION
    return palette.GRID if name.startswith("limit") else palette.PAIR


def _ms(value: float) -> str:
    return f"{fixed(value, 1 if value < 10 else 0)} ms"
