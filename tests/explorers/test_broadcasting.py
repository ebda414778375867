"""Chapter 5: what each form of the table costs."""

import json
import math
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import pe_lib
from pe_book.data import measured
from pe_book.data.measured import table_benchmark
from pe_lib import encoding
from tests.explorers.values import hands, views
from tests.rendered import view_of

BLOCKS = {8: 4096, 32: 1024, 64: 512, 128: 256, 256: 128, 512: 64, 768: 64, 1024: 64}
BLOCKS |= {2048: 32, 4096: 16}


def speeds(entries: int) -> tuple[list[int], list[float]]:
    """Return the measured shape nearest in size, and the milliseconds for so many entries."""
    results = table_benchmark()
    sizes = [math.prod(shape) for shape in results["shapes"]]
    at = int(np.argmin(abs(np.log(sizes) - math.log(entries))))
    ms = [results["times"][at][form]["ms"] for form in ("loop", "vectorized", "ours")]
    return results["shapes"][at], [each * entries / sizes[at] for each in ms]


def expected(seq_len, d_model, time):
    block = BLOCKS[d_model]
    blocks = -(-seq_len // block)
    every, few = seq_len * d_model, (block + blocks - 1) * d_model
    values = {
        "pairs": d_model // 2,
        "blocks": blocks,
        "block": block,
        "sines": every,
        "fast_sines": few,
        "saving": "fewer" if few < every else "more",
        "ratio": every / few,
        "table_bytes": 8 * every,
        "vectorized_bytes": 8 * every,
        "fast_bytes": 8 * few,
    }
    shape, ms = speeds(every)
    unit = 1 if ms[0] < 1000 else 1000
    values |= {"unit": "ms" if ms[0] < 1000 else "s"}
    values |= {"measured_rows": shape[0], "measured_columns": shape[1]}
    # Speeds are stored with three digits.
    times = [float(f"{1e6 * each / every:.3g}") * every / 1e6 for each in ms]
    times = [each / unit for each in times]
    forms = ("loop", "vectorized", "fast")
    values |= {f"{form}_time": each for form, each in zip(forms, times, strict=True)}
    rows = [
        ["loop", times[0], "loop", every, 8],
        ["vectorized", times[1], "vectorized", every, 8 * every],
        ["fast", times[2], "fast", few, 8 * few],
    ]
    return ["main"], values, rows


def test_race_and_numbers_of_sines_are_drawn():
    lengths = [16 * 2**n for n in range(14)]
    for settings, view in views("broadcasting"):
        width = settings["d_model"]
        *grids, every, few, here = view.traces
        rows = [(BLOCKS[width] + math.ceil(n / BLOCKS[width]) - 1) * width for n in lengths]
        assert every["y"] == [n * width for n in lengths] and few["y"] == rows
        at = lengths.index(settings["seq_len"])
        assert here["y"] == [every["y"][at], few["y"][at]]
        _, ms = speeds(settings["seq_len"] * width)
        table = np.exp(1j * np.outer(np.arange(24), hands(16, 10_000)))
        table = np.stack([table.imag, table.real], axis=-1).reshape(24, 16)
        for grid, takes in zip(grids, ms, strict=True):
            shown = np.array(grid["z"], dtype=float)
            written = ~np.isnan(shown)
            share = min(1, settings["time"] / 100 * ms[0] / takes)
            assert written.mean() == pytest.approx(share, abs=0.006)
            np.testing.assert_allclose(shown[written], table[written], atol=1e-12)


def test_the_race_goes_row_by_row_in_the_loop_and_column_by_column_in_the_vectorized_form():
    loop, vectorized, fast = (
        ~np.isnan(np.array(trace["z"], dtype=float))
        for trace in view_of("broadcasting", time=3).traces[:3]
    )
    assert loop.ravel()[: loop.sum()].all()
    # All sines are there before the first cosine.
    assert vectorized[:, 0::2].all() and not vectorized[:, 1::2].all()
    assert fast.all()


def test_the_stored_speeds_are_those_of_the_benchmark():
    file = Path(measured.__file__).with_name("fill_speeds.json")
    assert json.loads(file.read_text("utf-8")) == measured.fill_speeds()


def sines_counted(form, seq_len: int, d_model: int, monkeypatch) -> int:
    """Return how many sines and cosines a form takes, by counting what numpy and math are asked."""
    counted = 0
    for module in (np, math):
        for name in ("sin", "cos"):
            original = getattr(module, name)

            def counting(angle, original=original, **options):
                nonlocal counted
                counted += np.size(angle)
                return original(angle, **options)

            monkeypatch.setattr(module, name, counting)
    form(seq_len, d_model)
    monkeypatch.undo()
    return counted


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("loop", pe_lib.positional_encoding_loop),
        ("vectorized", pe_lib.positional_encoding_vectorized),
        ("fast", pe_lib.positional_encoding),
    ],
)
@pytest.mark.parametrize(("seq_len", "d_model"), [(64, 32), (256, 512)])
def test_sines_said_are_sines_taken(name, form, seq_len, d_model, monkeypatch):

    encoding._first_block.cache_clear()  # what is kept from an earlier call is not counted again
    rows = {row[0]: row for row in view_of("broadcasting", seq_len=seq_len, d_model=d_model).rows}
    counted = sines_counted(form, seq_len, d_model, monkeypatch)
    assert rows[name][3] == counted


def test_bytes_said_are_bytes_held():

    seq_len, d_model = 8192, 512
    view = view_of("broadcasting", seq_len=seq_len, d_model=d_model)
    shown = {row[0]: row[-1] for row in view.rows}
    table = 8 * seq_len * d_model
    for name, form in [
        ("vectorized", pe_lib.positional_encoding_vectorized),
        ("fast", pe_lib.positional_encoding),
    ]:
        encoding._first_block.cache_clear()
        tracemalloc.start()
        kept = form(seq_len, d_model)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert kept.nbytes == table
        # The arrays named are there; what else there is stays small beside the table.
        assert shown[name] <= peak - table <= shown[name] + 0.1 * table
