"""The words at the ticks of explorers' axes name the value, the row or the column that is there."""

import math

import numpy as np
import pytest

from pe_book.explorers import ALL
from tests.book.test_explorer_tables import number
from tests.rendered import figure_of, view_of

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def ticks(name: str, axis: str) -> dict:
    """Return the words at the ticks of an axis, each with where it stands."""
    own = figure_of(ALL[name])["layout"][axis]
    return dict(zip(own["ticktext"], own["tickvals"], strict=True))


def power(text: str) -> float:
    """Return the number that a tick has in words.

    >>> power("10⁴"), power("−1"), power("0.25")
    (10000.0, -1.0, 0.25)
    """
    if text.startswith("10") and len(text) == 3 and text[2] in "⁰¹²³⁴⁵⁶⁷⁸⁹":
        return 10.0 ** int(text[2].translate(SUPERSCRIPTS))
    return number(text)


#: Ticks that say their own value, as it is or with this unit.
NUMBERS = [
    ("broadcasting", "xaxis4", 1),
    ("broadcasting", "yaxis4", 1),
    ("counter", "xaxis3", 1),
    ("counter", "xaxis4", 1),
    ("cycles", "xaxis", 24),
    ("grid", "xaxis2", 1),
    ("order", "xaxis4", 1),
    ("precision", "xaxis", 1),
    ("similarity", "xaxis", 1),
    ("similarity", "xaxis3", 1),
    ("waves", "xaxis3", 1),
]
CARDS = ("gallery", "more_exhibits", "equations")
#: Ticks in words, which have their own tests below.
IN_WORDS = {
    ("clocks", "yaxis"), ("counter", "xaxis"), ("counter", "xaxis2"), ("order", "yaxis"),
    ("pairs", "yaxis2"), ("precision", "yaxis2"), ("waves", "yaxis2"),
    *(("shift", f"yaxis{n}") for n in (2, 3, 4)),
    *(("methods", f"yaxis{n}") for n in ("", 2, 3, 4)),
    *((name, f"{along}axis2") for name in CARDS for along in "xy"),
}  # fmt: skip


def test_every_axis_with_words_is_here():
    found = {
        (name, key)
        for name in ALL
        for key, own in figure_of(ALL[name])["layout"].items()
        if "axis" in key and own.get("ticktext")
    }
    assert found == {(name, axis) for name, axis, _ in NUMBERS} | IN_WORDS


@pytest.mark.parametrize(("name", "axis", "unit"), NUMBERS)
def test_a_tick_says_its_value(name, axis, unit):
    for text, at in ticks(name, axis).items():
        assert unit * power(text) == pytest.approx(at), text


@pytest.mark.parametrize("axis", ["yaxis2", "yaxis3", "yaxis4"])
def test_sine_and_cosine_stand_at_the_rows_of_shift(axis):
    view = view_of("shift", position=3, offset=5)
    block, before, after = (np.array(view.traces[t]["z"], dtype=float) for t in (4, 5, 6))
    omega = view.values["omega"]
    row = ticks("shift", axis)
    for name, wave in (("sine", math.sin), ("cosine", math.cos)):
        assert before[row[name], 0] == pytest.approx(wave(3 * omega))
        assert after[row[name], 0] == pytest.approx(wave(8 * omega))
    assert block[row["sine"], 1] == pytest.approx(math.sin(5 * omega))


@pytest.mark.parametrize("name", CARDS)
def test_checks_stand_at_their_bars(name):
    assert ticks(name, "xaxis2") == {"allowed": 0, "10³ ×": 3, "10⁶ ×": 6}
    checks = [row[0] for row in view_of(name).rows]
    assert ticks(name, "yaxis2") == {check: at for at, check in enumerate(checks)}


@pytest.mark.parametrize("axis", ["yaxis", "yaxis2", "yaxis3", "yaxis4"])
def test_words_stand_at_their_weights(axis):
    words = [row[0] for row in view_of("methods").rows]
    assert ticks("methods", axis) == {f"{at} {word}": at for at, word in enumerate(words)}


