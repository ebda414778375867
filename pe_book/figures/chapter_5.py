"""The figure of chapter 5: what the table costs."""

from collections.abc import Mapping

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.text.numbers import fixed


def measured_times(results: Mapping, shape: tuple[int, int]) -> Picture:
    """Draw the time of each implementation for one table, (seq_len, d_model), as bars.

    The results are those of `pe_book.data.measured.table_benchmark`.
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
