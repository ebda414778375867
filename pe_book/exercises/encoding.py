"""Chapter 2: write the table with a loop. Chapters 5 and 8 use the check, too."""

import math
from collections.abc import Callable

import numpy as np

import pe_check
import pe_lib
from pe_book.exercises.call import CAUGHT, Failure, run
from pe_book.exercises.exercise import Exercise, Mistakes, check
from pe_book.exercises.reply import Reply
from pe_book.mistakes.implementations import odd_width_crash


def encoding(seq_len, d_model):
    table = np.zeros((seq_len, d_model))
    for p in range(seq_len):
        for i in range(0, d_model, 2):
            table[p, i] = math.sin(p / 10_000 ** (i / d_model))
            if i + 1 < d_model:
                table[p, i + 1] = math.cos(p / 10_000 ** (i / d_model))
    return table


mistakes = Mistakes(encoding)

#: What to say to a reader about a finding of `identify`; without one, its own text.
REPLIES = {
    "double step": "This is the table of base 10000² = 10⁸. If the loop steps the column by 2, "
    "the column is already 2j: multiplying it by 2 again squares the base.",
    "column as pair": "The exponent uses the column where the formula has the pair. Column c "
    "belongs to the pair j = c // 2, and the exponent is 2j/d for both of its columns.",
    "a frequency for each column": "Every column has its own frequency: the cosine uses "
    "(2j+1)/d. The sine and the cosine of a pair share the exponent 2j/d. Otherwise the pair "
    "isn’t a clock hand, and a shift isn’t a rotation.",
    "cosine exponent": "The cosine’s exponent is 2(j+1)/d. That belongs to the next pair. The "
    "sine and the cosine of one pair share the exponent 2j/d.",
    "end point reached": "These are tensor2tensor’s exponents, j/(d/2 - 1), which reach 1/10000 "
    "exactly. The paper’s formula divides by d/2 and stops one step earlier.",
    "halves": "All sines come first, then all cosines. The numbers are right, and some "
    "frameworks use this layout. Here, as in the paper, sine and cosine alternate.",
    "frequencies from one": "You count pairs from 1, so the fastest pair, ω = 1, is missing. "
    "Start at j = 0.",
    "positions from one": "Every row is one position late. The first row must be position 0: 0, "
    "1, 0, 1, …",
    "parity of the position": "You choose sine or cosine by the position. The column decides: "
    "even columns are sines, in every row.",
    "sine and cosine swapped": "You swapped sine and cosine: column 2j is the sine, column 2j+1 "
    "the cosine. The first row should read 0, 1, 0, 1, …",
    "frequencies reversed": "You swapped fast and slow: pair 0 must be the fastest, with ω = 1 "
    "radian per position.",
    "dropped colon": "Every row is the same one, the row after the last. A colon is missing: pe[:, "
    "x.shape[1], :] takes one row, and pe[:, :x.shape[1], :] takes them all.",
    "batch axis": "Every row is row 0. The table is indexed by the wrong axis: by the batch, "
    "say, instead of the position.",
    "axes exchanged": "You swapped rows and columns while filling the table, and the rows beyond "
    "d_model stay zero.",
    "floor division": "All frequencies are powers of 1/e: a // divided all of -ln(B)/d. Put "
    "parentheses around (d_model // 2).",
    "power exchanged": "You swapped the base and the exponent, so the frequencies are 0 and "
    "almost 1. It should be (1/B) to the power 2j/d.",
    "sine alone": "Every column is a sine with its own frequency. The odd columns hold the "
    "cosine of the same angle as the sine before them.",
    "factor missing": "The exponent is j/d: the factor 2 is missing. The slowest frequency should "
    "be close to 1/10000, but here it is near 1/100.",
    "sign lost": "You lost the sign of the exponent: the frequencies grow to 10000 instead of "
    "falling to 1/10000. Divide by the power, or use a negative exponent.",
    "one function": "Both columns of a pair are the same function. The odd columns hold "
    "the cosine of the same angle.",
    "degrees": "You converted the angle from degrees to radians, but it’s already in radians.",
    "float32 angles": "It’s right near the start, but far along the rows are off. You probably "
    "computed the angles in float32. Use float64, and round at the end.",
}


def _finding(function: Callable) -> str:
    """Return the reply to what `identify` finds in a function's table; "" if it finds nothing."""
    try:
        found = pe_check.identify(function)
    except CAUGHT:
        return ""
    # The exercise has a better reply to these: it names the call.
    named_elsewhere = ("odd width crashes", "another size", "base ignored")
    return " ".join(
        f"{finding.text} It should be 10000."
        if finding.name == "another base"
        else REPLIES.get(finding.name, finding.text)
        for finding in found.findings
        if finding.name not in named_elsewhere
    )


EXERCISE = Exercise(
    pe_lib.positional_encoding,
    [(12, 8), (50, 6), (3, 64), (1, 2), (9, 7)],
    mistakes,
    axes=("position", "column"),
    praise=("Every entry agrees with the formula, for even and odd d_model."),
    recognize=_finding,
)
#: A position at which angles computed in float32 are visibly off.
_FAR = 20_000


