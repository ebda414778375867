"""The exercise of chapter 5: the table by doubling, with few sines."""

import math
from collections.abc import Callable

import numpy as np

from pe_book.exercises.chapter_2 import check_encoding
from pe_book.exercises.reply import Reply, run
from pe_lib.encoding import positional_encoding


def check_doubling(function: Callable) -> Reply:
    """Check a reader's `function(seq_len, d_model)`: the right table, and few sines to get it.

    While the function runs, `np.sin`, `np.cos` and `np.exp` count the values that they compute.
    """
    from unittest import mock

    reply = check_encoding(function)
    if not reply:
        return reply
    seq_len, d_model = 1000, 64
    counted = 0

    def counting(original):
        def call(values, *args, **kwargs):
            nonlocal counted
            counted += np.size(values) * (2 if np.iscomplexobj(values) else 1)
            return original(values, *args, **kwargs)

        return call

    with (
        mock.patch.object(np, "sin", counting(np.sin)),
        mock.patch.object(np, "cos", counting(np.cos)),
        mock.patch.object(np, "exp", counting(np.exp)),
        mock.patch.object(math, "sin", counting(math.sin)),
        mock.patch.object(math, "cos", counting(math.cos)),
    ):
        answer = run(function, (seq_len, d_model))
    if isinstance(answer, str):
        return Reply(False, f"Other tables are right, but {answer}")
    truth = positional_encoding(seq_len, d_model)
    same = answer.values.shape == truth.shape
    worst = np.abs(answer.values - truth).max() if same else np.inf
    if not worst <= 1e-9:
        return Reply(False, f"At seq_len=1000 the largest error is {worst:.1e}: too much.")
    rows = counted / d_model
    # One row of sines and cosines for each doubling; ten doublings reach 1000 positions.
    if rows > 40:
        return Reply(
            False,
            f"The table is right, but it took {counted} sines and cosines, as many as {rows:.0f} "
            f"rows. Compute the row of the shift m, and get rows m to 2m by rotating rows 0 to m.",
        )
    return Reply(
        True,
        f"The table is right, from {counted} sines and cosines instead of {seq_len * d_model}; "
        f"the largest error at 1000 positions is {worst:.1e}.",
    )
