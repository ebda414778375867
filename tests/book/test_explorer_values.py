"""What the explorers say and draw, against mathematics written for this test.

Each explorer's values, the sentences it chooses and its rows are compared, at all ends of its
controls and at random settings, with what complex numbers, mpmath and a plain attention give. How
a value is written is tested with the templates (test_wording.py).
"""

import json
import math
import random
from functools import cache
from itertools import pairwise
from pathlib import Path

import mpmath
import numpy as np
import pytest

from pe_book.data import measured
from pe_book.data.measured import table_benchmark
from pe_book.explorers import ALL
from pe_book.explorers.order import D_MODEL
from pe_book.ported.seeded_random import seeded_numbers
from tests.rendered import view_of

SAMPLES = 40
ENDS = 64


@cache
def neighbor_swaps(count: int) -> list[list[int]]:
    """Return all orders of 0..count-1 such that each step swaps two neighbors (Johnson-Trotter).

    >>> neighbor_swaps(3)
    [[0, 1, 2], [0, 2, 1], [2, 0, 1], [2, 1, 0], [1, 2, 0], [1, 0, 2]]
    """
    if count == 1:
        return [[0]]
    orders = []
    for turn, shorter in enumerate(neighbor_swaps(count - 1)):
        places = range(count) if turn % 2 else range(count - 1, -1, -1)
        orders += [[*shorter[:place], count - 1, *shorter[place:]] for place in places]
    return orders


