"""What readers may predict in a figure, and how their guesses are compared with the answers."""

import random
from pathlib import Path

import numpy as np
import pytest

from pe_book.explorers import ALL
from tests.rendered import extremes, sample, view_of

MODULE = Path(__file__).parents[2] / "pe_book" / "renderer" / "predict.mjs"
WORDING = MODULE.parents[1] / "declare" / "wording.mjs"
HELPER = Path(__file__).with_name("prediction.mjs")
PREDICTED = sorted(name for name in ALL if ALL[name].prediction)


@pytest.mark.parametrize("name", PREDICTED)
def test_every_answer_can_be_given_and_every_reply_filled(node, name):
    explorer, choose = ALL[name], random.Random(name).choice
    prediction, words = explorer.prediction, explorer.wording.spec()
    settings = [*extremes(explorer), *(sample(explorer, choose) for _ in range(40))]
    for setting in settings:
        view = view_of(explorer, **setting)
        values = view.values
        places, answers = values["places"], values["answers"]
        assert len(places) == len(answers) > 0
        # A hand at 359.6 degrees is predicted as one at 359.
        low, high = prediction.low - prediction.step, prediction.high + prediction.step
        assert low <= min(answers) and max(answers) <= high
        found = {"mean": 0.25, "largest": 0.5, "place": places[0]}
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
        "isClose": False,
    }
    # From 350 to 10 degrees is a short way.
    found = node(MODULE, "difference", hand, [17], [350], [10])
    assert found["largest"] == 20 and not found["isClose"]
    assert node(MODULE, "difference", hand, [17], [4], [357.5])["isClose"]


def test_a_stroke_sets_every_place_that_it_passes(node):
    places, guesses = [0, 10, 20, 30], [0.5, 0.5, 0.5, 0.5]
    assert node(MODULE, "stroke", places, guesses, [8, 0], [22, 0.7]) == pytest.approx(
        [0.5, 0.1, 0.7, 0.5]
    )
    backward = node(MODULE, "stroke", places, guesses, [22, 0.7], [8, 0])
    assert backward == pytest.approx([0.5, 0, 0.6, 0.5])
    assert node(MODULE, "stroke", places, guesses, [12, 0.3], [12, 0.3])[1] == 0.3
    assert np.isfinite(node(MODULE, "stroke", places, guesses, [10, 0.3], [10, 0.4])).all()


@pytest.mark.parametrize("name", PREDICTED)
def test_guesses_are_drawn_beside_the_answers_and_get_their_reply(name, node):
    explorer, view = ALL[name], view_of(name)
    prediction, words = explorer.prediction, explorer.wording.spec()
    answers, places = np.array(view.values["answers"]), view.values["places"]
    for off, template in ((0, prediction.right), (0.9, prediction.right), (1.1, prediction.wrong)):
        guesses = answers.copy()
        guesses[-1] += off * prediction.close
        gaps = np.abs(guesses - answers)
        found = {"mean": gaps.mean(), "largest": gaps.max(), "place": places[gaps.argmax()]}
        reply = node(WORDING, "fill", words, template, view.values | found)
        given = prediction.spec(), words, view.values, list(guesses)
        shown = node(HELPER, "predicted", *given)
        assert shown["reply"] == reply
        if off == 0:
            assert_drawn_on_the_answers(prediction, view, shown["trace"])


def assert_drawn_on_the_answers(prediction, view, trace: dict) -> None:
    x, y = np.array(trace["x"], dtype=float), np.array(trace["y"], dtype=float)
    if prediction.shape == "hand":
        tip = view.traces[4]["x"][1], view.traces[4]["y"][1]
        assert np.allclose((x[-1], y[-1]), tip, atol=0.01)
    else:
        curve, near = view.traces[1], x < 20  # where its points are close together
        drawn = np.interp(x[near], curve["x"], curve["y"])
        assert len(drawn) == 5 and np.allclose(y[near], drawn, atol=0.03)
    assert {trace["xaxis"], trace["yaxis"]} == {*prediction.axes}


@pytest.fixture
def drawn(node):
    """Return the guesses after a pointer has drawn through points, in pixels from the top."""

    def guesses(name: str, points: list[tuple[float, float]]) -> list[float]:
        spec = ALL[name].prediction.spec()
        return node(HELPER, "drawn", spec, view_of(name).values, points)

    return guesses


@pytest.mark.parametrize("degrees", [0, 10, 90, 135, 180, 270, 350])
def test_a_hand_points_to_where_it_was_drawn(drawn, degrees):
    angle = np.radians(degrees)
    assert drawn("shift", [(40 * np.sin(angle), -40 * np.cos(angle))]) == [degrees]


def test_a_stroke_sets_a_curve_within_its_scale(drawn):
    prediction, places = ALL["similarity"].prediction, view_of("similarity").values["places"]
    guesses = drawn("similarity", [(places[0], 0.81), (places[-1], 0.81)])
    assert guesses == [pytest.approx(0.82, abs=0.0201)] * len(places)
    assert drawn("similarity", [(places[3], 9)])[3] == prediction.high
    assert drawn("similarity", [(places[3], -9)])[3] == prediction.low
    assert drawn("similarity", [(places[3], -9)])[4] == prediction.start
