"""What the explorers of chapters 4 and 5 say and draw, against mathematics of this test."""

import json
import math
from pathlib import Path

import mpmath
import numpy as np
import pytest

from pe_book.data import measured
from pe_book.data.measured import table_benchmark
from tests.book.explorer_values import broken, compare, hands, settings_of
from tests.rendered import view_of

# ---- shift


def shift(position, offset, pair, d_model, base):
    omega = hands(d_model, base)[pair]
    angle = offset * omega
    values = {
        "end": position + offset,
        "omega": omega,
        "angle": angle,
        "degrees": angle * 180 / math.pi,
        "turns": int(abs(angle) / (2 * math.pi)),
        "sine": 2 * pair,
        "cosine": 2 * pair + 1,
        "places": [position + offset],
        "answers": [(position + offset) * omega * 180 / math.pi % 360],
    }
    start, end, turn = (np.exp(1j * p * omega) for p in (position, position + offset, offset))
    rows = [
        ["start", start.imag, start.real],
        ["end", end.imag, end.real],
        ["new sine", turn.real, turn.imag],
        ["new cosine", -turn.imag, turn.real],
    ]
    return ["turned" if offset else "identity"], values, rows


def test_shift_says_how_far_a_pair_turns():
    compare("shift", shift)


def test_shift_draws_both_hands_and_the_arc_between_them():
    for settings in settings_of("shift"):
        view = view_of("shift", **settings)
        omega = hands(settings["d_model"], settings["base"])[settings["pair"]]
        start = np.exp(1j * settings["position"] * omega)
        turn = np.exp(1j * settings["offset"] * omega)
        for trace, hand in ((2, start), (3, start * turn)):
            x, y = view.traces[trace]["x"], view.traces[trace]["y"]
            assert x[0] == y[0] == 0 and abs(complex(y[1], x[1]) - hand) < 1e-9
        arc = np.array(view.traces[1]["y"]) + 1j * np.array(view.traces[1]["x"])
        turned = np.unwrap(np.angle(arc / start))
        assert turned[-1] - turned[0] == pytest.approx(settings["offset"] * omega, abs=1e-9)
        z = np.array(view.traces[4]["z"])
        np.testing.assert_allclose(z, [[turn.real, turn.imag], [-turn.imag, turn.real]], atol=1e-9)


# ---- similarity

EULER = float(mpmath.euler)


def mean_of_cosines(k, d_model, base):
    return np.mean(np.cos(np.multiply.outer(k, hands(d_model, base))), axis=-1)


def integral(k, base):
    return float((mpmath.ci(float(k)) - mpmath.ci(float(k) / base)) / mpmath.log(base))


def law(k, base):
    return 1 - (math.log(k) + EULER) / math.log(base)