def test_fast_stands_at_the_hand_that_turns_most():
    at = ticks("clocks", "yaxis")
    hands = figure_of(ALL["clocks"])["layout"]["yaxis"]["tickvals"]
    speeds = [row[1] for row in view_of("clocks").rows]
    assert hands.index(at["fast"]) == int(np.argmax(speeds))
    assert hands.index(at["slow"]) == int(np.argmin(speeds))


@pytest.mark.parametrize("lowest_first", [False, True])
def test_bits_are_numbered_from_the_one_that_flips_at_every_step(lowest_first):
    layout = figure_of(ALL["counter"], lowest_first=lowest_first)["layout"]
    bits = np.array(view_of("counter", lowest_first=lowest_first).traces[0]["z"], dtype=float)
    for text, at in zip(layout["xaxis"]["ticktext"], layout["xaxis"]["tickvals"], strict=True):
        assert [int(p) >> int(text) & 1 for p in range(32)] == bits[:, int(at)].tolist()
    for text, at in zip(layout["xaxis2"]["ticktext"], layout["xaxis2"]["tickvals"], strict=True):
        assert at == 2 * int(text) + 0.5


def test_waves_stand_at_the_numbers_of_their_pairs():
    own = figure_of(ALL["waves"])["layout"]["yaxis2"]
    sines = view_of("waves").traces[4]
    x, y = (np.array(sines[key], dtype=float) for key in "xy")
    for pair, at in zip(own["ticktext"], own["tickvals"], strict=True):
        close = (np.abs(y - at) < 0.5) & (x < 2)
        slope = -(y[close][1] - y[close][0]) / 0.42 / (x[close][1] - x[close][0])
        assert slope == pytest.approx(1e4 ** (-2 * int(pair) / 64), rel=0.15, abs=1e-6)


def test_waves_of_pairs_stand_at_their_numbers():
    rows = {row[0]: row[4] for row in view_of("pairs", pairs=8, offset=0).rows}
    assert [int(text) for text in ticks("pairs", "yaxis2")] == sorted(rows)
    assert [*ticks("pairs", "yaxis2").values()] == [pair + 1 for pair in sorted(rows)]


def test_words_of_order_stand_beside_the_rows_that_they_name():
    layout = figure_of(ALL["order"])["layout"]
    own = layout["yaxis"]
    (bottom, top), (deep, _) = own["domain"], own["range"]
    for text, axis in (("written", "yaxis2"), ("yours", "yaxis3")):
        at = ticks("order", "yaxis")[text]
        assert top - (top - bottom) * at / deep == pytest.approx(np.mean(layout[axis]["domain"]))


def test_forms_stand_at_the_rows_of_their_digits():
    view, at = view_of("precision", position=10**6), ticks("precision", "yaxis2")
    wrong = np.array([y for y in view.traces[6]["y"] if y is not None], dtype=float)
    struck = {name: int((wrong == row).sum()) for name, row in at.items()}
    assert struck["exact"] == 0 == struck["rotations float64"]
    assert struck["tutorial float32"] > struck["rotations float32"] > struck["vectorized float64"]


#: What the title of an axis calls a setting that is its coordinate, where not by its name.
COORDINATES = {
    "seq_len": "length", "hours": "time", "look": "offset", "pairs": "pair",
    "pair": "column of row p", "across": "column", "down": "row",
}  # fmt: skip


@pytest.mark.parametrize("name", ALL)
def test_the_title_of_an_axis_names_the_coordinate_that_a_handle_moves(name):
    layout = figure_of(ALL[name])["layout"]
    for handle in ALL[name].handles:
        for along in "xy":
            setting = getattr(handle, along, None)
            if setting and not getattr(handle, "apart", False):
                own = layout[f"{along}axis{handle.axes['xy'.index(along)][1:]}"]
                title = (own.get("title") or {}).get("text", "")
                assert not title or COORDINATES.get(setting, setting) in title, (setting, title)


def test_a_matrix_has_the_row_that_goes_in_across_and_the_one_that_comes_out_down():
    figure = figure_of(ALL["block_matrix"])
    matrix, before, after = (np.array(figure["data"][t]["z"], dtype=float) for t in (0, 1, 2))
    np.testing.assert_allclose(matrix @ before[0], after[:, 0], atol=1e-12)
    titles = [figure["layout"][axis]["title"]["text"] for axis in ("xaxis", "yaxis")]
    assert titles == ["column of row p", "column of row p + k"]
