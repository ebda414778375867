"""Exercises on the table itself (chapters 2, 3 and 5): formula, wavelengths, doubling."""

import math
from collections.abc import Callable
from unittest import mock

import numpy as np

from pe_lib.encoding import positional_encoding
from pe_lib.exercises.reply import Known, Reply, judge
from pe_lib.frequency import angular_frequencies, wavelengths


def _show(name: str) -> Callable[[tuple], str]:
    return lambda arguments: f"{name}({', '.join(f'{a:g}' for a in arguments)})"


def _fill(sine_exponents, cosine_exponents) -> Callable[..., np.ndarray]:
    """Return a table function whose exponents of 1/10000 are given per pair j and size d."""

    def table(seq_len: int, d_model: int) -> np.ndarray:
        p = np.arange(seq_len)[:, np.newaxis]
        j = np.arange((d_model + 1) // 2)
        result = np.empty((seq_len, d_model))
        result[:, 0::2] = np.sin(p * 10_000.0 ** -sine_exponents(j, d_model))
        result[:, 1::2] = np.cos(p * 10_000.0 ** -cosine_exponents(j, d_model))[:, : d_model // 2]
        return result

    return table


def _to_the_end(j: np.ndarray, d_model: int) -> np.ndarray:
    return j / max(len(j) - 1, 1)


def _swapped(seq_len: int, d_model: int) -> np.ndarray:
    table = positional_encoding(seq_len, d_model + d_model % 2)
    return table[:, np.arange(d_model) ^ 1]


def _halves(seq_len: int, d_model: int) -> np.ndarray:
    table = positional_encoding(seq_len, d_model)
    return np.concatenate([table[:, 0::2], table[:, 1::2]], axis=1)


def _by_position(seq_len: int, d_model: int) -> np.ndarray:
    angles = np.outer(np.arange(seq_len), np.repeat(angular_frequencies(d_model), 2)[:d_model])
    return np.where(np.arange(seq_len)[:, np.newaxis] % 2 == 0, np.sin(angles), np.cos(angles))


def _backwards(seq_len: int, d_model: int) -> np.ndarray:
    order = np.arange(d_model).reshape(-1, 2)[::-1].ravel()
    return positional_encoding(seq_len, d_model)[:, order]


def _in_degrees(seq_len: int, d_model: int) -> np.ndarray:
    angles = np.radians(np.outer(np.arange(seq_len), angular_frequencies(d_model)))
    table = np.empty((seq_len, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table


def _only_sines(seq_len: int, d_model: int) -> np.ndarray:
    return np.sin(np.outer(np.arange(seq_len), np.repeat(angular_frequencies(d_model), 2)))[
        :, :d_model
    ]


ENCODING_MISTAKES = (
    Known(
        _fill(lambda j, d: 4 * j / d, lambda j, d: 4 * j / d),
        "This is the table of base 10000² = 10⁸. If the loop steps the column by 2, the column "
        "is already 2j: multiplying it by 2 again squares the base.",
    ),
    Known(
        _fill(lambda j, d: 4 * j / d, lambda j, d: 2 * (2 * j + 1) / d),
        "The exponent uses the column where the formula has the pair. Column c belongs to the "
        "pair j = c // 2, and the exponent is 2j/d for both of its columns.",
    ),
    Known(
        _fill(lambda j, d: 2 * j / d, lambda j, d: (2 * j + 1) / d),
        "Every column has a frequency of its own: the cosine uses (2j+1)/d. Sine and cosine of a "
        "pair share the exponent 2j/d; otherwise the pair is no clock hand and no rotation.",
    ),
    Known(
        _fill(lambda j, d: 2 * j / d, lambda j, d: 2 * (j + 1) / d),
        "The cosine's exponent is 2(j+1)/d. It belongs to the next pair; sine and cosine of one "
        "pair share the exponent 2j/d.",
    ),
    Known(
        _fill(lambda j, d: 2 * (j + 1) / d, lambda j, d: 2 * (j + 1) / d),
        "The pairs are counted from 1, so the fastest pair, ω = 1, is missing. Start at j = 0.",
    ),
    Known(
        _fill(lambda j, d: j / d, lambda j, d: j / d),
        "The exponent is j/d: the factor 2 is missing. The slowest pair should come close to "
        "1/10000, and here it stops near 1/100.",
    ),
    Known(
        _fill(_to_the_end, _to_the_end),
        "These are tensor2tensor's exponents, j/(d/2 - 1), which reach 1/10000 exactly. The "
        "paper's formula divides by d/2 and stops one step earlier.",
    ),
    Known(
        _swapped,
        "Sine and cosine are exchanged: column 2j is the sine, column 2j+1 the cosine. "
        "The first row should read 0, 1, 0, 1, …",
    ),
    Known(
        _halves,
        "All sines come first and then all cosines. The numbers are right and so is this layout "
        "in some frameworks, but here (as in the paper) sine and cosine take turns.",
    ),
    Known(
        _by_position,
        "Sine and cosine are chosen by the parity of the position. It is the column that "
        "decides: even columns are sines in every row.",
    ),
    Known(
        _backwards,
        "Fast and slow are exchanged: pair 0 must be the fastest, with ω = 1 radian per position.",
    ),
    Known(
        lambda n, d: positional_encoding(n, d, start=1),
        "Every row is one position late: the first row must be position 0, that is 0, 1, 0, 1, …",
    ),
    Known(
        _fill(lambda j, d: -2 * j / d, lambda j, d: -2 * j / d),
        "The sign of the exponent is lost: the frequencies grow to 10000 instead of falling "
        "to 1/10000. Divide by the power or use a negative exponent.",
    ),
    Known(
        _only_sines,
        "Every column is a sine. The odd columns hold the cosine of the same angle.",
    ),
    Known(
        _in_degrees,
        "The angle was turned from degrees into radians. It is in radians already.",
    ),
)


def check_encoding(function: Callable) -> Reply:
    """Check a reader's `function(seq_len, d_model)` against the paper's table, base 10000.

    Works on any implementation, also one in PyTorch (float32 is allowed its rounding), and
    replies with the name of the mistake if it is a known one.

    Args:
        function: takes seq_len and d_model, returns a table of shape (seq_len, d_model).

    Returns:
        A Reply: true if the table is right for even and odd d_model.

    >>> print(check_encoding(lambda n, d: positional_encoding(n, d, base=1e8)).text)
    This is the table of base 10000² = 10⁸. If the loop steps the column by 2, the column \
is already 2j: multiplying it by 2 again squares the base.
    """
    return judge(
        function,
        positional_encoding,
        [(12, 8), (50, 6), (3, 64), (1, 2), (9, 7)],
        ENCODING_MISTAKES,
        show=_show("function"),
        axes=("position", "column"),
        praise="Every entry agrees with the formula, for even d_model and for odd.",
    )


WAVELENGTH_MISTAKES = (
    Known(
        lambda d, base: angular_frequencies(d, base),
        "These are the frequencies, in radians per position. The wavelength is 2π/ω: the number "
        "of positions in one full turn.",
    ),
    Known(
        lambda d, base: 1 / angular_frequencies(d, base),
        "The factor 2π is missing: 1/ω is how many positions one radian takes, not one turn.",
    ),
    Known(
        lambda d, base: wavelengths(d, base)[::-1],
        "Fast and slow are exchanged: pair 0 has the shortest wavelength, 2π.",
    ),
    Known(
        lambda d, base: 2 * np.pi * base ** np.linspace(0, 1, (d + 1) // 2),
        "The last wavelength is the limit 2π·base, which the formula never reaches: with d/2 "
        "pairs the last exponent is 1 - 2/d.",
    ),
    Known(
        lambda d, base: 2 * np.pi * base ** (np.arange(d) / d),
        "There is one value for each column here. The two columns of a pair share a wavelength: "
        "the answer has one value for each pair.",
    ),
    Known(
        lambda d, base: np.repeat(wavelengths(d, base), 2)[:d],
        "The values are right, but each stands there twice, once for each column. "
        "The answer has one value for each pair.",
    ),
    Known(
        lambda d, base: wavelengths(d, base**2),
        "These are the wavelengths of base². The exponent of pair j is 2j/d, not 4j/d.",
    ),
    Known(
        lambda d, base: wavelengths(d, base**0.5),
        "The exponent of pair j is 2j/d; here the factor 2 is missing.",
    ),
    Known(
        lambda d, base: wavelengths(d, 10_000.0),
        "The base is fixed at 10000 here. Use the argument.",
    ),
    Known(
        lambda d, base: 2 * np.pi * angular_frequencies(d, base),
        "This is 2π·ω. The wavelength is 2π divided by ω: slow pairs have long waves.",
    ),
)


def check_wavelengths(function: Callable) -> Reply:
    """Check a reader's `function(d_model, base)` against the wavelengths of the pairs.

    Args:
        function: takes d_model and base, returns the ceil(d_model/2) wavelengths in positions.

    Returns:
        A Reply, true if every wavelength is right.
    """
    return judge(
        function,
        wavelengths,
        [(8, 10_000.0), (64, 10_000.0), (6, 100.0), (7, 10_000.0)],
        WAVELENGTH_MISTAKES,
        show=_show("function"),
        axes=("pair",),
        praise="Every wavelength is right, from 2π to 2π·base^(1 - 2/d).",
    )


def check_doubling(function: Callable) -> Reply:
    """Check a reader's `function(seq_len, d_model)`: the right table, and few sines to get it.

    While the function runs, `np.sin`, `np.cos` and `np.exp` count the values that they compute.

    Args:
        function: takes seq_len and d_model, returns the table, built by doubling.

    Returns:
        A Reply, true if the table is right and needed at most a few rows of sines.
    """
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
        table = np.asarray(function(seq_len, d_model))
    worst = np.abs(table - positional_encoding(seq_len, d_model)).max()
    if worst > 1e-9:
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
