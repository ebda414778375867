"""Explorers say and draw what pe_lib computes, or what is stored of it."""

import itertools

import numpy as np
import pytest

from pe_book.explorers import ALL, look_back, methods
from pe_book.mistakes.stored import HIGH, LOW, galleries
from pe_book.ported.seeded_random import seeded_numbers, seeded_rows
from pe_lib.attention import softmax
from pe_lib.encoding import positional_encoding, positional_encoding_at
from pe_lib.frequency import angular_frequencies
from pe_lib.heads import head_weights, look_back_head, scores
from pe_lib.rotation import rotation_matrix
from pe_lib.variants import alibi_bias, alibi_slopes, rope
from tests.book.explorer_values import agrees, broken, cards_of, compare, settings_of
from tests.rendered import view_of

ROUNDING = 1e-9


def values_of(trace: dict, key: str) -> np.ndarray:
    return np.array(trace[key], dtype=float)


def stem_tips(trace: dict, key: str = "y") -> list[float]:
    return trace[key][1::3]


# ---- clocks


def clocks(position):
    row = positional_encoding_at([position], 8, 100)[0]
    omega = angular_frequencies(8, 100)
    values = {"right": list(row[0::2]), "up": list(row[1::2])}
    return ["main"], values, [[j, omega[j], row[2 * j], row[2 * j + 1]] for j in range(4)]


def test_clocks_says_what_the_row_holds():
    compare("clocks", clocks)


@pytest.mark.parametrize("position", [0, 4, 9, 20, 63])
def test_clocks_draws_the_rows_so_far_and_the_numbers_of_this_one(position):
    view = view_of("clocks", position=position)
    row = positional_encoding_at([position], 8, 100)[0]
    # The numbers stand in the cells, each in the middle of its own.
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
        assert np.allclose(lanes, before[:, column::2].T, atol=ROUNDING)
        curve = [values_of(view.traces[trace - 1], key).reshape(4, -1)[:, -2] for key in "xy"]
        assert np.allclose(curve, [x[:, -2], y[:, -2]], atol=ROUNDING)


# ---- block_matrix


def block_matrix(position, offset, pair):
    sine, cosine = 2 * pair, 2 * pair + 1
    into, wanted = positional_encoding_at([position, position + offset], 8)
    out = rotation_matrix(offset, 8) @ into
    omega = angular_frequencies(8)[pair]
    values = {"end": position + offset, "sine": sine, "cosine": cosine}
    values |= {"omega": omega, "angle": offset * omega}
    values |= {"sine_in": into[sine], "cosine_in": into[cosine]}
    values |= {"sine_out": out[sine], "cosine_out": out[cosine]}
    rows = [[i, into[i], out[i], wanted[i]] for i in range(8)]
    return ["turned", "arrives"], values, rows


def test_block_matrix_says_what_goes_in_and_what_comes_out():
    compare("block_matrix", block_matrix)


def test_block_matrix_draws_the_matrix_and_both_rows_and_they_agree():
    for settings in settings_of("block_matrix"):
        view = view_of("block_matrix", **settings)
        matrix, [into], out = (values_of(trace, "z") for trace in view.traces[:3])
        end = settings["position"] + settings["offset"]
        rows = positional_encoding_at([settings["position"], end], 8)
        assert np.allclose(matrix, rotation_matrix(settings["offset"], 8), atol=ROUNDING)
        assert np.allclose([into, out[:, 0]], rows, atol=ROUNDING)
        # What is framed is what the sentence is about: the pair's entries, and their block.
        low, high = 2 * settings["pair"] - 0.5, 2 * settings["pair"] + 1.5
        framed = [
            {name: (min(trace[name][2:]), max(trace[name][2:])) for name in "xy"}
            for trace in view.traces[4:]
        ]
        along, across = (low, high), (-0.5, 0.5)
        assert framed == [
            {"x": along, "y": along},
            {"x": along, "y": across},
            {"x": across, "y": along},
        ]
        down, right = view.layout["shapes"]
        assert (down["x0"], down["x1"], down["y0"], down["y1"]) == (low, high, -0.5, low)
        assert (right["x0"], right["x1"], right["y0"], right["y1"]) == (high, 7.5, low, high)


# ---- look_back

N, D = look_back.ROWS, look_back.D_MODEL
TABLE = positional_encoding(N, D)
VECTORS = seeded_rows("words", N, D)
VECTORS /= np.linalg.norm(VECTORS, axis=1, keepdims=True)


def test_the_key_that_the_head_looks_for_has_a_position_at_all_settings():
    controls = {control.name: [*control.values()] for control in ALL["look_back"].controls}
    for position, offset in itertools.product(controls["position"], controls["offset"]):
        assert 0 <= position - offset < N, (position, offset)


def looked(offset, sharpness, words, position):
    x, head = TABLE + words * VECTORS, look_back_head(offset, D)
    return (
        scores(x, head)[position],
        head_weights(x, head, sharpness=sharpness)[position],
    )


def test_look_back_says_and_draws_the_scores_and_weights_of_the_query():
    for settings in settings_of("look_back"):
        score, weight = looked(**settings)
        offset, position = settings["offset"], settings["position"]
        wanted, found = position - offset, int(score.argmax())
        view = view_of("look_back", **settings)
        as_made = "back" if offset else "own"
        elsewhere = "own word" if found == position else "other word"
        assert view.sentences == [as_made if found == wanted else elsewhere]
        first, second = np.sort(score)[:-3:-1]
        values = {"weight": weight[found], "found": found, "wanted": wanted}
        values["lead"] = first - second
        assert all(agrees(view.values[key], value) for key, value in values.items()), settings
        assert np.allclose(view.traces[0]["y"], score, rtol=1e-9, atol=1e-9)
        assert np.allclose(stem_tips(view.traces[2]), weight, atol=ROUNDING)
        for s, seen, share in view.rows:
            assert agrees([seen, share], [score[s], weight[s]])


