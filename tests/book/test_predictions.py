"""What readers may predict in a figure, and how their guesses are compared with the answers."""

import random
from pathlib import Path

import numpy as np
import pytest

from pe_book.explorers import ALL
from tests.rendered import view_of

MODULE = Path(__file__).parents[2] / "pe_book" / "renderer" / "predict.mjs"
WORDING = MODULE.parents[1] / "declare" / "wording.mjs"
PREDICTED = sorted(name for name in ALL if ALL[name].prediction)


def test_a_curve_a_hand_and_a_row_can_be_predicted():
    shapes = [ALL[name].prediction.shape for name in PREDICTED]
    assert sorted(shapes) == ["curve", "digits", "hand"]


@pytest.mark.parametrize("name", PREDICTED)
def test_every_answer_can_be_given_and_every_reply_filled(node, name):
    explorer, choose = ALL[name], random.Random(name).choice
    prediction, words = explorer.prediction, explorer.wording.spec()
    settings = [*explorer.extremes(), *(explorer.sample(choose) for _ in range(40))]
    for setting in settings:
        view = view_of(explorer, **setting)
        values = view.values
        places, answers = values["places"], values["answers"]
        assert len(places) == len(answers) > 0
        # A hand at 359.6 degrees is predicted as one at 359.
        low, high = prediction.low - prediction.step, prediction.high + prediction.step
        assert low <= min(answers) and max(answers) <= high
        found = {"mean": 0.25, "largest": 0.5, "place": places[0], "count": 1}
        for template in (prediction.right, prediction.wrong):
            reply = node(WORDING, "fill", words, template, values | found)
            assert reply.endswith(".") and "{" not in reply
        for place in places:
            assert "{" not in node(WORDING, "fill", words, prediction.label, {}, place)
        assert max(prediction.hidden) < len(view.traces)


def test_guesses_are_compared_with_the_answers(node):
    curve, hand = {"shape": "curve", "close": 0.1}, {"shape": "hand", "close": 10}
    found = node(MODULE, "difference", curve, [1, 2, 4], [0.5, 0.5, 0.5], [0.55, 0.2, 0.5])
    assert found == {
        "mean": pytest.approx(0.35 / 3),
        "largest": pytest.approx(0.3),
        "place": 2,
        "count": 1,
    }
    # From 350 to 10 degrees is a short way.
    found = node(MODULE, "difference", hand, [17], [350], [10])
    assert found["largest"] == 20 and found["count"] == 1
    assert node(MODULE, "difference", hand, [17], [4], [357.5])["count"] == 0


def test_a_stroke_sets_every_place_that_it_passes(node):
    places, guesses = [0, 10, 20, 30], [0.5, 0.5, 0.5, 0.5]
    assert node(MODULE, "stroke", places, guesses, [8, 0], [22, 0.7]) == pytest.approx(
        [0.5, 0.1, 0.7, 0.5]
    )
    backward = node(MODULE, "stroke", places, guesses, [22, 0.7], [8, 0])
    assert backward == pytest.approx([0.5, 0, 0.6, 0.5])
    assert node(MODULE, "stroke", places, guesses, [12, 0.3], [12, 0.3])[1] == 0.3
    assert np.isfinite(node(MODULE, "stroke", places, guesses, [10, 0.3], [10, 0.4])).all()
