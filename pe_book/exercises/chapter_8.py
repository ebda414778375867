"""The exercise of chapter 8: write a check, and see which wrong implementations survive it."""

from collections.abc import Callable

import numpy as np

from pe_book.exercises.reply import ACCIDENTS, Reply, described, not_a_function
from pe_book.mistakes import MISTAKES
from pe_lib.encoding import positional_encoding


def check_detector(detector: Callable) -> Reply:
    """Check a reader's `detector(table_function)`: it must pass the right one and no other.

    A table function takes (seq_len, d_model). A detector that raises on a wrong one rejects it.
    """
    if not callable(detector):
        return Reply(False, not_a_function(detector))
    try:
        accepted = detector(positional_encoding)
    except ACCIDENTS as error:
        return Reply(False, f"On the right table your check raised {described(error)}")
    if not isinstance(accepted, bool | np.bool_):
        kind = type(accepted).__name__
        return Reply(False, f"Your check should return True or False, but it returned {kind}.")
    if not accepted:
        return Reply(False, "Your check rejects the right table. Is its tolerance too tight?")
    survivors = []
    for mistake in MISTAKES:
        try:
            if detector(mistake.implementation):
                survivors.append(mistake)
        except ACCIDENTS:
            continue
    total = len(MISTAKES)
    if not survivors:
        return Reply(True, f"The right table passes, and your check rejects all {total} exhibits.")
    return Reply(
        False,
        f"Your check catches {total - len(survivors)} of the {total} exhibits. "
        f"One that slips through is “{survivors[0].name}”. {survivors[0].form}",
    )
