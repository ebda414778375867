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


_rng = np.random.default_rng(1)
_square = tuple(_rng.normal(size=(5, 4)) for _ in range(3))
_oblong = _rng.normal(size=(3, 9)), _rng.normal(size=(6, 9)), _rng.normal(size=(6, 2))
_CASES = [_square, _oblong]
EXERCISE = Exercise(
    attention,
    _CASES,
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
    queries, keys, values = _CASES[0]
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
    "Did the exponential overflow? Subtract the largest score of each row first. That doesn’t "
    "change the softmax."
)
mistakes.edits("""
    ` / np.sqrt(queries.shape[1])` => ``
        -> You didn’t scale the scores. Divide them by √d, where d is the width of the queries.
    `np.sqrt(queries.shape[1])` => `queries.shape[1]`
        -> You divide the scores by d. Divide by √d.
    `/ np.sqrt` => `* np.sqrt`
        -> You multiply the scores by √d. Divide by it.
    `queries.shape[1]` => `len(keys)`
        -> You divide by the root of the number of keys. Divide by the root of their width d.
    `queries.shape[1]` => `len(queries)`
        -> You divide by the root of the number of queries. Divide by the root of their width d:
        `queries.shape[1]`, not `queries.shape[0]`.
    `queries.shape[1]` => `values.shape[1]`
        -> You divide by the root of the width of the values. Divide by the root of the width d of
        the queries and keys: it’s their dot products that you scale.
    `axis=1` => `axis=0`
        -> Your softmax runs over the queries (axis 0). But each query spreads its weight over the
        keys. Use the last axis, so that every row of weights sums to 1.
    `axis=1, keepdims=True` => ``
        -> All your weights together sum to 1. Each row should sum to 1 by itself. Take the softmax
        along the last axis.
""")


SUM_WITHOUT_KEEPDIMS = (
    "`keepdims=True` is missing in the sum. Without it you divide column i of the weights by the "
    "sum of row i, and with as many keys as queries there’s no error."
)
mistakes.edits(f"""
    ` - scores.max(axis=1, keepdims=True)` => ``
    `sum(axis=1, keepdims=True)` => `sum(axis=1)`
        -> {SUM_WITHOUT_KEEPDIMS}
    `sum(axis=1, keepdims=True)` => `sum(axis=1)`
        -> {SUM_WITHOUT_KEEPDIMS}
    `max(axis=1, keepdims=True)` => `max(axis=1)`
        -> `keepdims=True` is missing in the maximum. Without it you subtract the largest score of
        row i from column i, and with as many keys as queries there’s no error.
    `, keepdims=True` => ``
        -> `keepdims=True` is missing twice, in the maximum and in the sum. Without it, what belongs
        to row i is applied to column i.
    `weights @` => `scores @`
        -> The softmax is missing. You used the raw scores as weights.
    `np.exp(scores - scores.max(axis=1, keepdims=True))` => `scores`
        -> The exponential is missing. You divided the scores themselves by their sum.
    ` - scores.max(axis=1, keepdims=True)` => ``
    ` / weights.sum(axis=1, keepdims=True)` => ``
        -> You didn’t divide the exponentials by their sum, so a row of weights doesn’t sum to 1.
    ` / np.sqrt(queries.shape[1])` => ``
    `weights @` => `weights / np.sqrt(queries.shape[1]) @`
        -> You divide by √d after the softmax. Scale the scores before the exponential. Then each
        row of weights sums to 1.
    ` @ values` => ``
        -> These are the weights. One step is left: multiply them by the values.
    `@ values` => `@ keys`
        -> You multiply the weights by the keys. Multiply by the values: they’re what gets mixed.
    `keys.T` => `values.T`
        -> You compare the queries with the values. A score is the dot product of a query and a key.
    `queries @ keys.T` => `keys @ queries.T`
        -> You swapped queries and keys. `keys @ queries.T` has a row for each key. You want a row
        for each query: `queries @ keys.T`.
    `keys.T` => `keys`
        -> Transpose the keys, `queries @ keys.T`. Then the entries are dot products of rows.
""")


@mistakes.add("You added a causal mask. This exercise wants attention that sees every position.")
def causal(queries, keys, values):
    return pe_lib.attention(queries, keys, values, causal=True)


mistakes.edits("""
    `np.sqrt(queries.shape[1])` => `np.sqrt(queries.shape[1]) @ values`
    `weights @ values` => `weights`
        -> You take the softmax last, over the mixed values. Take it over the scores, before you
        multiply by the values.
    `queries @ keys.T` => `queries * keys`
    `weights @` => `weights *`
        -> `queries * keys` multiplies entry by entry. A score is the dot product of a whole query
        and a whole key: `queries @ keys.T`.
    `weights @` => `weights.T @`
        -> You transpose the weights before you multiply by the values. Leave out the `.T`.
""")