def similarity(offset, d_model, base):
    falls = np.diff(mean_of_cosines(np.arange(1000), d_model, base)) < -1e-12
    rise = int(np.argmin(falls))
    values = {
        "pairs": d_model // 2,
        "similarity": mean_of_cosines(offset, d_model, base),
        "integral": integral(offset, base),
        "law": law(offset, base),
        "doubling": law(1, base) - law(2, base),
        "rise": rise,
        "places": [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
        "answers": list(mean_of_cosines(2.0 ** np.arange(10), d_model, base)),
    }
    rows = []
    for k in sorted({1, 4, 16, 64, 256, 1000, offset, rise}):
        true, near, rough = mean_of_cosines(k, d_model, base), integral(k, base), law(k, base)
        rows.append([k, true, near, near - true, rough, rough - true])
    return ["main"], values, rows


def test_similarity_says_what_the_cosines_give():
    compare("similarity", similarity)


def test_similarity_draws_the_curves_and_the_rows():
    for settings in settings_of("similarity")[:30]:
        d_model, base, offset = (settings[name] for name in ("d_model", "base", "offset"))
        view = view_of("similarity", **settings)
        traces = view.traces
        grid = np.array(traces[1]["x"])
        true = mean_of_cosines(grid, d_model, base)
        np.testing.assert_allclose(traces[1]["y"], true, atol=1e-9)
        np.testing.assert_allclose(traces[0]["y"], [law(k, base) for k in grid], atol=1e-9)
        here = mean_of_cosines(offset, d_model, base)
        assert traces[3]["x"] == [offset] and abs(traces[3]["y"][0] - here) < 1e-9
        [turn] = traces[2]["x"]
        assert abs(traces[2]["y"][0] - mean_of_cosines(turn, d_model, base)) < 1e-9
        # Down from the point to its offset, and in the matrix the two diagonals of that offset.
        assert traces[7]["x"] == [offset] * 2 and traces[7]["y"][1] == traces[3]["y"][0]
        for diagonal in traces[5:7]:
            apart = np.abs(np.subtract(diagonal["x"], diagonal["y"]))
            np.testing.assert_array_equal(apart, offset)
        notes = [next(iter(note["text"])) for note in view.layout["annotations"]]
        assert ("outside" in notes) == (offset >= 48)
        z = np.array(traces[4]["z"])
        row = mean_of_cosines(np.arange(48), d_model, base)
        for p in (0, 7, 47):
            np.testing.assert_allclose(z[p], row[np.abs(np.arange(48) - p)], atol=1e-9)


# ---- broadcasting


def speeds(entries: int) -> tuple[list[int], list[float]]:
    """Return the measured shape nearest in size, and the milliseconds for so many entries."""
    results = table_benchmark()
    sizes = [math.prod(shape) for shape in results["shapes"]]
    at = int(np.argmin(abs(np.log(sizes) - math.log(entries))))
    ms = [results["times"][at][form]["ms"] for form in ("loop", "vectorized", "ours")]
    return results["shapes"][at], [each * entries / sizes[at] for each in ms]


def broadcasting(seq_len, d_model, time):
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


BLOCKS = {8: 4096, 32: 1024, 64: 512, 128: 256, 256: 128, 512: 64, 768: 64, 1024: 64}
BLOCKS |= {2048: 32, 4096: 16}


def test_broadcasting_says_what_each_form_costs():
    compare("broadcasting", broadcasting)


def test_broadcasting_draws_what_it_says():
    lengths = [16 * 2**n for n in range(14)]
    for settings in settings_of("broadcasting"):
        width = settings["d_model"]
        *grids, every, few, here = view_of("broadcasting", **settings).traces
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


def test_in_the_race_the_loop_goes_row_by_row_and_the_vectorized_form_column_by_column():
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


# ---- outer product


def outer_product(step):
    cells = [(p, j) for p in range(5) for j in range(4)][:step]
    angle = {(p, j): p / 10**j for p, j in cells}
    last = cells[-1] if cells else (None, None)
    values = {
        "position": last[0],
        "pair": last[1],
        "omega": 10.0 ** -last[1] if cells else None,
        "angle": angle.get(last),
    }
    rows = [[p, *(angle.get((p, j)) for j in range(4))] for p in range(5)]
    return ["started" if cells else "empty"], values, rows


def test_outer_product_says_which_two_numbers_meet():
    compare("outer_product", outer_product, [{"step": step} for step in range(21)])


def test_outer_product_writes_the_filled_angles_and_frames_the_last():
    for step in range(21):
        view = view_of("outer_product", step=step)
        _, values, rows = outer_product(step)
        written = {(note["y"], note["x"]): note["text"] for note in view.layout["annotations"]}
        angles = {(p, j): a for p, *line in rows for j, a in enumerate(line) if a is not None}
        assert written.keys() == angles.keys()
        assert all(abs(written[at]["angle"] - angles[at]) < 1e-12 for at in angles)
        p, j = values["position"], values["pair"]
        for trace, middle in zip(view.traces, [(0, p), (j, 0), (j, p)], strict=True):
            if step:
                assert tuple(trace[axis][0] for axis in "xy") == middle
                corners = [np.mean(trace[axis][2:6]) for axis in "xy"]
                assert np.allclose(corners, middle)


# ---- precision


def precise(position: int, d_model: int) -> list[float]:
    """Return the largest error of the four forms, against 50 digits."""
    worst = [0.0] * 4
    with mpmath.workdps(50):
        for j in range(d_model // 2):
            omega = mpmath.mpf(10_000) ** (-mpmath.mpf(2 * j) / d_model)
            step = np.float32(2 * j) * np.float32(-math.log(10_000) / d_model)
            rough = np.float32(position) * np.float32(math.exp(step))
            for wave, cut in ((mpmath.sin, np.sin), (mpmath.cos, np.cos)):
                true = wave(position * omega)
                forms = [
                    np.float32(cut(float(rough))),
                    cut(position * float(omega)),
                    float(true),
                    np.float32(float(true)),
                ]
                errors = [float(abs(mpmath.mpf(float(form)) - true)) for form in forms]
                worst = [max(pair) for pair in zip(worst, errors, strict=True)]
    return worst


@pytest.mark.parametrize(
    ("position", "d_model"), [(1, 16), (1000, 64), (2 * 10**5, 16), (10**7, 64), (10**8, 16)]
)
def test_precision_says_how_wrong_each_form_is(position, d_model):
    view = view_of("precision", position=position, d_model=d_model)
    tutorial, vectorized, _, stored = precise(position, d_model)
    assert view.values["tutorial"] == pytest.approx(tutorial, rel=0.05)
    # float64's error is a few roundings of the angle: its size is known, not its last digits.
    assert view.values["vectorized"] == (
        pytest.approx(vectorized, rel=0.3) if vectorized > 1e-15 else 0
    )
    assert view.values["fast"] == 0
    assert view.values["fast32"] == pytest.approx(stored, rel=0.05)
    # Right digits, against position: the tutorial's go, and those of the rotations stay.
    curves = [trace["y"] for trace in view.traces[:4]]
    assert (np.diff(curves[0])[3:-1] < 0.65).all() and curves[0][-1] < 1
    assert min(curves[2]) == 15 and min(curves[3]) > 7.2
    assert [row[0] for row in view.rows] == sorted({1, 10**3, 10**5, 10**6, 10**7, 10**8, position})
    [here] = [row[1:] for row in view.rows if row[0] == position]
    assert here == [view.values[name] for name in ("tutorial", "vectorized", "fast", "fast32")]


@pytest.mark.parametrize(("position", "d_model"), [(1, 16), (10**3, 64), (10**6, 16), (10**8, 64)])
def test_precision_writes_one_number_five_times_and_strikes_out_the_wrong_digits(position, d_model):
    view = view_of("precision", position=position, d_model=d_model)
    right, wrong, struck = view.traces[5:]
    lines = [{} for _ in range(5)]
    for trace in (right, wrong):
        for x, y, letter in zip(trace["x"], trace["y"], trace["text"], strict=True):
            lines[y][x] = letter
    exact, tutorial, *_, stored = ("".join(line[x] for x in sorted(line)) for line in lines)
    pair, side = view.values["pair"], view.layout["annotations"][-1]["text"]["entry"]
    with mpmath.workdps(50):
        omega = mpmath.mpf(10_000) ** (-mpmath.mpf(2 * pair) / d_model)
        true = (mpmath.cos if side else mpmath.sin)(position * omega)
        assert abs(number(exact) - true) <= 0.51e-14
    angle = np.float32(position) * np.float32(math.exp(np.float32(2 * pair) * np.float32(
        -math.log(10_000) / d_model)))  # fmt: skip
    rough = np.float32((math.cos if side else math.sin)(float(angle)))
    assert abs(number(tutorial) - mpmath.mpf(float(rough))) <= 0.51e-14
    assert abs(number(stored) - mpmath.mpf(float(np.float32(float(true))))) <= 0.51e-14
    # The largest error of the tutorial is in this number.
    assert abs(float(rough) - float(true)) == pytest.approx(view.values["tutorial"], rel=1e-6)
    ends = {y: (x0, x1) for (x0, y), (x1, _) in broken(struck)}
    for row, line in enumerate(lines):
        text = "".join(line[x] for x in sorted(line))
        first = next((k for k in range(17) if text[k] != exact[k]), 17)
        gone = [x for x, y in zip(wrong["x"], wrong["y"], strict=True) if y == row]
        assert sorted(gone) == sorted(line)[first:]
        if gone:
            assert ends[row][0] < min(gone) and ends[row][1] > max(gone)
        else:
            assert row not in ends


def number(text: str) -> mpmath.mpf:
    with mpmath.workdps(50):
        return mpmath.mpf(text.strip().replace("\u2212", "-"))
