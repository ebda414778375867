"""Chapter 1: write softmax attention."""

from collections.abc import Callable

import numpy as np

from pe_book.exercises.reply import Known, Reply, judge
from pe_lib.attention import attention, attention_weights


def _softmax(scores: np.ndarray, axis: int | None) -> np.ndarray:
    weights = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return weights / weights.sum(axis=axis, keepdims=True)


ATTENTION_MISTAKES = (
    Known(
        lambda q, k, v: _softmax(q @ k.T, 1) @ v,
        "The scores are not scaled. Divide them by √d, where d is the width of the queries.",
    ),
    Known(
        lambda q, k, v: _softmax(q @ k.T / q.shape[1], 1) @ v,
        "The scores are divided by d. The divisor is √d.",
    ),
    Known(
        lambda q, k, v: _softmax(q @ k.T * np.sqrt(q.shape[1]), 1) @ v,
        "The scores are multiplied by √d. Divide them by it.",
    ),
    Known(
        lambda q, k, v: _softmax(q @ k.T / np.sqrt(len(k)), 1) @ v,
        "The divisor is the root of the number of keys. It should be the root of their width d.",
    ),
    Known(
        lambda q, k, v: _softmax(q @ k.T / np.sqrt(q.shape[1]), 0) @ v,
        "The softmax runs over the queries (axis 0). Each query shares out its weight over the "
        "keys: use the last axis, so that every row of weights sums to 1.",
    ),
    Known(
        lambda q, k, v: _softmax(q @ k.T / np.sqrt(q.shape[1]), None) @ v,
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


def check_attention(function: Callable) -> Reply:
    """Check a reader's `function(queries, keys, values)` against softmax attention.

    Parameters
    ----------
    function : callable
        Takes queries (n, d), keys (m, d) and values (m, v), returns outputs (n, v).

    Returns
    -------
    Reply
        True if the outputs are right, also where the scores are large.

    Examples
    --------
    >>> check_attention(attention)
    Right. The outputs are right, also where the scores are in the thousands.

    Source: Vaswani et al. 2017, section 3.2.1.
    """
    rng = np.random.default_rng(1)
    square = tuple(rng.normal(size=(5, 4)) for _ in range(3))
    oblong = rng.normal(size=(3, 9)), rng.normal(size=(6, 9)), rng.normal(size=(6, 2))
    ordinary = judge(
        function,
        attention,
        [square, oblong],
        ATTENTION_MISTAKES,
        show=lambda a: "function(" + ", ".join(f"shape {x.shape}" for x in a) + ")",
        axes=("query", "column"),
        praise="The outputs are right.",
    )
    if not ordinary:
        return ordinary
    with np.errstate(all="ignore"):
        large = judge(
            function,
            attention,
            [(1000 * square[0], square[1], square[2])],
            (),
            show=lambda a: "with large scores, function(...)",
            axes=("query", "column"),
            praise="The outputs are right, also where the scores are in the thousands.",
        )
    if large:
        return large
    return Reply(
        False,
        "Ordinary scores are right, but scores in the thousands overflow. Subtract the largest "
        "score of each row before the exponential: the softmax does not change.",
    )
