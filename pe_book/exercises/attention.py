"""Chapter 1: write softmax attention."""

from collections.abc import Callable

import numpy as np

import pe_lib
from pe_book.exercises.call import Failure, run
from pe_book.exercises.exercise import Exercise, Mistakes, check
from pe_book.exercises.reply import Reply

TASK = """
## Exercise: write attention

Everything in this chapter rests on one small function. The code below has two mistakes. Run it,
read the reply, fix the first mistake, and run it again for the next reply.
"""

START = """
from pe_book.exercises.attention import check_attention


def my_attention(queries, keys, values):
    scores = queries @ keys.T
    weights = np.exp(scores)
    return weights / weights.sum(axis=1, keepdims=True) @ values


check_attention(my_attention)
"""

EXPLANATION = r"""
Two steps were missing. First, divide the scores by $\sqrt d$, so that they do not grow with the
width. Second, subtract the largest score of each row before the exponential, which is too large for
a computer's numbers from about 710 on. The subtraction changes no weight, because numerator and
denominator get the same factor.
"""

SOLUTION = """
def my_attention(queries, keys, values):
    scores = queries @ keys.T / np.sqrt(queries.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ values


check_attention(my_attention)
"""

mistake = Mistakes()


def _cases() -> list[tuple]:
    rng = np.random.default_rng(1)
    square = tuple(rng.normal(size=(5, 4)) for _ in range(3))
    oblong = rng.normal(size=(3, 9)), rng.normal(size=(6, 9)), rng.normal(size=(6, 2))
    return [square, oblong]


EXERCISE = Exercise(
    pe_lib.attention,
    _cases,
    mistake,
    axes=("query", "column"),
    praise="The outputs are right, even where the scores are in the thousands.",
)


@check
def check_attention(function: Callable) -> Reply:
    """Check a reader's `function(queries, keys, values)` against softmax attention.

    Queries are (n, d), keys (m, d), values (m, v) and outputs (n, v).
    """
    reply = EXERCISE.judge(function)
    if not reply:
        return reply
    queries, keys, values = _cases()[0]
    large = (1000 * queries, keys, values)
    with np.errstate(all="ignore"):
        answer = run(function, large)
    but = "Ordinary scores are right, but with scores in the thousands"
    if isinstance(answer, Failure):
        return Reply(False, f"{but} {answer.text}")
    if answer.agrees(pe_lib.attention(*large)):
        return reply
    why = f"{but} {EXERCISE.difference(function, answer)}"
    if not np.isfinite(answer.values).all():
        why += f" {OVERFLOW}"
    return Reply(False, why)


OVERFLOW = (
    "Did the exponential overflow? Subtract the largest score of each row first: the softmax does "
    "not change."
)


@mistake(
    "The scores are not scaled. Divide them by √d, where d is the width of the queries.",
)
def not_scaled(queries, keys, values):
    weights = np.exp(queries @ keys.T)
    return weights / weights.sum(axis=1, keepdims=True) @ values


@mistake("The scores are divided by d. The divisor is √d.")
def divided_by_the_width(queries, keys, values):
    weights = np.exp(queries @ keys.T / queries.shape[1])
    return weights / weights.sum(axis=1, keepdims=True) @ values


