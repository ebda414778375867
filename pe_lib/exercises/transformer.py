"""Exercises on attention (chapters 1 and 6): softmax attention, a head that looks back."""

from collections.abc import Callable

import numpy as np

from pe_lib.attention import attention, attention_weights
from pe_lib.encoding import positional_encoding
from pe_lib.exercises.reply import Known, Reply, judge


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


def check_head(function: Callable) -> Reply:
    """Check a reader's `function(offset, d_model)`: a head that looks `offset` positions back.

    Queries are PE @ W_q and keys PE @ W_k. For every position p >= offset the largest score must be
    at p - offset.

    Parameters
    ----------
    function : callable
        Takes offset in positions and d_model (even), returns the pair (W_q, W_k), both of shape
        (d_model, d_model).

    Returns
    -------
    Reply
        True if the head finds the right position every time.

    Examples
    --------
    >>> from pe_lib.heads import look_back_head
    >>> check_head(look_back_head)
    Right. Every position finds the one that stands `offset` before it.
    """
    looks = {}
    for offset, d_model in ((3, 64), (1, 64), (7, 128)):
        call = f"function({offset}, {d_model})"
        try:
            w_q, w_k = (np.asarray(w, dtype=float) for w in function(offset, d_model))
        except Exception as error:
            return Reply(
                False,
                f"{call} should return W_q and W_k; instead: {type(error).__name__}: {error}",
            )
        if w_q.shape != (d_model, d_model) or w_k.shape != (d_model, d_model):
            return Reply(
                False,
                f"{call} has shapes {w_q.shape} and {w_k.shape}; both should be "
                f"({d_model}, {d_model}).",
            )
        table = positional_encoding(40, d_model)
        scores = (table @ w_q) @ (table @ w_k).T
        found = np.arange(40) - scores.argmax(axis=1)
        looks[offset] = found[offset : 40 - offset]
    if all((found == offset).all() for offset, found in looks.items()):
        return Reply(True, "Every position finds the one that stands `offset` before it.")
    if all((found == -offset).all() for offset, found in looks.items()):
        return Reply(
            False,
            "The head looks forward. Rows are multiplied from the right, so PE @ W applies the "
            "transpose of W: a rotation by k there is a shift by -k.",
        )
    if all((found == 0).all() for found in looks.values()):
        return Reply(
            False,
            "Every position finds itself. The queries (or the keys) still need the shift.",
        )
    offset, found = next((o, f) for o, f in looks.items() if not (f == o).all())
    first = int(np.argmax(found != offset))
    return Reply(
        False,
        f"For offset {offset}, position {first + offset} looks at position "
        f"{first + offset - int(found[first])}; it should look at {first}.",
    )