# ---- methods

WORDS = methods.WORDS
INPUT = np.array([seeded_numbers(word, 32) for word in WORDS])
W_Q, W_K = (seeded_rows(name, 32, 32) / 2 for name in ("query", "key"))


def weights(method: str, query: int, shift: int) -> np.ndarray:
    positions = np.arange(shift, shift + len(WORDS))
    x = INPUT + positional_encoding_at(positions, 32) if method == "table" else INPUT
    queries, keys = x @ W_Q, x @ W_K
    if method == "rope":
        queries, keys = rope(queries, positions=positions), rope(keys, positions=positions)
    scored = keys @ queries[query] / np.sqrt(32)
    if method == "alibi":
        scored = scored + alibi_bias(len(WORDS), float(alibi_slopes(8)[0]))[query]
    return softmax(scored)


def methods_of(method, query, shift):
    before, after = weights(method, query, 0), weights(method, query, shift)
    change, largest = float(np.abs(after - before).max()), float(after.max())
    found = [s for s in range(len(WORDS)) if after[s] > largest - ROUNDING]
    moved = "no shift" if not shift else "changed" if change > ROUNDING else "unchanged"
    values = {"word": WORDS[query], "largest": largest, "found_word": WORDS[found[0]]}
    values |= {"several": len(found) > 1, "found": found, "change": change}
    rows = [[WORDS[s], s + shift, after[s], before[s]] for s in range(len(WORDS))]
    return ["largest", moved], values, rows


def test_methods_says_what_each_method_gives():
    compare("methods", methods_of)


def test_methods_draws_the_weights_before_and_after():
    for settings in settings_of("methods"):
        view = view_of("methods", **settings)
        for panel, method in enumerate(["table", "rope", "alibi", "none"]):
            bars, moved, dots = view.traces[3 * panel : 3 * panel + 3]
            before = weights(method, settings["query"], 0)
            after = weights(method, settings["query"], settings["shift"])
            assert np.allclose(stem_tips(bars, "x"), before)
            assert np.allclose(dots["x"], after)
            assert np.allclose([moved["x"][::3], moved["x"][1::3]], [before, after])
        for axis in ("xaxis", "xaxis2", "xaxis3", "xaxis4"):
            assert view.layout[axis] == view.layout["xaxis"]
        assert (
            max(max(trace["x"][::3]) for trace in view.traces) <= view.layout["xaxis"]["range"][1]
        )


def test_only_with_the_table_added_do_the_dots_leave_the_bars():
    view = view_of("methods")
    for panel in range(4):
        starts, ends = (np.array(view.traces[3 * panel + 1]["x"][i::3]) for i in (0, 1))
        assert (np.abs(starts - ends).max() > 0.1) == (panel == 0)


# ---- the galleries

GALLERIES = {"gallery": "tables", "more_exhibits": "more_tables", "equations": "equations"}


@pytest.mark.parametrize(("name", "kind"), GALLERIES.items())
def test_a_gallery_says_and_draws_what_is_stored(name, kind):
    stored = galleries()[kind]
    exhibits, checks = stored["exhibits"], stored["checks"]
    for settings in settings_of(name):
        row, column = exhibits.index(settings["exhibit"]), checks.index(settings["check"])
        view = view_of(name, **settings)
        assert view.sentences == ["form", stored["marks"][row][column]]
        powers = [max(found, default=100 * LOW) / 100 for found in stored["errors"][row]]
        times = [float(f"{10**power:.1e}") if power > LOW else 0.0 for power in powers]
        assert agrees(view.values["times"], times[column])
        assert agrees(view.rows, list(zip(checks, stored["marks"][row], times, strict=True)))
        drawn = cards_of(view.traces[1], len(exhibits))
        for found, differences in zip(drawn, stored["differences"], strict=True):
            differences = differences[min(column, len(differences) - 1)]
            assert np.allclose(found, np.array(differences) / 100)
        marks = [line[column] for line in stored["marks"]]
        veiled = ["fillcolor" in shape for shape in view.layout["shapes"][: len(exhibits)]]
        assert veiled == [mark == "missed" for mark in marks]
        chosen = view.traces[2]
        assert (chosen["x"][0], chosen["y"][0]) == (row % 3, row // 3)
        bars = {}
        for trace in view.traces[3:5]:
            bars |= {y: x for _, (x, y) in broken(trace)}
        for i, (mark, power) in enumerate(zip(stored["marks"][row], powers, strict=True)):
            assert bars[i] == pytest.approx(HIGH if mark == "crashed" else power)
        thick = [y for _, (_, y) in broken(view.traces[4])]
        assert thick == [i for i, mark in enumerate(stored["marks"][row]) if mark != "missed"]
        assert view.layout["shapes"][-1]["y0"] == column - 0.48
        assert view.layout["annotations"][0]["text"] == {"seen by": len(marks) - sum(veiled)}


@pytest.mark.parametrize(("name", "kind"), GALLERIES.items())
def test_a_gallery_declares_the_exhibits_that_are_stored(name, kind):
    exhibit, check = ALL[name].controls
    assert exhibit.values() == galleries()[kind]["exhibits"]
    assert check.values() == galleries()[kind]["checks"]
