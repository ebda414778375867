"""RoPE in 15 minutes: arrows that are turned, and arrows to which a row is added."""

import math

import numpy as np

from tests.explorers.values import agrees, views


def clockwise(degrees: float) -> complex:
    """Return the arrow of length 1 that points this far clockwise from the top."""
    return 1j * np.exp(-1j * np.radians(degrees))


def dot(a: complex, b: complex) -> float:
    return float((a * b.conjugate()).real)


def arrows(position, offset, query, key, added) -> tuple[complex, complex]:
    """Return both arrows at their positions."""
    first, second = clockwise(15 * position), clockwise(15 * (position + offset))
    if added:
        return clockwise(query) + first, clockwise(key) + second
    return clockwise(query + 15 * position), clockwise(key + 15 * (position + offset))


def expected(position, offset, query, key, added):
    here = arrows(position, offset, query, key, added)
    turned = dot(*arrows(position, offset, query, key, False))
    rows = [clockwise(15 * place) if added else 0j for place in (position, position + offset)]
    values = {
        "apart": round(math.degrees(math.acos(max(-1, min(1, turned))))),
        "score": dot(*here),
        "first": dot(*arrows(16, offset, query, key, added)),
        "query_from": [rows[0].real, rows[0].imag],
        "key_from": [rows[1].real, rows[1].imag],
    }
    shown = (clockwise(query), clockwise(key), *here)
    names = ("query before", "key before", "query", "key")
    table = [[n, a.real, a.imag, abs(a)] for n, a in zip(names, shown, strict=True)]
    return ["added" if added else "turned"], values, table


def test_the_score_of_turned_arrows_stays_as_both_words_slide_and_the_added_one_does_not():
    for settings, view in views("arrows"):
        curve = np.array(view.traces[8]["y"])
        # The rows meet the words: only where key and query undo each other does that cancel out.
        words = clockwise(15 * settings["offset"] - settings["query"]) + clockwise(-settings["key"])
        assert (np.ptp(curve) > 0.1) == (settings["added"] and abs(words) > 0.1)


def test_arrows_arcs_and_scores_are_drawn():
    for settings, view in views("arrows"):
        place, end = settings["position"], settings["position"] + settings["offset"]
        tips = [(trace["x"][-1], trace["y"][-1]) for trace in view.traces[1:8]]
        shown = [tuple(row[1:3]) for row in view.rows]
        np.testing.assert_allclose(tips[5:], shown[2:], atol=1e-12)
        # The thin lines end before the turn, or where the row has led.
        thin = shown[2:] if settings["added"] else shown[:2]
        np.testing.assert_allclose(tips[2:4], thin, atol=1e-12)
        if settings["added"]:
            assert tips[0] == tips[1] == tips[4] == (None, None)
        else:
            # The pale arcs lead from one position before, the angle between the arrows to the key.
            before = (settings["query"] + 15 * (place - 1), settings["key"] + 15 * (end - 1))
            for step, degrees in zip(tips[:2], before, strict=True):
                assert agrees(step, [clockwise(degrees).real, clockwise(degrees).imag])
            assert agrees([x / 0.34 for x in tips[4]], list(shown[3]))
            # The angle is drawn the shorter way.
            turned = np.unwrap(np.arctan2(view.traces[5]["x"], view.traces[5]["y"]))
            assert abs(turned[-1] - turned[0]) <= np.pi + 1e-9
        curve, marker = view.traces[8:10]
        assert marker["x"] == [place] and agrees(marker["y"], [view.values["score"]])
        assert agrees(np.interp(place, curve["x"], curve["y"]), view.values["score"])
        assert [trace["x"] for trace in view.traces[11:]] == [[place, end], [place], [end]]
        at = {next(iter(note["text"])): note["x"] for note in view.layout["annotations"]}
        assert (at["query"], at["key"]) == (place, end)
