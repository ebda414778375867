"""Chapter 8: write a check, and see which wrong implementations survive it."""

from collections.abc import Callable

import numpy as np

import pe_lib
from pe_book.exercises.call import CAUGHT, described
from pe_book.exercises.exercise import Mistakes, check
from pe_book.exercises.reply import Reply
from pe_book.mistakes import MISTAKES, Mistake

mistakes = Mistakes()


@check
def check_detector(detector: Callable) -> Reply:
    """Check a reader's `detector(table_function)`: it must pass the right one and no other.

    A table function takes (seq_len, d_model). A detector that raises on a wrong one rejects it.
    """
    try:
        accepted = detector(pe_lib.positional_encoding)
    except CAUGHT as error:
        raised = described(error, detector)
        return Reply(False, f"On the right table your check raised {raised}.")
    if not isinstance(accepted, bool | np.bool_):
        kind = type(accepted).__name__
        return Reply(False, f"Your check should return True or False, but it returned {kind}.")
    if not accepted:
        return Reply(False, f"Your check rejects the right table. {TOO_TIGHT}")
    if not _survives(pe_lib.positional_encoding_vectorized, detector):
        return Reply(False, EXACT)
    survivors = _survivors(detector)
    total = len(MISTAKES)
    if not survivors:
        return Reply(True, f"The right table passes, and your check catches all {total} bugs.")
    why = next((known.text for known in mistakes if _survivors(known.wrong) == survivors), "")
    return Reply(
        False,
        f"Your check catches {total - len(survivors)} of the {total} bugs. "
        f"One that slips through is “{survivors[0].name}”. {survivors[0].form} {why}".strip(),
    )


def _survivors(detector: Callable) -> list[Mistake]:
    """Return the exhibits that a detector accepts."""
    return [exhibit for exhibit in MISTAKES if _survives(exhibit.implementation, detector)]


def _survives(table_function: Callable, detector: Callable) -> bool:
    try:
        return bool(detector(table_function))
    except CAUGHT:
        return False


TOO_TIGHT = "Is your tolerance too tight, or do you compare with another table?"
EXACT = (
    "Your check accepts the library’s table, but not chapter 5’s, which is right, too. Its last "
    "digits are rounded differently. Compare with a tolerance: `np.allclose`."
)


@mistakes.add(
    "Every bug passes. A shape, a range, or a comparison of the function with itself says "
    "nothing about the entries. Compare them with values that you trust."
)
def shape_alone(table_function):
    return table_function(20, 8).shape == (20, 8)


@mistakes.add(
    "An odd width is a good idea, but a shape says nothing about the entries. Compare the entries "
    "themselves with values that you trust."
)
def odd_shape_alone(table_function):
    return table_function(20, 7).shape == (20, 7)


@mistakes.add(
    "In row 0 every angle is 0, whatever the frequencies are. Compare a later row, too: row 1 "
    "shows every frequency."
)
def first_row_alone(table_function):
    return np.allclose(table_function(20, 8)[0], [0, 1, 0, 1, 0, 1, 0, 1])


@mistakes.add(
    "The lengths of rows, and the dot products of rows at one offset, come out right for any "
    "frequencies in any order. Compare the entries themselves."
)
def lengths_alone(table_function):
    table = table_function(100, 64)
    return np.allclose(np.linalg.norm(table, axis=1), np.sqrt(32))


@mistakes.add(
    "sin² + cos² = 1 holds for any angle, so this catches broken pairs but no wrong frequency. "
    "Compare the entries themselves."
)
def circles_alone(table_function):
    table = table_function(50, 8)
    return np.allclose(table[:, 0::2] ** 2 + table[:, 1::2] ** 2, 1)


@mistakes.add(
    "That all rows differ doesn’t make the table right: most wrong tables have that, too. "
    "Compare the entries themselves."
)
def rows_differ(table_function):
    table = table_function(100, 16)
    return len(np.unique(table.round(6), axis=0)) == 100


@mistakes.add(
    "The rotation from row to row is right wherever the rows start. Compare row 0, too, an odd "
    "width, and a far row."
)
def rotation_alone(table_function):
    table = table_function(50, 8)
    return np.allclose(table[:-1] @ pe_lib.rotation_matrix(1, 8).T, table[1:])


@mistakes.add("Column 0 is sin p in every bug that leaves pair 0 alone. Compare all columns.")
def first_column_alone(table_function):
    return np.allclose(table_function(50, 8)[:, 0], np.sin(np.arange(50)))


@mistakes.add("Pair 0 has the frequency 1 in most wrong tables, too. Compare all columns.")
def first_pair_alone(table_function):
    table, positions = table_function(50, 8), np.arange(50)
    sine, cosine = np.sin(positions), np.cos(positions)
    return np.allclose(table[:, 0], sine) and np.allclose(table[:, 1], cosine)


@mistakes.add(
    "With d_model = 2 there is one pair, so neither the exponents nor the order of the pairs "
    "matter. Take a wider table."
)
def one_pair(table_function):
    return np.allclose(table_function(20, 2), pe_lib.positional_encoding(20, 2))


@mistakes.add(
    "A mean doesn’t see the order of the columns. Compare entry by entry, with `np.allclose`."
)
def mean_alone(table_function):
    exact = pe_lib.positional_encoding(50, 8)
    return np.isclose(table_function(50, 8).mean(), exact.mean())


@mistakes.add(
    "The bugs you still miss show only at an odd width, or far from position 0. Try both."
)
def even_width_alone(table_function):
    return np.allclose(table_function(20, 8), pe_lib.positional_encoding(20, 8))


@mistakes.add(
    "The bugs you still miss show only far from position 0. Compare a row such as 20,000, with a "
    "tolerance tight enough to notice float32."
)
def near_positions_alone(table_function):
    return all(
        np.allclose(table_function(20, d), pe_lib.positional_encoding(20, d)) for d in (8, 7)
    )


@mistakes.add("The bugs you still miss show only at an odd width. Try one, too.")
def far_but_even(table_function):
    near = np.allclose(table_function(20, 8), pe_lib.positional_encoding(20, 8))
    exact = pe_lib.positional_encoding_at(20_000, 8)
    return near and np.allclose(table_function(20_001, 8)[-1], exact, rtol=1e-6)
