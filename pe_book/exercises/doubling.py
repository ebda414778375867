"""Chapter 5: build the table by doubling, with few sines."""

import cmath
import math
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace

import numpy as np

import pe_lib
from pe_book.exercises import encoding
from pe_book.exercises.call import Answer, Failure, run
from pe_book.exercises.exercise import Mistakes, check
from pe_book.exercises.reply import Reply


def doubled(seq_len, d_model):
    omega = pe_lib.angular_frequencies(d_model)
    table = np.tile([0.0, 1.0], (seq_len, len(omega)))
    m = 1
    while m < seq_len:
        rows = table[: min(m, seq_len - m)]
        sine, cosine = np.sin(m * omega), np.cos(m * omega)
        table[m : m + len(rows), 0::2] = rows[:, 0::2] * cosine + rows[:, 1::2] * sine
        table[m : m + len(rows), 1::2] = rows[:, 1::2] * cosine - rows[:, 0::2] * sine
        m *= 2
    return table[:, :d_model]


mistakes = Mistakes(doubled)
EXERCISE = replace(encoding.EXERCISE, known=mistakes, recognize=lambda function: "")

#: What counts as computing a sine, a cosine or, of a complex number, both.
_COUNTED = [(np, "sin"), (np, "cos"), (np, "exp"), (math, "sin"), (math, "cos")]
_COUNTED += [(cmath, "exp"), (cmath, "rect")]
_SEQ_LEN, _D_MODEL = 1000, 64
#: Ten doublings reach 1000 positions, with one row of sines and cosines each.
_ROWS_ALLOWED = 40

DIRECT = (
    "Compute only the row of the shift m, and rotate rows 0 to m to get rows m to 2m. Then "
    "double m: 1, 2, 4, 8, not 1, 2, 3, 4."
)
STEPPING = (
    "You make each row by rotating the row before it. That takes as many steps as there are "
    "rows. Rotate rows 0 to m by m, all at once, and then double m."
)


@check
def check_doubling(function: Callable) -> Reply:
    """Check a reader's `function(seq_len, d_model)`: the right table, and few sines to get it.

    One row of the table is d_model sines and cosines.
    """
    own = EXERCISE.judge(function)
    if any(known.text in own.text for known in mistakes):
        return own
    reply = encoding.check_encoding(function)
    if not (own and reply):
        return own if reply else reply
    answer, counted, largest = _with_sines_counted(function)
    reply = _judge_long_table(function, answer)
    return _judge_sines(function, counted, largest, reply) if reply else reply


def _judge_long_table(function: Callable, answer: Answer | Failure) -> Reply:
    if isinstance(answer, Failure):
        return Reply(False, f"Smaller tables are right, but {answer.text}")
    truth = pe_lib.positional_encoding(_SEQ_LEN, _D_MODEL)
    if answer.values.shape != truth.shape or not np.isfinite(answer.values).all():
        different = EXERCISE.difference(function, answer)
        return Reply(False, f"Other tables are right, but {different}")
    worst = (
        f"At {_SEQ_LEN} positions the largest error is {np.abs(answer.values - truth).max():.1e}"
    )
    return Reply(True, f"{worst}.") if answer.agrees(truth) else Reply(False, f"{worst}: too much.")


def _judge_sines(function: Callable, counted: int, largest: float, right: Reply) -> Reply:
    rows = counted / _D_MODEL
    if rows < 1:
        return Reply(
            False,
            "The table is right, but less than one row of sines and cosines was counted. Only "
            "calls written as np.sin, np.cos, np.exp, math.sin, math.cos or cmath.exp count: "
            "use these.",
        )
    # No angle beyond that of one position, 1 radian for pair 0, and a step for each row.
    stepping = largest <= 1 and _lines_run(function) >= _SEQ_LEN
    if rows > _ROWS_ALLOWED:
        return Reply(
            False,
            f"The table is right, but it took {rows:.0f} rows of sines and cosines; doubling takes "
            f"{(_SEQ_LEN - 1).bit_length()}, and {_ROWS_ALLOWED} are allowed. "
            f"{STEPPING if stepping else DIRECT}",
        )
    if stepping:
        return Reply(False, f"The table is right. {STEPPING}")
    return Reply(
        True,
        f"The table is right, from {math.ceil(rows)} rows of sines and cosines instead of "
        f"{_SEQ_LEN}. {right.text}",
    )


