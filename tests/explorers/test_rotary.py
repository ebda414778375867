"""Chapter 10: which pairs reach new angles in a longer text, by the method of scaling."""

import math

import numpy as np
import pytest

from tests.explorers.values import hands, views


def expected(method, base, width, length, scale):
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


def test_each_dial_shows_what_training_showed_and_what_a_longer_text_adds():
    for settings, view in views("rotary"):
        _, trained, new, *ruler = view.traces
        speed = hands(settings["width"], settings["base"])
        _, values, _ = expected(**settings)
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
        ends = [(n["x"], n["y"]) for n in view.layout["annotations"] if "end" in n["text"]]
        last = len(turns) - 1
        assert ends == [(0, 0), (last % 8, last // 8)]
