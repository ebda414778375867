"""Chapter 5: the race of the forms of the table."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from pe_book.data import measured
from pe_book.data.measured import table_benchmark
from tests.explorers.values import hands, views
from tests.rendered import view_of


def speeds(entries: int) -> tuple[list[int], list[float]]:
    """Return the measured shape nearest in size, and the milliseconds for so many entries."""
    results = table_benchmark()
    sizes = [math.prod(shape) for shape in results["shapes"]]
    at = int(np.argmin(abs(np.log(sizes) - math.log(entries))))
    ms = [results["times"][at][form]["ms"] for form in ("loop", "vectorized", "ours")]
    return results["shapes"][at], [each * entries / sizes[at] for each in ms]


def expected(seq_len, d_model, time):
    every = seq_len * d_model
    shape, ms = speeds(every)
    unit = 1 if ms[0] < 1000 else 1000
    # Speeds are stored with three digits.
    times = [float(f"{1e6 * each / every:.3g}") * every / 1e6 / unit for each in ms]
    elapsed = time / 100 * times[0]
    shares = [min(1, elapsed / each) for each in times]
    forms = ("loop", "vectorized", "fast")
    values = {"unit": "ms" if unit == 1 else "s", "elapsed": elapsed}
    values |= {"measured_rows": shape[0], "measured_columns": shape[1]}
    values |= dict(zip(forms, shares, strict=True))
    values |= {f"{form}_time": each for form, each in zip(forms, times, strict=True)}
    rows = [list(row) for row in zip(forms, times, shares, strict=True)]
    said = "over" if time == 100 else "running" if time else "start"
    return [said], values, rows


def test_three_tables_are_filled_at_their_speeds():
    for settings, view in views("race"):
        _, ms = speeds(settings["seq_len"] * settings["d_model"])
        table = np.exp(1j * np.outer(np.arange(24), hands(16, 10_000)))
        table = np.stack([table.imag, table.real], axis=-1).reshape(24, 16)
        for grid, takes in zip(view.traces, ms, strict=True):
            shown = np.array(grid["z"], dtype=float)
            written = ~np.isnan(shown)
            share = min(1, settings["time"] / 100 * ms[0] / takes)
            assert written.mean() == pytest.approx(share, abs=0.006)
            np.testing.assert_allclose(shown[written], table[written], atol=1e-12)


def test_the_race_goes_row_by_row_in_the_loop_and_column_by_column_in_the_vectorized_form():
    _, ms = speeds(8192 * 1024)
    time = round(75 * ms[1] / ms[0])  # the vectorized form is at about three quarters
    loop, vectorized, fast = (
        ~np.isnan(np.array(trace["z"], dtype=float)) for trace in view_of("race", time=time).traces
    )
    assert loop.ravel()[: loop.sum()].all()
    # All sines are there before the first cosine.
    assert vectorized[:, 0::2].all() and not vectorized[:, 1::2].all()
    assert fast.all()


def test_the_stored_speeds_are_those_of_the_benchmark():
    file = Path(measured.__file__).with_name("fill_speeds.json")
    assert json.loads(file.read_text("utf-8")) == measured.fill_speeds()
