"""Chapter 1: write softmax attention."""

from collections.abc import Callable

import numpy as np

import pe_lib
from pe_book.exercises.call import Failure, run
from pe_book.exercises.exercise import Exercise, Mistakes, check
from pe_book.exercises.reply import Reply


def attention(queries, keys, values):
    scores = queries @ keys.T / np.sqrt(queries.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = weights / weights.sum(axis=1, keepdims=True)
    return weights @ values


mistakes = Mistakes(attention)


def _cases() -> list[tuple]:
    rng = np.random.default_rng(1)
    square = tuple(rng.normal(size=(5, 4)) for _ in range(3))
    oblong = rng.normal(size=(3, 9)), rng.normal(size=(6, 9)), rng.normal(size=(6, 2))
    return [square, oblong]


EXERCISE = Exercise(
    attention,
    _cases,
    mistakes,
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
    if answer.agrees(attention(*large)):
        return reply
    why = f"{but} {EXERCISE.difference(function, answer)}"
    if not np.isfinite(answer.values).all():
        why += f" {OVERFLOW}"
    return Reply(False, why)


OVERFLOW = (
    "Did the exponential overflow? Subtract the largest score of each row first: the softmax does "
    "not change."
)
mistakes.edit(
    "The scores are not scaled. Divide them by √d, where d is the width of the queries.",
    {" / np.sqrt(queries.shape[1])": ""},
)
mistakes.edit(
    "The scores are divided by d. The divisor is √d.",
    {"np.sqrt(queries.shape[1])": "queries.shape[1]"},
)
mistakes.edit("The scores are multiplied by √d. Divide them by it.", {"/ np.sqrt": "* np.sqrt"})
mistakes.edit(
    "The divisor is the root of the number of keys. It should be the root of their width d.",
    {"queries.shape[1]": "len(keys)"},
)
mistakes.edit(
    "The divisor is the root of the number of queries. It should be the root of their width d: "
    "`queries.shape[1]`, not `queries.shape[0]`.",
    {"queries.shape[1]": "len(queries)"},
)
mistakes.edit(
    "The divisor is the root of the width of the values. It should be the root of the width d of "
    "queries and keys, whose dot products are scaled.",
    {"queries.shape[1]": "values.shape[1]"},
)
mistakes.edit(
    "The softmax runs over the queries (axis 0). Each query shares out its weight over the keys: "
    "use the last axis, so that every row of weights sums to 1.",
    {"axis=1": "axis=0"},
)
mistakes.edit(
    "All the weights together sum to 1. Each row should sum to 1 on its own: take the softmax "
    "along the last axis.",
    {"axis=1, keepdims=True": ""},
)


SUM_WITHOUT_KEEPDIMS = (
    "`keepdims=True` is missing in the sum: without it, column i of the weights is divided by the "
    "sum of row i. With as many keys as queries, no error tells you."
)
mistakes.edit(
    SUM_WITHOUT_KEEPDIMS,
    {" - scores.max(axis=1, keepdims=True)": "", "sum(axis=1, keepdims=True)": "sum(axis=1)"},
)
mistakes.edit(SUM_WITHOUT_KEEPDIMS, {"sum(axis=1, keepdims=True)": "sum(axis=1)"})
mistakes.edit(
    "`keepdims=True` is missing in the maximum: without it, the largest score of row i is "
    "subtracted from column i. With as many keys as queries, no error tells you.",
    {"max(axis=1, keepdims=True)": "max(axis=1)"},
)
mistakes.edit(
    "`keepdims=True` is missing twice, in the maximum and in the sum: without it, what belongs to "
    "row i is applied to column i.",
    {", keepdims=True": ""},
)
mistakes.edit(
    "The softmax is missing: the raw scores were used as weights.", {"weights @": "scores @"}
)
mistakes.edit(
    "The exponential is missing: the scores themselves were divided by their sum.",
    {"np.exp(scores - scores.max(axis=1, keepdims=True))": "scores"},
)
mistakes.edit(
    "The exponentials are not divided by their sum, so a row of weights does not sum to 1.",
    {" - scores.max(axis=1, keepdims=True)": "", " / weights.sum(axis=1, keepdims=True)": ""},
)
mistakes.edit(
    "The division by √d comes after the softmax. Scale the scores before the exponential; the "
    "weights of a row then sum to 1.",
    {" / np.sqrt(queries.shape[1])": "", "weights @": "weights / np.sqrt(queries.shape[1]) @"},
)
mistakes.edit(
    "These are the weights. One step is left: multiply them by the values.", {" @ values": ""}
)
mistakes.edit(
    "The weights are multiplied by the keys. What they mix are the values.", {"@ values": "@ keys"}
)
mistakes.edit(
    "The queries are compared with the values. A score is the dot product of a query and a key.",
    {"keys.T": "values.T"},
)
mistakes.edit(
    "Queries and keys are exchanged: `keys @ queries.T` has a row for each key. Each row should "
    "belong to a query: `queries @ keys.T`.",
    {"queries @ keys.T": "keys @ queries.T"},
)
mistakes.edit(
    "Transpose the keys, `queries @ keys.T`: the entries are then dot products of rows.",
    {"keys.T": "keys"},
)


@mistakes.add("This has the causal mask. The exercise asks for attention that sees every position.")
def causal(queries, keys, values):
    return pe_lib.attention(queries, keys, values, causal=True)


mistakes.edit(
    "The softmax comes last, over the mixed values. It belongs to the scores, before they are "
    "multiplied by the values.",
    {
        "np.sqrt(queries.shape[1])": "np.sqrt(queries.shape[1]) @ values",
        "weights @ values": "weights",
    },
)
mistakes.edit(
    "`queries * keys` multiplies entry by entry. A score is the dot product of a whole query and a "
    "whole key: `queries @ keys.T`.",
    {"queries @ keys.T": "queries * keys", "weights @": "weights *"},
)
mistakes.edit(
    "The weights are transposed before they are multiplied by the values. Leave out the `.T`.",
    {"weights @": "weights.T @"},
)