def _with_sines_counted(function: Callable) -> tuple[Answer | Failure, int, float]:
    """Return a long table, how many sines and cosines it takes, and the largest of their angles."""
    counted, largest = 0, 0.0

    def counting(name, original):
        def call(values, *args, **kwargs):
            nonlocal counted, largest
            result = original(values, *args, **kwargs)
            if name == "exp" and np.isrealobj(result):  # a power, such as a frequency
                return result
            counted += np.size(values) * (2 if np.iscomplexobj(result) else 1)
            angles = [values, *args[:1]] if name == "rect" else [values]
            largest = max(largest, *(np.abs(np.asarray(a)).max(initial=0) for a in angles))
            return result

        return call

    with ExitStack() as stack:
        for module, name in _COUNTED:
            original = getattr(module, name)
            stack.callback(setattr, module, name, original)
            setattr(module, name, counting(name, original))
        answer = run(function, (_SEQ_LEN, _D_MODEL))
    return answer, counted, largest


def _lines_run(function: Callable) -> int:
    """Return how many lines of the reader's code run while a long table is made."""
    code, lines = getattr(function, "__code__", None), 0

    def trace(frame, event, argument):
        nonlocal lines
        if not code or frame.f_code.co_filename != code.co_filename:
            return None
        lines += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        run(function, (_SEQ_LEN, _D_MODEL))
    finally:
        sys.settrace(before)
    return lines


mistakes.edits("""
    `cosine + rows` => `cosine - rows`
    `cosine - rows` => `cosine + rows`
        -> The shift goes the wrong way: you swapped the signs of the two products with sin mω, so
        row p belongs to position −p. The sine has a plus, the cosine a minus.
    `cosine - rows` => `cosine + rows`
        -> A sign is wrong in the new cosines: cos (p+m)ω is cos pω cos mω *minus* sin pω sin mω.
    `cosine + rows` => `cosine - rows`
        -> A sign is wrong in the new sines: sin (p+m)ω is sin pω cos mω *plus* cos pω sin mω.
    `np.tile([0.0, 1.0], (seq_len, len(omega)))` => `np.zeros((seq_len, 2 * len(omega)))`
        -> Row 0 is all zeros, and if you rotate zeros you get zeros. Start with 0, 1, 0, 1, …: the
        cosines of position 0 are 1.
    `m * omega` => `omega`
        -> You rotate by one position at every step. The step that makes rows m to 2m rotates by m:
        the angles are mω.
    ` * cosine + rows[:, 1::2] * sine` => ``
    ` * cosine - rows[:, 0::2] * sine` => ``
        -> You didn’t rotate the new rows. Rows m to 2m are copies of rows 0 to m, so every row is
        row 0. Rotate them by mω.
    `- rows[:, 0::2]` => `- table[m : m + len(rows), 0::2]`
        -> You overwrite the old sines before you compute the cosines from them. Compute both, or
        copy the rows, before you write into the table.
    `min(m, seq_len - m)` => `m`
        -> The last doubling makes more rows than fit into the table. Cut them: only `min(m, seq_len
        - m)` rows are still missing.
    `    omega =` => `    seq_len = 2 ** int(np.ceil(np.log2(seq_len)))\n    omega =`
        -> You doubled beyond seq_len, to a power of 2. Return the first seq_len rows,
        `table[:seq_len]`.
    `len(omega)))` => `len(omega)))[:, :d_model]`
        -> For odd d_model the rotation needs both columns of the last pair. Make the table one
        column wider, and cut that column off at the end.
""")
