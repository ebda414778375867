"""Chapter 7: take the distance times a slope off the scores, as ALiBi does."""

from collections.abc import Callable

import numpy as np

from pe_book.exercises.exercise import Exercise, Mistakes, check
from pe_book.exercises.reply import Reply
from pe_lib.variants import alibi_bias

TASK = r"""
### Exercise: a linear bias

Write `my_alibi(scores, slope)`: from the scores of a head, a row for each query and a
column for each key, subtract the slope times the distance between the two, without a mask. The
version below makes later keys worse for every query.
"""

START = """
from pe_book.exercises.linear import check_linear


def my_alibi(scores, slope):
    return scores - slope * np.arange(len(scores))


check_linear(my_alibi)
"""

EXPLANATION = """
Broadcasting makes the table of distances: positions as a row minus positions as a column.
"""

SOLUTION = """
def my_alibi(scores, slope):
    positions = np.arange(len(scores))
    return scores - slope * np.abs(positions - positions[:, np.newaxis])


check_linear(my_alibi)
"""

mistake = Mistakes()


def _cases() -> list[tuple]:
    rng = np.random.default_rng(0)
    return [(rng.normal(size=(4, 4)), 0.5), (rng.normal(size=(7, 7)), 0.125)]


EXERCISE = Exercise(
    lambda scores, slope: scores + alibi_bias(len(scores), slope),
    _cases,
    mistake,
    axes=("query", "key"),
    praise="The bias depends on the distance alone, so no score notices where a sentence begins.",
)


@check
def check_linear(function: Callable) -> Reply:
    """Check a reader's `function(scores, slope)`: scores (n, n) minus slope times distance."""
    return EXERCISE.judge(function)


@mistake(
    "You subtract the key's position, so every query gets the same bias. The distance is from the "
    "query to the key: subtract the query's position, too."
)
def position_of_the_key(scores, slope):
    return scores - slope * np.arange(len(scores))


@mistake("The far keys get the larger scores. The distance has to be subtracted.")
def added(scores, slope):
    positions = np.arange(len(scores))
    return scores + slope * np.abs(positions - positions[:, np.newaxis])


@mistake(
    "Without the absolute value one side goes up while the other goes down: query minus key is "
    "negative for keys ahead. Subtract the distance."
)
def query_minus_key(scores, slope):
    positions = np.arange(len(scores))
    return scores - slope * (positions[:, np.newaxis] - positions)


@mistake(
    "Without the absolute value one side goes up while the other goes down: key minus query is "
    "negative for keys behind. Subtract the distance."
)
def key_minus_query(scores, slope):
    positions = np.arange(len(scores))
    return scores - slope * (positions - positions[:, np.newaxis])


@mistake("Keys ahead of the query keep their scores. Subtract the distance on both sides.")
def behind_alone(scores, slope):
    positions = np.arange(len(scores))
    return scores - slope * np.maximum(positions[:, np.newaxis] - positions, 0)


@mistake("The distances are squared. ALiBi's bias is a straight line.")
def squared(scores, slope):
    positions = np.arange(len(scores))
    return scores - slope * (positions - positions[:, np.newaxis]) ** 2


@mistake("This is the bias alone. Subtract it from the scores.")
def bias_alone(scores, slope):
    positions = np.arange(len(scores))
    return -slope * np.abs(positions - positions[:, np.newaxis])


@mistake("The distance is taken off without the slope.")
def slope_forgotten(scores, slope):
    positions = np.arange(len(scores))
    return scores - np.abs(positions - positions[:, np.newaxis])


@mistake("The distance is divided by the slope. A steeper slope should take off more.")
def divided_by_the_slope(scores, slope):
    positions = np.arange(len(scores))
    return scores - np.abs(positions - positions[:, np.newaxis]) / slope


@mistake("These are weights: a softmax has been taken. The task asks for the scores.")
def weights(scores, slope):
    positions = np.arange(len(scores))
    biased = np.exp(scores - slope * np.abs(positions - positions[:, np.newaxis]))
    return biased / biased.sum(axis=1, keepdims=True)


@mistake("The scores are multiplied by the bias. It has to be subtracted.")
def multiplied(scores, slope):
    positions = np.arange(len(scores))
    return scores * (-slope * np.abs(positions - positions[:, np.newaxis]))


@mistake("Keys ahead of the query are masked. Here both sides stay, each with its distance.")
def masked(scores, slope):
    positions = np.arange(len(scores))
    distances = positions[:, np.newaxis] - positions
    return np.where(distances >= 0, scores - slope * distances, -1e9)
