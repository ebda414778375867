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


@pytest.fixture
def predicted(node):
    """Return what is drawn and replied for guesses, in the figure of a view."""

    def answer(name: str, view, guesses) -> dict:
        explorer = ALL[name]
        return node(
            HELPER,
            "predicted",
            explorer.prediction.spec(),
            explorer.wording.spec(),
            view.values,
            list(guesses),
        )

    return answer


def some_settings(name: str) -> list[dict]:
    explorer, choose = ALL[name], random.Random(f"{name}, again").choice
    return [explorer.defaults, *(sample(explorer, choose) for _ in range(12))]


def shown(name: str, view, trace: dict) -> None:
    """Check that a prediction of the answers is drawn where the figure has the answers."""
    x, y = np.array(trace["x"], dtype=float), np.array(trace["y"], dtype=float)
    match ALL[name].prediction.shape:
        case "hand":
            tip = view.traces[4]["x"][1], view.traces[4]["y"][1]
            assert np.allclose((x[-1], y[-1]), tip, atol=0.01)
        case "curve":
            curve, near = view.traces[1], x < 20  # where its points are close together
            drawn = np.interp(x[near], curve["x"], curve["y"])
            assert len(drawn) == 5 and np.allclose(y[near], drawn, atol=0.03)
    assert {trace["xaxis"], trace["yaxis"]} == {*ALL[name].prediction.axes}


def reply(node, name: str, view, template: str, **found) -> str:
    """Return a reply as the wording fills it, for guesses that differ from the answers so."""
    spec = ALL[name].wording.spec()
    return node(WORDING, "fill", spec, template, view.values | found)


@pytest.mark.parametrize("name", PREDICTED)
def test_the_answers_are_what_the_figure_shows_and_guesses_close_to_them_are_right(
    name, node, predicted
):
    prediction = ALL[name].prediction
    for settings in some_settings(name):
        view = view_of(name, **settings)
        answers = np.array(view.values["answers"], dtype=float)
        found = predicted(name, view, answers)
        shown(name, view, found["trace"])
        for guesses in (answers, answers + 0.9 * prediction.close):
            off = np.abs(guesses - answers)
            measured = {"mean": off.mean(), "largest": off.max(), "place": view.values["places"][0]}
            right = reply(node, name, view, prediction.right, **measured)
            assert predicted(name, view, guesses)["reply"] == right


@pytest.mark.parametrize("name", PREDICTED)
def test_wrong_guesses_are_told(name, node, predicted):
    prediction, rng = ALL[name].prediction, np.random.default_rng(3)
    for settings in some_settings(name):
        view = view_of(name, **settings)
        answers = np.array(view.values["answers"], dtype=float)
        for count in {1, len(answers) // 2, len(answers)} - {0}:
            wrong = rng.permutation(len(answers))[:count]
            guesses = answers.copy()
            guesses[wrong] += prediction.close * (1 + rng.uniform(0.1, 1, count))
            off = np.abs(guesses - answers)
            measured = {"mean": off.mean(), "largest": off.max()}
            place = view.values["places"][off.argmax()]
            expected = reply(node, name, view, prediction.wrong, place=place, **measured)
            assert predicted(name, view, guesses)["reply"] == expected


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
