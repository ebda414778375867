"""The numbers in the prose of chapter 5."""

import math

import numpy as np

from pe_lib import angular_frequencies, positional_encoding
from tests.exact_rows import error_of, frequencies
from tests.prose.text import code

D = 512
FAR = 10_000_000


def errors_far_out(kind):
    """Return the largest error of a row at FAR whose angles are computed in `kind`.

    The exponentials are the nearest numbers to the true ones, as in the explorer.
    """
    omega = angular_frequencies(D)
    if kind is np.float32:
        exponents = np.arange(0, D, 2, dtype=kind) * kind(-math.log(10_000) / D)
        omega = np.exp(exponents.astype(float)).astype(kind)
    angles = (kind(FAR) * omega).astype(float)
    return error_of(np.column_stack([np.sin(angles), np.cos(angles)]).ravel(), FAR, D)


def worst_errors(kind, d=D):
    """Return the worst relative errors of a frequency by exp/log and by a power, in `kind`."""
    two_j = np.arange(0, d, 2, dtype=kind)
    forms = (
        np.exp(two_j * kind(-math.log(10_000) / d)),
        kind(10_000) ** (-two_j / kind(d)),
    )
    exact = frequencies(d, 10_000.0)
    return [
        float(max(abs(float(w) / e - 1) for w, e in zip(form, exact, strict=True)))
        for form in forms
    ]


def exp_log_over_power(kind, d=D):
    """Return how many times larger the worst error of exp/log is, both computed in `kind`."""
    exp_log, power = worst_errors(kind, d)
    return exp_log / power


def first_width_with_better_exp_log():
    return next(d for d in range(3, 100) if exp_log_over_power(np.float64, d) < 1)


def digits_of_both_forms():
    """Return the whole decimal digits that both forms of a frequency have right."""
    return int(-math.log10(max(worst_errors(np.float64))))


#: How many numbers the angles have, and the table.
ANGLES = np.outer(range(9), angular_frequencies(8)).size
TABLE = positional_encoding(9, 8).size


FORMS: dict = {"np": np}
for name in ("the-loop", "vectorized"):
    exec(code("chapters/05_loop_and_vectorized", name), FORMS)
    assert np.allclose(FORMS[name.removeprefix("the-")](50, 16), positional_encoding(50, 16))


def sines_without_cosine(d):
    return math.ceil(d / 2) - d // 2