@mistake("The scores are multiplied by √d. Divide them by it.")
def multiplied_by_the_root(queries, keys, values):
    scores = queries @ keys.T * np.sqrt(queries.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ values


@mistake("The divisor is the root of the number of keys. It should be the root of their width d.")
def root_of_the_number_of_keys(queries, keys, values):
    weights = np.exp(queries @ keys.T / np.sqrt(len(keys)))
    return weights / weights.sum(axis=1, keepdims=True) @ values


@mistake(
    "The divisor is the root of the number of queries. It should be the root of their width d: "
    "`queries.shape[1]`, not `queries.shape[0]`."
)
def root_of_the_number_of_queries(queries, keys, values):
    weights = np.exp(queries @ keys.T / np.sqrt(len(queries)))
    return weights / weights.sum(axis=1, keepdims=True) @ values


@mistake(
    "The divisor is the root of the width of the values. It should be the root of the width d of "
    "queries and keys, whose dot products are scaled."
)
def root_of_the_width_of_values(queries, keys, values):
    weights = np.exp(queries @ keys.T / np.sqrt(values.shape[1]))
    return weights / weights.sum(axis=1, keepdims=True) @ values


@mistake(
    "The softmax runs over the queries (axis 0). Each query shares out its weight over the keys: "
    "use the last axis, so that every row of weights sums to 1."
)
def softmax_over_queries(queries, keys, values):
    weights = np.exp(queries @ keys.T / np.sqrt(queries.shape[1]))
    return weights / weights.sum(axis=0, keepdims=True) @ values


@mistake(
    "All the weights together sum to 1. Each row should sum to 1 on its own: take the softmax "
    "along the last axis."
)
def one_sum_for_all(queries, keys, values):
    weights = np.exp(queries @ keys.T / np.sqrt(queries.shape[1]))
    return weights / weights.sum() @ values


SUM_WITHOUT_KEEPDIMS = (
    "`keepdims=True` is missing in the sum: without it, column i of the weights is divided by the "
    "sum of row i. With as many keys as queries, no error tells you."
)


@mistake(SUM_WITHOUT_KEEPDIMS)
def sum_without_keepdims(queries, keys, values):
    weights = np.exp(queries @ keys.T / np.sqrt(queries.shape[1]))
    return weights / weights.sum(axis=1) @ values


@mistake(SUM_WITHOUT_KEEPDIMS)
def sum_without_keepdims_after_the_maximum(queries, keys, values):
    scores = queries @ keys.T / np.sqrt(queries.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1) @ values


@mistake(
    "`keepdims=True` is missing in the maximum: without it, the largest score of row i is "
    "subtracted from column i. With as many keys as queries, no error tells you."
)
def maximum_without_keepdims(queries, keys, values):
    scores = queries @ keys.T / np.sqrt(queries.shape[1])
    weights = np.exp(scores - scores.max(axis=1))
    return weights / weights.sum(axis=1, keepdims=True) @ values


@mistake(
    "`keepdims=True` is missing twice, in the maximum and in the sum: without it, what belongs to "
    "row i is applied to column i."
)
def both_without_keepdims(queries, keys, values):
    scores = queries @ keys.T / np.sqrt(queries.shape[1])
    weights = np.exp(scores - scores.max(axis=1))
    return weights / weights.sum(axis=1) @ values


@mistake("The softmax is missing: the raw scores were used as weights.")
def no_softmax(queries, keys, values):
    return queries @ keys.T / np.sqrt(queries.shape[1]) @ values


@mistake("The exponential is missing: the scores themselves were divided by their sum.")
def no_exponential(queries, keys, values):
    scores = queries @ keys.T / np.sqrt(queries.shape[1])
    return scores / scores.sum(axis=1, keepdims=True) @ values


@mistake("The exponentials are not divided by their sum, so a row of weights does not sum to 1.")
def not_divided_by_the_sum(queries, keys, values):
    return np.exp(queries @ keys.T / np.sqrt(queries.shape[1])) @ values


@mistake(
    "The division by √d comes after the softmax. Scale the scores before the exponential; the "
    "weights of a row then sum to 1."
)
def scaled_after_the_softmax(queries, keys, values):
    weights = np.exp(queries @ keys.T)
    weights = weights / weights.sum(axis=1, keepdims=True) / np.sqrt(queries.shape[1])
    return weights @ values


@mistake("These are the weights. One step is left: multiply them by the values.")
def weights_alone(queries, keys, values):
    weights = np.exp(queries @ keys.T / np.sqrt(queries.shape[1]))
    return weights / weights.sum(axis=1, keepdims=True)


@mistake("The weights are multiplied by the keys. What they mix are the values.")
def keys_for_values(queries, keys, values):
    weights = np.exp(queries @ keys.T / np.sqrt(queries.shape[1]))
    return weights / weights.sum(axis=1, keepdims=True) @ keys


@mistake(
    "The queries are compared with the values. A score is the dot product of a query and a key."
)
def values_for_keys(queries, keys, values):
    weights = np.exp(queries @ values.T / np.sqrt(queries.shape[1]))
    return weights / weights.sum(axis=1, keepdims=True) @ values


@mistake(
    "Queries and keys are exchanged: `keys @ queries.T` has a row for each key. Each row should "
    "belong to a query: `queries @ keys.T`."
)
def queries_and_keys_exchanged(queries, keys, values):
    weights = np.exp(keys @ queries.T / np.sqrt(queries.shape[1]))
    return weights / weights.sum(axis=1, keepdims=True) @ values


@mistake("Transpose the keys, `queries @ keys.T`: the entries are then dot products of rows.")
def keys_not_transposed(queries, keys, values):
    weights = np.exp(queries @ keys / np.sqrt(queries.shape[1]))
    return weights / weights.sum(axis=1, keepdims=True) @ values


@mistake("This has the causal mask. The exercise asks for attention that sees every position.")
def causal(queries, keys, values):
    return pe_lib.attention(queries, keys, values, causal=True)


@mistake(
    "The softmax comes last, over the mixed values. It belongs to the scores, before they are "
    "multiplied by the values."
)
def softmax_after_the_values(queries, keys, values):
    mixed = np.exp(queries @ keys.T / np.sqrt(queries.shape[1]) @ values)
    return mixed / mixed.sum(axis=1, keepdims=True)


@mistake(
    "`queries * keys` multiplies entry by entry. A score is the dot product of a whole query and a "
    "whole key: `queries @ keys.T`."
)
def entry_by_entry(queries, keys, values):
    weights = np.exp(queries * keys / np.sqrt(queries.shape[1]))
    return weights / weights.sum(axis=1, keepdims=True) * values


@mistake("The weights are transposed before they are multiplied by the values. Leave out the `.T`.")
def weights_transposed(queries, keys, values):
    weights = np.exp(queries @ keys.T / np.sqrt(queries.shape[1]))
    weights = weights / weights.sum(axis=1, keepdims=True)
    return weights.T @ values
