"""RoPE in 15 minutes: arrows that are turned, and arrows to which a row is added."""

import math

import numpy as np

from tests.explorers.values import agrees, views


def clockwise(degrees: float) -> complex:
    """Return the arrow of length 1 that points this far clockwise from the top."""
    return 1j * np.exp(-1j * np.radians(degrees))


def dot(a: complex, b: complex) -> float:
    return float((a * b.conjugate()).real)


def expected(position, offset, query, key):
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


def test_the_score_of_turned_arrows_stays_as_both_words_slide_and_the_added_one_does_not():
    for settings, view in views("arrows"):
        level, wave = (np.array(trace["y"]) for trace in view.traces[13:15])
        np.testing.assert_allclose(level, level[0], atol=1e-12)
        # The rows meet the words: only where key and query undo each other does that cancel out.
        assert (np.ptp(wave) > 0.1) == (abs(complex_sum(**settings)) > 0.1)


def complex_sum(position, offset, query, key):
    """Return what the added score has beside its mean, as a number that turns with the position."""
    return clockwise(15 * offset - query) + clockwise(-key)


def test_arrows_arcs_and_scores_are_drawn():
    for settings, view in views("arrows"):
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
        # The angle is drawn the shorter way.
        turned = np.unwrap(np.arctan2(view.traces[6]["x"], view.traces[6]["y"]))
        assert abs(turned[-1] - turned[0]) <= np.pi + 1e-9
        here = [view.values["turned"], view.values["added"]]
        for curve, marker, score in zip(view.traces[13:15], view.traces[15:17], here, strict=True):
            assert marker["x"] == [place] and agrees(marker["y"], [score])
            assert agrees(np.interp(place, curve["x"], curve["y"]), score)
        assert [trace["x"] for trace in view.traces[18:]] == [[place, end], [place], [end]]
        at = {next(iter(note["text"])): note["x"] for note in view.layout["annotations"]}
        assert (at["query"], at["key"]) == (place, end)
