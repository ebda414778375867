"""Chapter 7: scores with a learned vector for each clipped offset."""

from collections.abc import Callable

import numpy as np

from pe_book.exercises.exercise import Exercise, Mistakes, check
from pe_book.exercises.reply import Reply
from pe_lib.variants import shaw_scores

TASK = r"""
### Exercise: a vector for each offset

Write `my_relative(queries, keys, relative)`: it returns the scores $q_p\cdot(k_s + r)$, where $r$
is the vector of the offset $s-p$. There are $2n+1$ of them, for the offsets $-n$ to $n$ in this
order; an offset beyond takes the outermost. The version below knows no positions.
"""

START = """
from pe_book.exercises.relative import check_relative


def my_relative(queries, keys, relative):
    return queries @ keys.T


check_relative(my_relative)
"""

EXPLANATION = """
Make a table of offsets, key minus query; clip it; add $n$, because row 0 of `relative` belongs to
the offset $-n$. Then `relative[rows]` has a vector for each query and key, and `einsum` takes its
dot product with the query.
"""

SOLUTION = """
def my_relative(queries, keys, relative):
    n, positions = len(relative) // 2, np.arange(len(queries))
    offsets = positions - positions[:, np.newaxis]
    rows = np.clip(offsets, -n, n) + n
    return queries @ keys.T + np.einsum("pd,psd->ps", queries, relative[rows])


check_relative(my_relative)
"""

mistake = Mistakes()


def _cases() -> list[tuple]:
    rng = np.random.default_rng(0)
    sizes = ((3, 4, 7), (6, 4, 5))
    return [tuple(rng.normal(size=(rows, d)) for rows in (n, n, m)) for n, d, m in sizes]


EXERCISE = Exercise(
    shaw_scores,
    _cases,
    mistake,
    axes=("query", "key"),
    praise="The scores depend on the offset alone, and a far offset takes the outermost vector.",
)


@check
def check_relative(function: Callable) -> Reply:
    """Check a reader's `function(queries, keys, relative)`: the scores (n, n) of Shaw et al."""
    return EXERCISE.judge(function)


@mistake("No vector of an offset is in these scores, so they are those of words without order.")
def no_position(queries, keys, relative):
    return queries @ keys.T


@mistake(
    "The offsets have the wrong sign, so “before” and “after” are exchanged. The offset is the "
    "key's position minus the query's: keys along the columns."
)
def offset_of_the_wrong_sign(queries, keys, relative):
    n, positions = len(relative) // 2, np.arange(len(queries))
    rows = np.clip(positions[:, np.newaxis] - positions, -n, n) + n
    return queries @ keys.T + np.einsum("pd,psd->ps", queries, relative[rows])


@mistake(
    "The offsets are not clipped. One beyond n has no row of its own; one below −n counts from the "
    "end of `relative`, without a word."
)
def not_clipped(queries, keys, relative):
    n, positions = len(relative) // 2, np.arange(len(queries))
    rows = positions - positions[:, np.newaxis] + n
    return queries @ keys.T + np.einsum("pd,psd->ps", queries, relative[rows])


@mistake(
    "Row 0 of `relative` belongs to the offset −n, so add n to the clipped offset. Without it "
    "offset 0 takes the vector of −n, and negative offsets count from the end."
)
def row_zero_for_offset_zero(queries, keys, relative):
    n, positions = len(relative) // 2, np.arange(len(queries))
    rows = np.clip(positions - positions[:, np.newaxis], -n, n)
    return queries @ keys.T + np.einsum("pd,psd->ps", queries, relative[rows])


@mistake("n is added before clipping. Clip the offsets to −n and n first, then add n.")
def clipped_after_adding(queries, keys, relative):
    n, positions = len(relative) // 2, np.arange(len(queries))
    rows = np.clip(positions - positions[:, np.newaxis] + n, -n, n)
    return queries @ keys.T + np.einsum("pd,psd->ps", queries, relative[rows])


@mistake(
    "The vectors are added to the queries, so each meets the key. Here they are added to the keys: "
    "their dot product is with the query."
)
def added_to_the_query(queries, keys, relative):
    n, positions = len(relative) // 2, np.arange(len(queries))
    rows = np.clip(positions - positions[:, np.newaxis], -n, n) + n
    return queries @ keys.T + np.einsum("sd,psd->ps", keys, relative[rows])


@mistake("These are the parts of the offsets alone. The product of query and key is missing.")
def offsets_alone(queries, keys, relative):
    n, positions = len(relative) // 2, np.arange(len(queries))
    rows = np.clip(positions - positions[:, np.newaxis], -n, n) + n
    return np.einsum("pd,psd->ps", queries, relative[rows])


@mistake("The offsets are clipped one too early: n itself has a vector of its own.")
def clipped_too_early(queries, keys, relative):
    n, positions = len(relative) // 2, np.arange(len(queries))
    rows = np.clip(positions - positions[:, np.newaxis], 1 - n, n - 1) + n
    return queries @ keys.T + np.einsum("pd,psd->ps", queries, relative[rows])


@mistake(
    "Distances take the place of offsets, so a key before the query and one after it get the same "
    "vector."
)
def distances(queries, keys, relative):
    n, positions = len(relative) // 2, np.arange(len(queries))
    rows = np.clip(abs(positions - positions[:, np.newaxis]), -n, n) + n
    return queries @ keys.T + np.einsum("pd,psd->ps", queries, relative[rows])


@mistake("The scores are divided by √d. That comes later; the task asks for the dot products.")
def divided(queries, keys, relative):
    n, positions = len(relative) // 2, np.arange(len(queries))
    rows = np.clip(positions - positions[:, np.newaxis], -n, n) + n
    scores = queries @ keys.T + np.einsum("pd,psd->ps", queries, relative[rows])
    return scores / np.sqrt(queries.shape[1])


@mistake("Queries and keys have changed places: rows are queries, and columns are keys.")
def transposed(queries, keys, relative):
    n, positions = len(relative) // 2, np.arange(len(queries))
    rows = np.clip(positions - positions[:, np.newaxis], -n, n) + n
    return (queries @ keys.T + np.einsum("pd,psd->ps", queries, relative[rows])).T
