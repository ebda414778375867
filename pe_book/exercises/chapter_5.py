"""The exercise of chapter 5: the table by doubling, with few sines."""

import cmath
import math
from collections.abc import Callable

import numpy as np

from pe_book.exercises import chapter_2
from pe_book.exercises.reply import Reply, run
from pe_lib.encoding import positional_encoding

#: What counts as computing a sine, a cosine or, of a complex number, both.
_COUNTED = [(np, "sin"), (np, "cos"), (np, "exp"), (math, "sin"), (math, "cos")]
_COUNTED += [(cmath, "exp"), (cmath, "rect")]
_SEQ_LEN, _D_MODEL = 1000, 64
#: Ten doublings reach 1000 positions, with one row of sines and cosines each.
_ROWS_ALLOWED = 40


def check_doubling(function: Callable) -> Reply:
    """Check a reader's `function(seq_len, d_model)`: the right table, and few sines to get it.

    While the function runs, the sines and cosines that numpy, math and cmath compute are counted,
    by the row: one row of the table is d_model of them.
    """
    from contextlib import ExitStack
    from unittest import mock

    reply = chapter_2.check_encoding(function)
    if not reply:
        return reply
    counted = 0

    def counting(original):
        def call(values, *args, **kwargs):
            nonlocal counted
            result = original(values, *args, **kwargs)
            counted += np.size(values) * (2 if np.iscomplexobj(result) else 1)
            return result

        return call

    with ExitStack() as stack:
        for module, name in _COUNTED:
            counter = counting(getattr(module, name))
            stack.enter_context(mock.patch.object(module, name, counter))
        answer = run(function, (_SEQ_LEN, _D_MODEL))
    if isinstance(answer, str):
        return Reply(False, f"Smaller tables are right, but {answer}")
    truth = positional_encoding(_SEQ_LEN, _D_MODEL)
    if answer.values.shape != truth.shape or not np.isfinite(answer.values).all():
        return Reply(False, f"Other tables are right, but {chapter_2.ENCODING.difference(answer)}")
    worst = np.abs(answer.values - truth).max()
    if not answer.agrees(truth):
        return Reply(False, f"At seq_len={_SEQ_LEN} the largest error is {worst:.1e}: too much.")
    rows = counted / _D_MODEL
    if rows < 1:
        return Reply(
            False,
            "The table is right, but less than one row of sines and cosines was counted. Only "
            "calls written as np.sin, np.cos, np.exp, math.sin, math.cos or cmath.exp count: "
            "use these.",
        )
    if rows > _ROWS_ALLOWED:
        return Reply(
            False,
            f"The table is right, but it took {rows:.0f} rows of sines and cosines; doubling takes "
            f"{(_SEQ_LEN - 1).bit_length()}, and {_ROWS_ALLOWED} are allowed. Compute the row of "
            "the shift m, and get rows m to 2m by rotating rows 0 to m.",
        )
    return Reply(
        True,
        f"The table is right, from {math.ceil(rows)} rows of sines and cosines instead of "
        f"{_SEQ_LEN}; the largest error at {_SEQ_LEN} positions is {worst:.1e}.",
    )
