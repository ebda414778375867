"""The figure of chapter 5: what the table costs."""

from collections.abc import Mapping

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture
from pe_book.text.numbers import significant

#: What is compared, of all that was measured, in float64, and its name in the figure.
NAMES = {
    "loop": "loop",
    "vectorized": "vectorized",
    "tutorial64_threads": "torch.compile",
    "c": "C, vector instructions",
    "ours": "this library",
    "limit": "memory filled with a constant",
}


def measured_times(results: Mapping, shape: tuple[int, int]) -> Picture:
    """Draw the time of each implementation for one table, (seq_len, d_model), as bars.

    The results are those of `pe_book.data.measured.table_benchmark`.
    """
    measured = results["times"][[tuple(s) for s in results["shapes"]].index(shape)]
    times = {name: measured[name]["ms"] for name in NAMES if name in measured}
    figure, axes = palette.canvas(0.7 + 0.42 * len(times))
    for row, (name, ms) in enumerate(reversed(times.items())):
        color = {"ours": palette.POSITION, "limit": palette.GRID}.get(name, palette.PAIR)
        axes.barh(row, ms, color=color, height=0.4)
        words = f"{NAMES[name]}: {significant(ms, 2)} ms"
        axes.text(min(times.values()) * 0.55, row + 0.23, words, va="bottom", fontsize=9.5)
    axes.set_xscale("log")
    axes.set_xlim(min(times.values()) * 0.5, None)
    axes.set_ylim(-0.5, len(times) - 0.1)
    axes.set_yticks([])
    axes.grid(False, axis="y")
    axes.set_xlabel("milliseconds")
    machine = results["machine"]
    found = "; ".join(f"{NAMES[name]}: {significant(ms, 2)} ms" for name, ms in times.items())
    return picture(
        figure,
        alt=f"Time for a table of {shape[0]} rows and {shape[1]} columns in float64. {found}.",
        caption=f"{shape[0]} × {shape[1]} in float64, medians, on a log scale. "
        f"Measured on {results['date']}: {machine['processor']}, {machine['cores']} cores, "
        f"Python {machine['python']}, numpy {machine['numpy']}.",
    )
