"""Chapter 11's sentences about further baselines are true of the stored run, and a model agrees."""

import mpmath
import numpy as np
import pytest

from pe_book.model.experiments.baselines import (
    HIDDEN,
    LENGTHS,
    causal,
    stored,
    stored_numbers,
    train_case,
)
from pe_book.model.experiments.seeds import interval
from pe_book.model.experiments.three_back import accuracies, split
from pe_book.model.transformer import Task, forward
from pe_lib.practice import t5_buckets
from pe_lib.variants import offsets


def right(length):
    return {name: np.nanmean(accuracy, axis=1) for name, accuracy in stored(length).items()}


def test_the_stored_run_supports_the_chapter():
    trained, longer = map(right, LENGTHS)
    for name in ("sinusoid, random starts", "learned, random starts", "RoPE"):
        assert (trained[name] > 0.95).all() and (longer[name] > 0.97).all(), name
    assert (split(stored()["sinusoid"])["unseen"] < 0.5).all()
    assert (trained["T5's bias"] > 0.99).all() and (longer["T5's bias"] < 0.75).all()
    assert (longer["T5's bias, buckets to 32"] > 0.95).all()
    for name in ("ALiBi, causal", "ALiBi, causal, slope 1", "none, causal"):
        assert (trained[name] < 0.25).all() and (longer[name] < 0.25).all(), name


def test_a_causal_bias_hides_keys_ahead_alone():
    hidden = causal(np.ones((5, 5)))
    assert ((hidden == HIDDEN) == (offsets(5) > 0)).all() and (hidden[offsets(5) <= 0] == 1).all()


@pytest.mark.nightly
def test_a_fresh_model_with_t5s_bias_agrees_and_says_why():
    model = train_case("T5's bias", 0)
    [fresh] = accuracies({"t5": [model]}).values()
    assert np.nanmean(fresh) == pytest.approx(right(64)["T5's bias"][0], abs=0.12)
    numbers, task = model.weights["numbers"], model.task
    assert stored_numbers() == pytest.approx(numbers, abs=0.3)
    used = np.unique(t5_buckets(np.arange(1 - task.length, task.length)))
    unused = np.setdiff1d(np.arange(32), used)
    wrong = np.setdiff1d(used, t5_buckets([-task.look_back]))
    assert np.abs(numbers[unused]).max() < 0.5 and numbers[wrong].max() < -0.5


def test_random_starts_add_the_rows_from_the_start_on():
    model = train_case("learned, random starts", 0, Task(steps=2))
    tokens = np.zeros((1, 4), int)
    added = [forward(model, tokens, start)["x"] for start in (0, 7)]
    rows = model.weights["positions"]
    np.testing.assert_allclose(added[1] - added[0], (rows[7:11] - rows[:4])[None], atol=1e-6)
    with pytest.raises(ValueError, match="start"):
        forward(model, tokens, model.task.max_len - 3)


@pytest.mark.parametrize("n", [3, 8, 10])
def test_the_interval_holds_95_percent_of_students_t(n):
    shares = np.random.default_rng(n).normal(50, 20, n)
    mean, half = (float(number) for number in interval(shares).split("±"))
    assert mean == pytest.approx(shares.mean(), abs=0.005)
    t, freedom = half / (shares.std(ddof=1) / n**0.5), n - 1
    beyond = mpmath.betainc(freedom / 2, 0.5, 0, freedom / (freedom + t**2), regularized=True)
    assert float(beyond) == pytest.approx(0.05, abs=1e-4)
    with pytest.raises(ValueError, match="3, 8, 10"):
        interval([0.5, 0.6])
