"""Chapter 3: the row of a position as four clocks."""

import numpy as np
import pytest

from pe_book.explorers import ALL
from pe_lib.encoding import positional_encoding_at
from pe_lib.frequency import angular_frequencies
from tests.explorers.values import agrees
from tests.rendered import view_of


def values_of(trace: dict, key: str) -> np.ndarray:
    return np.array(trace[key], dtype=float)


def expected(position):
    row = positional_encoding_at([position], 8, 100)[0]
    omega = angular_frequencies(8, 100)
    values = {"right": list(row[0::2]), "up": list(row[1::2])}
    return ["main"], values, [[j, omega[j], row[2 * j], row[2 * j + 1]] for j in range(4)]


@pytest.mark.parametrize("position", [0, 4, 9, 20, 63])
def test_rows_so_far_and_numbers_of_this_one_are_drawn(position):
    view = view_of("clocks", position=position)
    row = positional_encoding_at([position], 8, 100)[0]
    # The numbers are written in the cells, each in the middle of its own.
    *numbers, now = view.layout["annotations"]
    assert agrees([note["text"]["entry"] for note in numbers], list(row))
    assert now["text"] == {"now": position}
    cells, places = values_of(view.traces[9], "z"), ALL["clocks"].template["data"][9]["y"]
    for note, value in zip(numbers, row, strict=True):
        y = int(np.argmin(np.abs(np.array(places) - note["y"])))
        assert cells[y, note["x"]] == pytest.approx(value)
    # At each whole position in sight a sine and a cosine, in the lane of its hand.
    seen = list(range(max(0, position - 8), position + 1))
    before = positional_encoding_at(seen, 8, 100)
    for trace, column in ((6, 0), (8, 1)):
        x, y = (values_of(view.traces[trace], key).reshape(4, -1) for key in "xy")
        assert np.array_equal(x[:, :-1], [seen] * 4) and np.isnan(x[:, -1]).all()
        lanes = y[:, :-1] + 2.3 * np.arange(4)[:, np.newaxis]
        assert np.allclose(lanes, before[:, column::2].T, atol=1e-9)
        curve = [values_of(view.traces[trace - 1], key).reshape(4, -1)[:, -2] for key in "xy"]
        assert np.allclose(curve, [x[:, -2], y[:, -2]], atol=1e-9)


@pytest.mark.parametrize("position", [0, 3, 7, 199])
def test_hands_stand_at_the_angles_of_the_pairs(position):
    view = view_of("clocks", position=position)
    angles = position * 100.0 ** (-np.arange(4) / 4)
    arc, sines, cosines, hands = (
        np.array([complex(x, y) for x, y in zip(t["x"], t["y"], strict=True) if x is not None])
        for t in view.traces[1:5]
    )
    middles = -2.3j * np.arange(4)
    # A hand at angle 0 points up, and turns as a clock's does.
    tips = 1j * np.exp(-1j * angles) + middles
    np.testing.assert_allclose(hands.reshape(4, 2), np.stack([middles, tips], axis=1), atol=1e-12)
    # Up from the middle goes the cosine, and from there to the right the sine.
    corners = middles + 1j * np.cos(angles)
    np.testing.assert_allclose(cosines.reshape(4, 2).T, [middles, corners], atol=1e-12)
    np.testing.assert_allclose(
        sines.reshape(4, 2).T, [corners, corners + np.sin(angles)], atol=1e-12
    )
    turned = np.angle((arc.reshape(4, -1) - middles[:, np.newaxis])[:, [0, -1]])
    one_step = angles / max(position, 1)
    np.testing.assert_allclose(-np.diff(turned)[:, 0] % (2 * np.pi), one_step, atol=1e-12)
    assert list(angles) == sorted(angles, reverse=True)
