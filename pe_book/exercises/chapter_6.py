"""Chapter 6: write down a head that looks back."""

from collections.abc import Callable

import numpy as np

from pe_book.exercises.reply import ACCIDENTS, Reply, described, not_a_function, real
from pe_lib.encoding import positional_encoding


def check_head(function: Callable) -> Reply:
    """Check a reader's `function(offset, d_model)`, which returns W_q and W_k, (d_model, d_model).

    Queries are PE @ W_q and keys PE @ W_k. For every position p >= offset the largest score must be
    at p - offset.
    """
    if not callable(function):
        return Reply(False, not_a_function(function))
    looks = {}
    for offset, d_model in ((3, 64), (1, 64), (7, 128)):
        call = f"function({offset}, {d_model})"
        try:
            (w_q, _), (w_k, _) = map(real, function(offset, d_model))
        except ACCIDENTS as error:
            return Reply(False, f"{call} should return W_q and W_k; instead: {described(error)}")
        if w_q.shape != (d_model, d_model) or w_k.shape != (d_model, d_model):
            return Reply(
                False,
                f"{call} has shapes {w_q.shape} and {w_k.shape}; both should be "
                f"({d_model}, {d_model}).",
            )
        for name, weights in (("W_q", w_q), ("W_k", w_k)):
            if not np.isfinite(weights).all():
                return Reply(False, f"{call} returned a {name} that holds NaN or infinity.")
        table = positional_encoding(40, d_model)
        with np.errstate(all="ignore"):
            scores = (table @ w_q) @ (table @ w_k).T
        if not np.isfinite(scores).all():
            return Reply(False, f"{call} returned weights so large that the scores overflow.")
        looks[offset] = np.arange(40) - scores.argmax(axis=1)
    if all((found[offset:] == offset).all() for offset, found in looks.items()):
        return Reply(True, "Every position finds the one that is offset positions before it.")
    if all((found[: 40 - offset] == -offset).all() for offset, found in looks.items()):
        return Reply(
            False,
            "The head looks forward. Rows are multiplied from the right, so PE @ W applies the "
            "transpose of W. Therefore the matrix of a rotation by k shifts the rows by -k.",
        )
    if all((found == 0).all() for found in looks.values()):
        return Reply(
            False,
            "Every position finds itself. The queries (or the keys) still need the shift.",
        )
    offset, found = next((o, f[o:]) for o, f in looks.items() if not (f[o:] == o).all())
    first = int(np.argmax(found != offset))
    return Reply(
        False,
        f"For offset {offset}, position {first + offset} looks at position "
        f"{first + offset - int(found[first])}; it should look at {first}.",
    )