@check
def check_encoding(function: Callable) -> Reply:
    """Check a reader's `function(seq_len, d_model)` against the paper's table, base 10000.

    It may be in PyTorch or return float32. The reply names the mistakes of chapter 8.
    """
    reply = EXERCISE.judge(function)
    if not reply:
        return reply
    far = run(function, (_FAR + 1, 8))
    if isinstance(far, Failure):
        return Reply(False, f"Short tables are right, but {far.text}")
    if far.agrees(pe_lib.positional_encoding(_FAR + 1, 8)):
        return reply
    different = f"Short tables are right, but {EXERCISE.difference(function, far)}"
    return Reply(False, _finding(function) or different)


mistakes.edits("""
    `(seq_len, d_model))` => `(seq_len, d_model), dtype=int)`
        -> Your table holds integers, and they cut off all decimals: sines and cosines become 0 or
        1. Make it with `np.zeros((seq_len, d_model))`, without `dtype=int`.
    `10_000 ** (i / d_model)` => `math.exp(i / d_model * math.log10(10_000))`
        -> The base is e⁴ = 54.598 here, not 10000: you took log₁₀, but exp needs the natural
        logarithm, `math.log`.
""")


mistakes.add(
    "For odd d_model there’s one more column of sines than of cosines. Use only the first "
    "`d_model // 2` angles for the cosines."
)(odd_width_crash)
mistakes.edits("""
    `math.cos(p / 10_000 ** (i / d_model))` => `0`
        -> The odd columns are still zero. They hold the cosine of the same angle: column i + 1 next
        to the sine in column i.
    `range(0, d_model, 2)` => `range((d_model + 1) // 2)`
    `i / d_model` => `2 * i / d_model`
        -> You filled only the first half of the columns. If j counts pairs, the columns of a pair
        are 2j and 2j + 1, not j and j + 1.
    `    return` => `        return`
        -> You filled only row 0, because the function returns inside its loop. Put the `return`
        after the loops, indented as far as the first `for`.
    `i / d_model` => `i // d_model`
        -> Every pair has frequency 1, because `i // d_model` is always 0. Divide with one slash, `i
        / d_model`.
    `10_000 ** (i / d_model)` => `(10_000**i / d_model)`
        -> The exponent needs parentheses: Python reads `10_000 ** i / d_model` as `(10_000 ** i) /
        d_model`. Write `10_000 ** (i / d_model)`.
    `(i / d_model)` => `i / d_model`
        -> The exponent needs parentheses: Python reads `p / 10_000 ** i / d_model` as `(p / 10_000
        ** i) / d_model`. Write `p / 10_000 ** (i / d_model)`.
    `10_000 ** (i / d_model)` => `(10_000 * i / d_model)`
        -> You multiply 10000 by the exponent, and for pair 0 that means dividing by zero. Raise it
        to that power: `10_000 ** (i / d_model)`.
    ` ** (i / d_model)` => ``
        -> The angle is p/10000 in every column. Its divisor is a power of 10000 that grows from
        pair to pair, `10_000 ** (i / d_model)`.
    `range(seq_len)` => `range(1, seq_len)`
        -> Row 0 is all zeros, but cos 0 is 1: it should read 0, 1, 0, 1, … Fill all rows, from
        `table[0]` on.
""")


ANGLES_ALONE = (
    "These are the angles. One step is left: the sine in even columns, the cosine in odd ones."
)


@mistakes.add(ANGLES_ALONE)
def angles_of_columns_alone(seq_len, d_model):
    return np.outer(np.arange(seq_len), 10_000 ** (-2 * np.arange(d_model) / d_model))


mistakes.edits(f"""
    `math.sin(` => `(`
    `math.cos(` => `(`
        -> {ANGLES_ALONE}
    `10_000` => `1_000`
        -> The base is 1000 here; a zero is missing. The formula has 10000.
""")


@mistakes.add(
    "Your table has one column for each pair. It needs two: the sine in column 2j and the cosine "
    "of the same angle in column 2j + 1."
)
def one_column_for_each_pair(seq_len, d_model):
    table = np.outer(np.arange(seq_len), 10_000 ** (-np.arange(0, d_model, 2) / d_model))
    table[:, 0::2] = np.sin(table[:, 0::2])
    table[:, 1::2] = np.cos(table[:, 1::2])
    return table


mistakes.edits("""
    `return table` => `return table[np.newaxis]`
        -> Your table has an extra axis in front, for a batch. Return just two axes, positions and
        columns.
    `return table` => `return table.T`
        -> You swapped rows and columns. Each position gets a row, each sine or cosine a column.
        Leave out the `.T`.
    `range(0, d_model, 2)` => `range(0, d_model - 1, 2)`
        -> For odd d_model the last column is still zero. It’s a sine without a cosine. Let j run
        over `(d_model + 1) // 2` pairs, and leave out the last cosine.
    `if i + 1 < d_model` => `if True`
        -> For odd d_model the last sine has no cosine. Fill column i + 1 only if the table has one.
    `p / 10_000 ** (i / d_model)` => `math.degrees(p / 10_000 ** (i / d_model))`
        -> You converted the angle to degrees. Sine and cosine take radians, and it’s already in
        radians.
    `[p, i]` => `[i, p]`
    `[p, i + 1]` => `[i + 1, p]`
        -> You swapped row and column: the position comes first, `table[p, i]`.
""")