def hands(d_model: int, base: float) -> np.ndarray:
    """Return the radians per position of every pair."""
    return np.exp(-np.log(base) * np.arange(d_model // 2) / (d_model / 2))


def settings_of(name: str) -> list[dict]:
    explorer, choose = ALL[name], random.Random(1)
    ends = list(explorer.extremes())
    ends = ends if len(ends) <= ENDS else choose.sample(ends, ENDS)
    return ends + [explorer.sample(choose.choice) for _ in range(SAMPLES)]


def agrees(found, expected) -> bool:
    """Return whether two values are equal, numbers to rounding; lists entry by entry."""
    if isinstance(expected, list | tuple):
        return len(found) == len(expected) and all(map(agrees, found, expected))
    if isinstance(expected, bool | str | None):
        return type(found) is type(expected) and found == expected
    return found is not None and bool(abs(found - expected) <= 1e-9 * max(1, abs(expected)))


def compare(name: str, expected, all_settings=None) -> None:
    """Compare an explorer's sentences, values and rows with `expected`, at many settings."""
    for settings in all_settings or settings_of(name):
        view = view_of(ALL[name], **settings)
        said, values, rows = expected(**settings)
        assert list(view.sentences) == said, settings
        assert values.keys() | settings.keys() == view.values.keys()
        for key, value in values.items():
            assert agrees(view.values[key], value), (settings, key, view.values[key], value)
        assert len(view.rows) == len(rows), settings
        for row, wanted in zip(view.rows, rows, strict=True):
            assert agrees(row, wanted), (settings, row, wanted)


def broken(trace: dict) -> list[list[tuple]]:
    """Return the pieces of a broken line, each a list of points."""
    pieces = [[]]
    for x, y in zip(trace["x"], trace["y"], strict=True):
        if x is None or y is None:
            pieces.append([])
        else:
            pieces[-1].append((x, y))
    return [piece for piece in pieces if piece]


def cards_of(trace: dict, count: int) -> list[np.ndarray]:
    """Return the small maps of a heat map of so many cards, three in a row.

    A card goes from half a unit before a whole number to half a unit after it, across and down.
    """
    x, y, z = (np.array(trace[key], dtype=float) for key in "xyz")
    found = []
    for card in range(count):
        inside = np.ix_(abs(y - card // 3) < 0.5, abs(x - card % 3) < 0.5)
        filled = ~np.isnan(z[inside])
        found.append(z[inside][filled.any(axis=1)][:, filled.any(axis=0)])
    return found


# ---- waves


def waves(d_model, base, length, position):
    turns = 2 * math.pi / hands(d_model, base)
    late = [bool(turn > length) for turn in turns]
    values = {
        "shortest": turns[0],
        "longest": turns[-1],
        "unfinished": sum(late),
        "hands": len(turns),
        "share": sum(late) / len(late),
        "most_turns": position / turns[0],
        "fewest_turns": position / turns[-1],
    }
    rows = [
        [j, 2 * math.pi / turn, turn, position / turn, None if late[j] else length / turn]
        for j, turn in enumerate(turns)
    ]
    return ["main"], values, rows


def test_waves_says_what_the_hands_do():
    compare("waves", waves)


def test_waves_draws_hands_waves_and_wavelengths():
    for settings in settings_of("waves"):
        view = view_of("waves", **settings)
        omega = hands(settings["d_model"], settings["base"])
        shown = view.traces[3]["text"]
        assert shown[0] == 0 and shown[-1] == len(omega) - 1 and len(shown) == min(8, len(omega))
        gaps = [b - a for a, b in pairwise(shown)]
        assert max(gaps) - min(gaps) <= 1
        late = 2 * np.pi / omega > settings["length"]
        drawn = {}
        for state, trace in enumerate(view.traces[1:3]):
            for (x0, _), (x, y) in broken(trace):
                drawn[x0] = x - x0, y
                assert late[shown[x0]] == bool(state)
        assert set(drawn) == set(range(len(shown)))
        for slot, (right, up) in drawn.items():
            hand = np.exp(1j * settings["position"] * omega[shown[slot]])
            assert abs(complex(up, right) - 0.44 * hand) < 1e-9
        for trace, part in zip(view.traces[4:6], ("imag", "real"), strict=True):
            for slot, wave in enumerate(broken(trace)):
                at = np.array(wave)
                height = getattr(np.exp(1j * at[:, 0] * omega[shown[slot]]), part)
                np.testing.assert_allclose(slot - at[:, 1], 0.42 * height, atol=1e-9)
                assert at[0, 0] <= settings["position"] <= at[-1, 0] <= settings["length"] - 1
        for state, trace in enumerate(view.traces[6:8]):
            wanted = (2 * np.pi / omega)[late == bool(state)]
            np.testing.assert_allclose(trace["x"], wanted, rtol=1e-12)
        place, length = view.layout["shapes"]
        assert place["x0"] == place["x1"] == settings["position"]
        assert length["x0"] == length["x1"] == settings["length"]


# ---- counter


def counter(position, pairs, base, lowest_first):
    now, then = (f"{p:040b}"[-pairs:] for p in (position, position + 1))
    partial = "start" if lowest_first else "end"
    turns = [2 * math.pi * base ** (j / pairs) for j in range(pairs)]
    values = {
        "shown": "whole" if int(now, 2) == position else partial,
        "bits": now[::-1] if lowest_first else now,
        "next": position + 1,
        "flips": sum(a != b for a, b in zip(now, then, strict=True)),
        "share": 1 / (2 * math.pi),
        "slower": turns[1] / turns[0],
        "places": [j if lowest_first else 8 - pairs + j for j in range(pairs)],
        "answers": [int(digit) for digit in (then[::-1] if lowest_first else then)],
    }
    rows = []
    for j, turn in enumerate(turns):
        hand = np.exp(2j * np.pi * position / turn)
        rows.append([j, 2 * 2**j, turn, int(now[-1 - j]), hand.imag, hand.real])
    return ["main"], values, rows


def test_counter_says_what_bits_and_pairs_do():
    compare("counter", counter)


def test_a_bit_flips_half_as_often_as_the_one_before_and_repeats_as_the_table_says():
    for j in range(8):
        bits = [f"{p:010b}"[-1 - j] for p in range(1024)]
        assert sum(a != b for a, b in pairwise(bits)) == 2 ** (10 - j) - 1
        assert bits[: 2 * 2**j] * (512 // 2**j) == bits


def test_counter_draws_bits_and_the_table():
    for settings in settings_of("counter"):
        pairs, base, first = (settings[name] for name in ("pairs", "base", "lowest_first"))
        bits, table = (trace["z"] for trace in view_of("counter", **settings).traces[:2])
        for p in range(32):
            digits = [int(digit) for digit in f"{p:040b}"[-pairs:]]
            spare = [None] * (8 - pairs)
            assert bits[p] == ([*digits[::-1], *spare] if first else [*spare, *digits])
            hand = np.exp(1j * p * hands(2 * pairs, base))
            row = [part for z in hand for part in (z.imag, z.real)]
            np.testing.assert_allclose(table[p][: 2 * pairs], row, atol=1e-12)
            assert table[p][2 * pairs :] == [None] * (16 - 2 * pairs)


# ---- fingerprint


def fingerprint(d_model, base, position, column):
    omega = hands(d_model, base)
    table = np.exp(1j * position * omega)

    def entry(c):
        return table[c // 2].real if c % 2 else table[c // 2].imag

    values = {
        "pair": column // 2,
        "odd": column % 2 == 1,
        "even_column": column - column % 2,
        "omega": omega[column // 2],
        "angle": position * omega[column // 2],
        "entry": entry(column),
    }
    rows = [
        [c, c // 2, omega[c // 2], position * omega[c // 2], c % 2 == 1, entry(c)]
        for c in range(d_model)
    ]
    return ["main"], values, rows


def test_fingerprint_says_where_a_number_comes_from():
    compare("fingerprint", fingerprint)


def test_fingerprint_draws_the_table_and_the_hand_of_one_cell():
    for settings in settings_of("fingerprint"):
        view = view_of("fingerprint", **settings)
        omega = hands(settings["d_model"], settings["base"])
        angles = np.outer(np.arange(64), omega)
        table = np.stack([np.exp(1j * angles).imag, np.exp(1j * angles).real], axis=-1)
        table = table.reshape(64, -1)
        shown, _, arc, sine, cosine, hand, cell = view.traces
        np.testing.assert_allclose(shown["z"], table, atol=1e-12)
        position, column = settings["position"], settings["column"]
        entry = table[position, column]
        assert cell["z"][0][0] == pytest.approx(entry, abs=1e-12)
        tip = np.exp(1j * position * omega[column // 2])
        assert abs(complex(hand["y"][1], hand["x"][1]) - tip) < 1e-9
        # The leg that is the entry leads to the tip, and the other one is left out.
        legs = [sine, cosine] if column % 2 == 0 else [cosine, sine]
        along, level = ("x", "y") if column % 2 == 0 else ("y", "x")
        assert legs[1]["x"] == [None]
        assert legs[0][along] == [0, pytest.approx(entry, abs=1e-12)]
        assert legs[0][level] == ([hand["y"][1]] * 2 if column % 2 == 0 else [0, 0])
        turned = np.unwrap(np.arctan2(arc["x"], arc["y"]))
        expected = position * omega[column // 2] % (2 * math.pi)
        assert abs(np.exp(1j * (turned[-1] - turned[0])) - np.exp(1j * expected)) < 1e-9
        row, pair, enlarged = view.layout["shapes"]
        assert (row["y0"], pair["x0"]) == (position - 0.5, column - 0.5)
        assert enlarged["xref"] == "x3"


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


# ---- order


def attend(x: np.ndarray, causal: bool) -> np.ndarray:
    """Return one layer's outputs, word by word."""
    weight = {name: seeded_numbers(name, D_MODEL**2).reshape(8, 8) for name in ("query", "key",
                                                                              "value")}  # fmt: skip
    out = []
    for p in range(len(x)):
        seen = x[: p + 1] if causal else x
        scores = np.array([(x[p] @ weight["query"]) @ (y @ weight["key"]) for y in seen])
        shares = np.exp(scores / math.sqrt(8))
        out.append((shares / shares.sum()) @ (seen @ weight["value"]))
    return np.array(out)


def order(sentence, order, encoding, causal):
    words, places = sentence.split(), neighbor_swaps(5)[order]
    vectors = np.array([seeded_numbers(word.lower(), 8) for word in words])
    rows = np.exp(1j * np.outer(np.arange(5), hands(8, 10_000)))
    rows = np.stack([rows.imag, rows.real], axis=-1).reshape(5, 8) * encoding
    before, after = attend(vectors + rows, causal), attend(vectors[places] + rows, causal)

    def amount(difference):
        largest = np.abs(difference).max()
        return largest if largest > 1e-9 else 0

    moved = [words[i] for i in places]
    changes = [amount(after[row] - before[i]) for row, i in enumerate(places)]
    pooled = amount(after.mean(axis=0) - before.mean(axis=0))
    if order == 0:
        said = ["as written"]
    elif [w.lower() for w in moved] == [w.lower() for w in words]:
        said = ["same reading"]
    else:
        said = ["noticed" if max(changes) else "unnoticed"]
    values = {"now": " ".join(moved), "largest": max(changes), "pooled": pooled}
    values["moves"] = [[after_move(places, row, to) for to in range(5)] for row in range(5)]
    values["causes"] = ["encoding"] * encoding + ["causal"] * causal
    for word in dict.fromkeys(word.lower() for word in moved):
        alike = after[[row for row, other in enumerate(moved) if other.lower() == word]]
        if len(alike) > 1:
            apart = amount(alike[:, np.newaxis] - alike)
            values |= {"repeated": word, "times": len(alike), "apart": apart}
            said.append("repeated apart" if apart else "repeated alike")
    table = [[moved[row], i, row, changes[row]] for row, i in enumerate(places)]
    return said, values, [*table, ["pooled", None, None, pooled]]


def after_move(places: list[int], row: int, to: int) -> int:
    """Return the number of the order in which one word has moved and the others made room."""
    places = list(places)
    places.insert(to, places.pop(row))
    return neighbor_swaps(5).index(places)


def test_order_draws_each_word_with_its_output_at_its_place_and_a_line_to_it():
    for settings in settings_of("order"):
        view = view_of("order", **settings)
        places = neighbor_swaps(5)[settings["order"]]
        words = settings["sentence"].split()
        now = [places.index(word) for word in range(5)]
        written, *columns, paths, _, above, tiles, below, _ = view.traces
        assert [(a[0], b[0]) for a, b in broken(paths)] == list(enumerate(now))
        assert (above["text"], above["x"]) == (words, list(range(5)))
        assert (below["text"], below["x"]) == (words, now)
        assert [np.mean([a[0], b[0]]) for a, b in broken(tiles)] == pytest.approx(now)
        vectors = np.array([seeded_numbers(word.lower(), 8) for word in words])
        rows = np.exp(1j * np.outer(np.arange(5), hands(8, 10_000)))
        rows = np.stack([rows.imag, rows.real], axis=-1).reshape(5, 8) * settings["encoding"]
        before = attend(vectors + rows, settings["causal"])
        after = attend(vectors[places] + rows, settings["causal"])
        z = np.array(written["z"], dtype=float)
        np.testing.assert_allclose(z[:, ::5].T, before, atol=1e-12)
        for word, column in enumerate(columns):
            assert np.mean(column["x"]) == pytest.approx(now[word])
            np.testing.assert_allclose(np.array(column["z"])[:, 0], after[now[word]], atol=1e-12)
        said = [(note["x"], note["text"]["changed"]) for note in view.layout["annotations"]]
        assert said == [(row[2], row[3]) for row in view.rows[:-1]]


def test_order_says_what_plain_attention_gives():
    compare("order", order)


def test_attention_without_encoding_or_mask_never_notices_the_order():
    for sentence, _ in ALL["order"].controls[0].options:
        for swaps in range(1, 120, 13):
            view = view_of("order", sentence=sentence, order=swaps)
            assert "noticed" not in view.sentences


# ---- completeness


def test_every_explorer_is_compared_with_independent_mathematics():
    tests = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_explorer_*.py")]
    held = [name for name in ALL if f'compare("{name}", ' in "".join(tests)]
    held += [name for name in ALL if f'view_of("{name}", ' in "".join(tests)]
    missing = sorted(set(ALL) - set(held))
    assert missing == [], f"compute what {missing} must say here, without pe_lib"


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (0.5, 0.5 + 1e-8),
        (1, True),
        (None, 0.0),
        ("sine", "cosine"),
        ([1, 2], [1, 2, 3]),
        ([1, [2, 3]], [1, [2, 4]]),
    ],
)
def test_the_comparison_detects_differences(found, expected):
    assert not agrees(found, expected)
    assert agrees(expected, expected)


# ---- arrows


def clockwise(degrees: float) -> complex:
    """Return the arrow of length 1 that points this far clockwise from the top."""
    return 1j * np.exp(-1j * np.radians(degrees))


def dot(a: complex, b: complex) -> float:
    return float((a * b.conjugate()).real)


def arrows(position, offset, query, key):
    end = position + offset
    before = {"query": clockwise(query), "key": clockwise(key)}
    row = {"query": clockwise(15 * position), "key": clockwise(15 * end)}
    turned = {"query": clockwise(query + 15 * position), "key": clockwise(key + 15 * end)}
    added = {name: before[name] + row[name] for name in before}
    first = (before["query"] + clockwise(240), before["key"] + clockwise(15 * (16 + offset)))
    score = dot(turned["query"], turned["key"])
    values = {
        "end": end,
        "apart": round(math.degrees(math.acos(max(-1, min(1, score))))),
        "turned": score,
        "added": dot(added["query"], added["key"]),
        "turned_first": score,
        "added_first": dot(*first),
    }
    rows = [
        [f"{name} {how}", shown[name].real, shown[name].imag, abs(shown[name])]
        for how, shown in (("before", before), ("turned", turned), ("added", added))
        for name in ("query", "key")
    ]
    return ["main"], values, rows


def test_arrows_turns_both_and_adds_the_rows():
    compare("arrows", arrows)


def test_while_both_words_slide_the_score_of_turned_arrows_stays_and_the_added_one_does_not():
    for settings in settings_of("arrows"):
        level, wave = (np.array(t["y"]) for t in view_of("arrows", **settings).traces[13:15])
        np.testing.assert_allclose(level, level[0], atol=1e-12)
        # The rows meet the words: only where key and query undo each other does that cancel out.
        assert (np.ptp(wave) > 0.1) == (abs(complex_sum(**settings)) > 0.1)


def complex_sum(position, offset, query, key):
    """Return what the added score has beside its mean, as a number that turns with the position."""
    return clockwise(15 * offset - query) + clockwise(-key)


def test_arrows_draws_what_its_table_says():
    for settings in settings_of("arrows"):
        view = view_of("arrows", **settings)
        place, end = settings["position"], settings["position"] + settings["offset"]
        tips = [(trace["x"][-1], trace["y"][-1]) for trace in view.traces[2:13]]
        shown = [tuple(row[1:3]) for row in view.rows]
        steps, angle = tips[:2], tips[4]
        del tips[4], tips[:2]
        # Before, turned, the two broken lines that end where the sums do, and the sums.
        np.testing.assert_allclose(tips, [*shown, *shown[4:]], atol=1e-12)
        # The pale arcs lead from one position before, the angle between the arrows to the key.
        for step, degrees in zip(
            steps,
            (settings["query"] + 15 * (place - 1), settings["key"] + 15 * (end - 1)),
            strict=True,
        ):
            assert agrees(step, [clockwise(degrees).real, clockwise(degrees).imag])
        assert agrees([x / 0.34 for x in angle], list(shown[3]))
        here = [view.values["turned"], view.values["added"]]
        for curve, marker, score in zip(view.traces[13:15], view.traces[15:17], here, strict=True):
            assert marker["x"] == [place] and agrees(marker["y"], [score])
            assert agrees(np.interp(place, curve["x"], curve["y"]), score)
        assert [trace["x"] for trace in view.traces[18:]] == [[place, end], [place], [end]]
        at = {next(iter(note["text"])): note["x"] for note in view.layout["annotations"]}
        assert (at["query"], at["key"]) == (place, end)


# ---- pairs


def terms_of_pairs(look: int, layout: str, offset: float) -> list[float]:
    """Return what each pair gives to the score, from columns turned one at a time."""
    speeds = [100 ** (-j / 8) for j in range(8)]
    query = [
        (math.cos(w * look) + sign * math.sin(w * look)) / 4 for w in speeds for sign in (1, -1)
    ]
    terms = []
    for j, w in enumerate(speeds):
        a, b = (2 * j, 2 * j + 1) if layout == "neighbors" else (j, j + 8)
        # The key is 1/4 in every column; its pair is turned clockwise by the offset.
        key = complex(1, 1) / 4 * complex(math.cos(w * offset), -math.sin(w * offset))
        terms.append(dot(complex(query[a], query[b]), key))
    return terms


def pairs_explorer(pairs, offset, look, layout):
    terms = terms_of_pairs(look, layout, offset)
    totals = {k: sum(terms_of_pairs(look, layout, k)[:pairs]) for k in range(-24, 25)}
    peak = max(totals, key=totals.get)
    values = {"score": totals[offset], "peak": peak, "highest": totals[peak]}
    partners = [(2 * j, 2 * j + 1) if layout == "neighbors" else (j, j + 8) for j in range(8)]
    rows = [
        [j, *partners[j], 0.1 ** (j / 4), terms[j], sum(terms[: j + 1])] for j in range(len(terms))
    ]
    return ["sum", layout], values, rows


def test_pairs_adds_up_what_each_pair_gives():
    compare("pairs", pairs_explorer)


def test_pairs_draws_each_wave_the_sum_and_the_columns_that_turn_together():
    for settings in settings_of("pairs"):
        view = view_of("pairs", **settings)
        count, layout = settings["pairs"], settings["layout"]
        drawn = {}
        for trace, js in ((view.traces[4], range(count)), (view.traces[3], range(count, 8))):
            drawn |= dict(zip(js, broken(trace), strict=True))
        for k in (-24, -7.25, 0, 11.5, 24):
            terms = terms_of_pairs(settings["look"], layout, k)
            for j, wave in drawn.items():
                [height] = [y for x, y in wave if x == k]
                assert agrees(j + 1 - height, 0.32 * 8 * terms[j])
            [total] = [y for x, y in zip(*map(view.traces[5].get, "xy"), strict=True) if x == k]
            assert agrees(total, sum(terms[:count]))
        ends = [(arc[0][0], arc[-1][0]) for trace in view.traces[1::-1] for arc in broken(trace)]
        np.testing.assert_allclose(ends, [row[1:3] for row in view.rows], atol=1e-12)
        assert view.traces[6]["x"] == [settings["look"]]
        assert {shape["x0"] for shape in view.layout["shapes"]} == {settings["offset"]}


def test_all_pairs_of_neighbors_find_the_offset_and_halves_do_not():
    for look in range(-12, 13):
        found = view_of("pairs", pairs=8, look=look).values
        assert found["peak"] == look and found["highest"] == pytest.approx(1)
    other = view_of("pairs", pairs=8, layout="halves").values
    assert other["peak"] != -8 and other["highest"] < 0.8
