"""What the explorers of chapters 1 to 3 say and draw, against mathematics of this test."""

import math
from itertools import pairwise

import numpy as np
import pytest

from pe_book.explorers import ALL
from pe_book.explorers.order import D_MODEL
from pe_book.ported.seeded_random import seeded_numbers
from tests.book.explorer_values import broken, compare, hands, neighbor_swaps, settings_of
from tests.rendered import view_of

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
        sentences = ["as written"]
    elif [w.lower() for w in moved] == [w.lower() for w in words]:
        sentences = ["same reading"]
    else:
        sentences = ["noticed" if max(changes) else "unnoticed"]
    values = {"now": " ".join(moved), "largest": max(changes), "pooled": pooled}
    values["moves"] = [[after_move(places, row, to) for to in range(5)] for row in range(5)]
    values["causes"] = ["encoding"] * encoding + ["causal"] * causal
    for word in dict.fromkeys(word.lower() for word in moved):
        alike = after[[row for row, other in enumerate(moved) if other.lower() == word]]
        if len(alike) > 1:
            apart = amount(alike[:, np.newaxis] - alike)
            values |= {"repeated": word, "times": len(alike), "apart": apart}
            sentences.append("repeated apart" if apart else "repeated alike")
    table = [[moved[row], i, row, changes[row]] for row, i in enumerate(places)]
    return sentences, values, [*table, ["pooled", None, None, pooled]]


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
        shown = [(note["x"], note["text"]["changed"]) for note in view.layout["annotations"]]
        assert shown == [(row[2], row[3]) for row in view.rows[:-1]]


def test_order_says_what_plain_attention_gives():
    compare("order", order)


def test_attention_without_encoding_or_mask_never_notices_the_order():
    for sentence, _ in ALL["order"].controls[0].options:
        for swaps in range(1, 120, 13):
            view = view_of("order", sentence=sentence, order=swaps)
            assert "noticed" not in view.sentences
