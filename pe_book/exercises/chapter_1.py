"""Chapter 1: write softmax attention."""

from collections.abc import Callable

import numpy as np

from pe_book.exercises.reply import Exercise, Known, Reply, run
from pe_lib.attention import attention, attention_weights, softmax

_MISTAKES = (
    Known(
        lambda q, k, v: softmax(q @ k.T, 1) @ v,
        "The scores are not scaled. Divide them by √d, where d is the width of the queries.",
    ),
    Known(
        lambda q, k, v: softmax(q @ k.T / q.shape[1], 1) @ v,
        "The scores are divided by d. The divisor is √d.",
    ),
    Known(
        lambda q, k, v: softmax(q @ k.T * np.sqrt(q.shape[1]), 1) @ v,
        "The scores are multiplied by √d. Divide them by it.",
    ),
    Known(
        lambda q, k, v: softmax(q @ k.T / np.sqrt(len(k)), 1) @ v,
        "The divisor is the root of the number of keys. It should be the root of their width d.",
    ),
    Known(
        lambda q, k, v: softmax(q @ k.T / np.sqrt(q.shape[1]), 0) @ v,
        "The softmax runs over the queries (axis 0). Each query shares out its weight over the "
        "keys: use the last axis, so that every row of weights sums to 1.",
    ),
    Known(
        lambda q, k, v: softmax(q @ k.T / np.sqrt(q.shape[1]), None) @ v,
        "All the weights together sum to 1. Each row should sum to 1 on its own: take the "
        "softmax along the last axis.",
    ),
    Known(
        lambda q, k, v: q @ k.T / np.sqrt(q.shape[1]) @ v,
        "The softmax is missing: the raw scores were used as weights.",
    ),
    Known(
        lambda q, k, v: np.exp(q @ k.T / np.sqrt(q.shape[1])) @ v,
        "The exponentials are not divided by their sum, so a row of weights does not sum to 1.",
    ),
    Known(
        lambda q, k, v: attention_weights(q, k),
        "These are the weights. One step is left: multiply them by the values.",
    ),
    Known(
        lambda q, k, v: attention(q, k, v, causal=True),
        "This has the causal mask. The exercise asks for attention that sees every position.",
    ),
)


def _cases() -> list[tuple]:
    rng = np.random.default_rng(1)
    square = tuple(rng.normal(size=(5, 4)) for _ in range(3))
    oblong = rng.normal(size=(3, 9)), rng.normal(size=(6, 9)), rng.normal(size=(6, 2))
    return [square, oblong]


ATTENTION = Exercise(
    attention,
    _cases,
    _MISTAKES,
    axes=("query", "column"),
    praise="The outputs are right, even where the scores are in the thousands.",
)


def check_attention(function: Callable) -> Reply:
    """Check a reader's `function(queries, keys, values)` against softmax attention.

    Queries are (n, d), keys (m, d), values (m, v) and outputs (n, v).
    """
    reply = ATTENTION.judge(function)
    if not reply:
        return reply
    queries, keys, values = _cases()[0]
    large = (1000 * queries, keys, values)
    with np.errstate(all="ignore"):
        answer = run(function, large)
    but = "Ordinary scores are right, but with scores in the thousands"
    if isinstance(answer, str):
        return Reply(False, f"{but} {answer}")
    if answer.agrees(attention(*large)):
        return reply
    why = f"{but} {ATTENTION.difference(answer)}"
    if not np.isfinite(answer.values).all():
        why += (
            " Did the exponential overflow? Subtract the largest score of each row first: the "
            "softmax does not change."
        )
    return Reply(False, why)
