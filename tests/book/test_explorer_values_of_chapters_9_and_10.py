"""What the explorers of chapters 9 and 10 say, against mathematics written for this test."""

import math
from functools import cache

import numpy as np
import pytest

from pe_book.data import learned_rows
from tests.book.explorer_values import compare, hands, settings_of
from tests.rendered import view_of

# ---- rotary


def rotary(method, base, width, length, scale):
    speed = hands(width, base)
    turns = speed * length / (2 * math.pi)
    j = np.arange(width // 2)
    after = {
        "none": speed,
        "interpolation": speed / scale,
        # Stretched evenly on a log axis: not at all at pair 0, by the scale at the last pair.
        "ntk": speed / scale ** (j / j[-1]),
        "parts": speed / scale + (speed - speed / scale) * np.clip((turns - 1) / 31, 0, 1),
    }[method]
    reached = after * length * scale / (2 * math.pi)
    new = (turns < 1) & (reached > turns * (1 + 1e-7))
    values = {
        "finished": (turns >= 1).sum(),
        "pairs": width // 2,
        "text": length * scale,
        "new": new.sum(),
        "fastest": after[0],
        "slowest": after[-1],
    }
    rows = [
        [pair, 2 * math.pi / speed[pair], turns[pair], reached[pair], bool(new[pair])]
        for pair in (0, width // 8, width // 4, 3 * width // 8, width // 2 - 1)
    ]
    return ["main"], values, rows


def test_rotary_says_what_each_method_does_to_the_pairs():
    compare("rotary", rotary)


def turns_along(trace: dict) -> dict[int, tuple[float, float]]:
    """Return for each dial where its arc begins and ends, in turns clockwise from the top."""
    points = [complex(x, y) for x, y in zip(trace["x"], trace["y"], strict=True) if x is not None]
    dials: dict[int, list[complex]] = {}
    for point in points:
        column, row = round(point.real), round(point.imag)
        dials.setdefault(8 * row + column, []).append((point - complex(column, row)) / 0.38)
    found = {}
    for dial, arc in dials.items():
        np.testing.assert_allclose(np.abs(arc), 1, atol=1e-12)
        turn = np.unwrap(np.angle(1j * np.array(arc))) / (2 * math.pi)
        start = turn[0] % 1 if turn[0] % 1 < 1 - 1e-9 else 0.0
        found[dial] = (start, start + turn[-1] - turn[0])
    return found


def test_rotary_draws_what_of_each_dial_training_showed_and_what_a_longer_text_adds():
    for settings in settings_of("rotary"):
        view = view_of("rotary", **settings)
        _, trained, new, *ruler = view.traces
        speed = hands(settings["width"], settings["base"])
        _, values, _ = rotary(**settings)
        step = max(1, len(speed) // 32)
        turns = (speed * settings["length"] / (2 * math.pi))[::step]
        seen = turns_along(trained)
        assert sorted(seen) == list(range(len(turns)))
        for dial, (start, end) in seen.items():
            assert (start, end) == pytest.approx((0, min(1, turns[dial])), abs=1e-9)
        added = turns_along(new)
        for dial, (start, end) in added.items():
            assert start == pytest.approx(turns[dial]) and start < end <= 1 + 1e-9
        if step == 1:
            assert len(added) == values["new"]
        ends = [settings["length"], settings["length"] * settings["scale"]]
        assert [trace["x"] for trace in ruler] == [[1, ends[0]], ends]
        numbers = [n["text"]["pair"] for n in view.layout["annotations"] if "pair" in n["text"]]
        assert numbers == list(range(0, len(speed), step))


# ---- grid


def points(table: str) -> np.ndarray:
    """Return the patches' rows as complex numbers, a pair each: (12, 12, 32)."""
    steps = np.arange(12)
    if table == "running":
        number = 12 * steps[:, None] + steps
        return np.exp(1j * np.multiply.outer(number, hands(64, 10_000)))
    speed = hands(32, 10_000)
    if table == "axes":
        line = np.exp(1j * np.multiply.outer(steps, speed))
    else:  # halfway between two rows stands their mean, whose length is a cosine
        line = np.exp(1j * np.multiply.outer(steps / 2, speed))
        line[1::2] *= np.cos(speed / 2)
    grid = np.empty((12, 12, 32), complex)
    grid[..., :16], grid[..., 16:] = line[:, None], line
    return grid


def similarity_of(here: np.ndarray, there: np.ndarray) -> float:
    return float((here * there.conj()).real.sum() / 32)


def grid(table, row, column, down, across):
    at = points(table)
    r, c = row + down, column + across
    inside = r in range(12) and c in range(12)
    chosen = at[row, column]
    odd = table == "resized" and (down % 2 or across % 2)
    worst = 0
    if odd:
        turn = np.exp(0.5j * np.repeat([down, across], 16) * np.tile(hands(32, 10_000), 2))
        ends = slice(max(0, -down), 12 - max(0, down)), slice(max(0, -across), 12 - max(0, across))
        moved = slice(max(0, down), 12 + min(0, down)), slice(max(0, across), 12 + min(0, across))
        off = at[ends] * turn - at[moved]
        worst = np.maximum(np.abs(off.real), np.abs(off.imag)).max()
    sentences = [
        "similarity" if inside else "outside",
        "no rotation" if odd else "one rotation",
        "running" if table == "running" else "resized" if odd else "own pairs",
    ]
    running = points("running")
    values = {
        "new_row": r,
        "new_column": c,
        "similarity": similarity_of(chosen, at[r, c]) if inside else None,
        "worst": worst,
        "side": 12,
        "below": similarity_of(running[0, 0], running[1, 0]),
        "right": similarity_of(running[0, 0], running[0, 1]),
    }
    patches = [
        ("chosen", row, column),
        ("shifted", r, c),
        ("same row", row, 11 - column),
        ("same column", 11 - row, column),
        ("opposite", 11 - row, 11 - column),
    ]
    rows = [
        [name, y, x, similarity_of(chosen, at[y, x])]
        for name, y, x in patches
        if inside or name != "shifted"
    ]
    return sentences, values, rows


def test_grid_says_which_shifts_are_rotations():
    compare("grid", grid)


def test_grid_draws_a_circle_where_the_rotation_is_wrong_and_the_shift_as_a_line():
    for settings in settings_of("grid"):
        view = view_of("grid", **settings)
        heat, _, errors, line, here, there = view.traces
        row, column = settings["row"], settings["column"]
        at = points(settings["table"])
        alike = (at * at[row, column].conj()).real.sum(axis=-1) / 32
        np.testing.assert_allclose(heat["z"], alike, atol=1e-9)
        assert len(errors["x"]) == len(errors["y"]) == len(errors["marker"]["size"])
        assert (len(errors["x"]) > 1) == (view.values["worst"] > 0)
        largest = max(errors["marker"]["size"][1:], default=0)
        assert largest == pytest.approx(16 * math.sqrt(view.values["worst"] / 0.15))
        assert (here["x"], here["y"]) == ([column], [row])
        assert (line["x"][1], line["y"][1]) == (column + settings["across"], row + settings["down"])
        assert there["x"] == [line["x"][1]] and there["y"][0] in (None, line["y"][1])


# ---- rows

tables = cache(learned_rows.tables)


def thousandth(value: float) -> float:
    """Return a value as it is stored, to three digits."""
    return round(float(value) * 1000) / 1000


def rows(table, component, offset):
    vectors = tables()[table]
    later = vectors[4:] - vectors[4:].mean(axis=0)
    sizes, directions = np.linalg.eigh(later @ later.T)
    along = directions[:, -component] / np.abs(directions[:, -component]).max()
    along = [thousandth(value) for value in along * np.sign(along[0])]
    passed = [value > 0 for value in along if value]
    crossed = sum(passed[i] != passed[i - 1] for i in range(1, len(passed)))
    unit = vectors / np.sqrt((vectors**2).sum(axis=1, keepdims=True))
    apart = [thousandth(unit[p] @ unit[p + offset]) for p in range(64 - offset)]
    share = thousandth(sizes[-component] / sizes.sum())
    values = {
        "share": share,
        "first": 4,
        "last": 63,
        "crossings": crossed,
        "mean": sum(apart[4:]) / len(apart[4:]),
        "low": min(apart[4:]),
        "high": max(apart[4:]),
    }
    lines = [
        [p, along[p - 4] if p >= 4 else None, apart[p] if p < len(apart) else None]
        for p in (0, 1, 4, 8, 16, 24, 32, 40, 48, 56, 63)
    ]
    return ["main"], values, lines


def test_rows_draws_every_table_whichever_is_chosen():
    names = list(tables())
    for settings in settings_of("rows")[:40]:
        view = view_of("rows", **settings)
        for i, name in enumerate(names):
            table, _, wave, cosine = view.traces[4 * i : 4 * i + 4]
            _, _, lines = rows(name, settings["component"], settings["offset"])
            for p, along, apart in lines:
                assert p < 4 or wave["y"][wave["x"].index(p)] == pytest.approx(along)
                assert apart is None or cosine["y"][cosine["x"].index(p)] == pytest.approx(apart)
            shown = learned_rows.stored()[name].columns
            np.testing.assert_allclose(table["z"], shown, atol=1e-12)
        [frame] = view.layout["shapes"]
        chosen = names.index(settings["table"])
        assert frame["xref"] == f"x{chosen + 1 if chosen else ''} domain"


def test_rows_says_what_the_vectors_give():
    compare("rows", rows)


# ---- cycles


def cycles(unit, period, hours):
    seconds = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
    speed = hands(64, 10_000)

    def alike(h):
        return float(np.exp(1j * speed * h * 3600 / seconds[unit]).real.mean())

    def repeats(h):
        return math.cos(2 * math.pi * h * 3600 / seconds[period])

    finding = {"second": "unlike", "minute": "unlike", "hour": "near"}.get(unit, "alike")
    rows = [[h, alike(h), repeats(h)] for h in sorted({0, 1, 6, 12, 24, 48, 96, 168, hours})]
    return ["main", finding], {"table": alike(hours), "pair": repeats(hours)}, rows


def test_cycles_says_how_alike_two_times_are():
    compare("cycles", cycles)
