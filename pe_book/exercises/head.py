"""Chapter 6: write down a head that looks back."""

from collections.abc import Callable

import numpy as np

import pe_lib
from pe_book.exercises.call import CAUGHT, call, described, real
from pe_book.exercises.exercise import Mistakes, check
from pe_book.exercises.reply import Reply


def head(offset, d_model):
    return np.eye(d_model), pe_lib.rotation_matrix(-offset, d_model)


mistakes = Mistakes(head)
#: Offsets, and widths of the table that the head reads.
_CASES = ((3, 64), (1, 64), (7, 128))
_SEQ_LEN = 40


@check
def check_head(function: Callable) -> Reply:
    """Check a reader's `function(offset, d_model)`, which returns W_q and W_k, (d_model, d_model).

    Queries are PE @ W_q and keys PE @ W_k. For every position p >= offset the largest score must be
    at p - offset.
    """
    try:
        found = [_looks_at(function, *case) for case in _CASES]
    except ValueError as error:
        return Reply(False, str(error))
    positions = np.arange(_SEQ_LEN)
    misses = [
        (offset, p, int(looks[p]))
        for (offset, _), looks in zip(_CASES, found, strict=True)
        for p in positions[offset:]
        if looks[p] != p - offset
    ]
    if not misses:
        return Reply(True, "Every position finds the one that is offset positions before it.")
    for known in mistakes:
        expected = [_looks_at(known.wrong, *case) for case in _CASES]
        if all(np.array_equal(a, b) for a, b in zip(found, expected, strict=True)):
            return Reply(False, known.text)
    offset, p, looks = misses[0]
    return Reply(
        False,
        f"For offset {offset}, position {p} looks at position {looks}; it should look at "
        f"{p - offset}.",
    )


def _looks_at(function: Callable, offset: int, d_model: int) -> np.ndarray:
    """Return the position with the largest score for each position, (_SEQ_LEN,).

    Raises ValueError, with what to tell the reader, if the function does not return two matrices.
    """
    called = call(function, (offset, d_model))
    try:
        returned = function(offset, d_model)
    except CAUGHT as error:
        raise ValueError(f"{called} raised {described(error, function)}.") from error
    if returned is None:
        raise ValueError(f"{called} returned None. Does the function end in a `return`?")
    if not isinstance(returned, tuple | list) or len(returned) != 2:
        raise ValueError(f"{called} should return two matrices: `return W_q, W_k`.")
    try:
        (w_q, _), (w_k, _) = map(real, returned)
    except CAUGHT as error:
        raise ValueError(f"{called} should return W_q and W_k: {described(error)}.") from error
    if w_q.shape != (d_model, d_model) or w_k.shape != (d_model, d_model):
        raise ValueError(
            f"{called} has shapes {w_q.shape} and {w_k.shape}; both should be "
            f"({d_model}, {d_model})."
        )
    for name, weights in (("W_q", w_q), ("W_k", w_k)):
        if not np.isfinite(weights).all():
            raise ValueError(f"{called} returned a {name} that holds NaN or infinity.")
    table = pe_lib.positional_encoding(_SEQ_LEN, d_model)
    with np.errstate(all="ignore"):
        scores = (table @ w_q) @ (table @ w_k).T
    if not np.isfinite(scores).all():
        raise ValueError(f"{called} returned weights so large that the scores overflow.")
    return scores.argmax(axis=1)


mistakes.edits("""
    `pe_lib.rotation_matrix(-offset, d_model)` => `np.eye(d_model)`
        -> Every position finds itself. You shifted neither queries nor keys, or both by the same
        offset. Shift just one of them.
    `-offset` => `offset`
        -> Your head looks forward. You multiply rows from the right, so PE @ W applies the
        transpose of W: the matrix that rotates by k moves the rows by -k.
    `np.eye(d_model)` => `pe_lib.rotation_matrix(offset, d_model)`
        -> Your head looks back twice as far as it should: you shifted the queries back and the keys
        forward, each by the offset. Shift one of them, or each by half.
    `-offset` => `-1`
        -> Your head looks back by one position, whatever the offset. Use the argument `offset`.
    `-offset` => `-3`
        -> Your head looks back by three positions, whatever the offset. Use the argument `offset`.
    `np.eye(d_model)` => `np.zeros((d_model, d_model))`
        -> All scores are 0, so no position stands out. With a matrix of zeros all queries or keys
        are zero. The matrix that does nothing is `np.eye(d_model)`.
""")


@mistakes.add(
    "A matrix of ones adds up the columns of a row, and you lose the position. The matrix that "
    "does nothing is `np.eye(d_model)`."
)
def ones(offset, d_model):
    return np.ones((d_model, d_model)), np.ones((d_model, d_model))


mistakes.edits("""
    `pe_lib` => `-pe_lib`
        -> Your scores have the wrong sign, so each position looks where the score should be
        smallest. Leave out the minus.
    `-offset` => `-offset - 1`
        -> Your head looks back one position too far: it shifts by offset + 1. A shift by 0 already
        finds the position itself.
    `-offset` => `-offset + 1`
        -> Your head doesn’t look back far enough: it shifts by offset - 1.
    `pe_lib.rotation_matrix(-offset, d_model)` => `np.roll(np.eye(d_model), offset, axis=1)`
        -> `np.roll` moves columns, which belong to pairs, not to positions. To shift a row by
        `offset` positions, rotate each pair: `pe_lib.rotation_matrix`.
""")
