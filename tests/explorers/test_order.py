"""Chapter 1: what plain attention makes of the words' order."""

import math

import numpy as np
import pytest

from pe_book.explorers.order import D_MODEL
from pe_book.ported.seeded_random import seeded_numbers
from tests.explorers.values import broken, hands, neighbor_swaps, views


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


def expected(sentence, order, encoding, causal):
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
    if order == 0:
        verdict = "as written"
    elif [w.lower() for w in moved] == [w.lower() for w in words]:
        verdict = "same reading"
    else:
        verdict = "noticed" if max(changes) else "unnoticed"
    sentences = ["change"]
    values = {"verdict": verdict, "largest": max(changes)}
    values["moves"] = [[after_move(places, row, to) for to in range(5)] for row in range(5)]
    values["causes"] = ["encoding"] * encoding + ["causal"] * causal
    for word in dict.fromkeys(word.lower() for word in moved):
        alike = after[[row for row, other in enumerate(moved) if other.lower() == word]]
        if len(alike) > 1:
            apart = amount(alike[:, np.newaxis] - alike)
            values |= {"repeated": word, "times": len(alike), "apart": apart}
            sentences.append("repeated apart" if apart else "repeated alike")
    table = [[moved[row], i, row, changes[row]] for row, i in enumerate(places)]
    return sentences, values, table


def after_move(places: list[int], row: int, to: int) -> int:
    """Return the number of the order in which one word has moved and the others made room."""
    places = list(places)
    places.insert(to, places.pop(row))
    return neighbor_swaps(5).index(places)


def test_each_word_is_drawn_with_its_output_at_its_place_and_a_line_to_it():
    for settings, view in views("order"):
        places = neighbor_swaps(5)[settings["order"]]
        words = settings["sentence"].split()
        now = [places.index(word) for word in range(5)]
        written, *columns, paths, _, above, tiles, below = view.traces
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
        assert shown == [(row[2], row[3]) for row in view.rows]
