"""How far each form of the table is from the truth at a position.

Each form is computed here as its code says, one rounded operation after the other, with the
nearest number for every sine, cosine, power, exponential and logarithm. So the errors are the
forms' own, not those of one machine's mathematical library, and `accuracy.mjs` finds the same
numbers in the browser.
"""

import numpy as np

from pe_lib.checks import POSITION_LIMIT, check_base, check_d_model, whole_number
from pe_lib.encoding import block_rows
from pe_lib.exact import BITS, exp_minus, from_float, log, nearest, quarter_turns, sin_cos

#: What each form is, in words.
FORMS = {
    "tutorial": "PyTorch tutorial, float32",
    "vectorized": "vectorized, float64",
    "exp_log": "exp/log, float64",
    "rotation_float32": "rotations, float32",
    "rotation": "rotations, float64",
}


def form_errors(position: int, d_model: int, base: float = 10_000.0) -> dict[str, float]:
    """Return each form's largest error in the row of a position, by the names in FORMS.

    Parameters
    ----------
    position : int
        From 0 to 2**29 - 1.
    d_model, base
        As for positional_encoding.

    Returns
    -------
    dict of str to float
        The largest |entry - truth| over the columns; the truth comes from whole-number arithmetic
        of 55 digits.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks its rule.

    Examples
    --------
    >>> errors = form_errors(100_000, 64)
    >>> {form: f"{error:.0e}" for form, error in errors.items()}
    {'tutorial': '2e-03', 'vectorized': '1e-11', 'exp_log': '7e-12', \
'rotation_float32': '3e-08', 'rotation': '1e-16'}
    """
    position = whole_number(position, "position", low=0, high=POSITION_LIMIT - 1)
    d_model, base = check_d_model(d_model), check_base(base)
    log_base = log(base)
    largest = dict.fromkeys(FORMS, 0.0)
    for j in range((d_model + 1) // 2):
        step = exp_minus(2 * j * log_base // d_model)
        truth = sin_cos(quarter_turns(position * step))
        n_columns = min(2, d_model - 2 * j)  # the last sine of an odd d_model is alone
        for form, pair in _pairs(position, j, d_model, log_base, step).items():
            for k in range(n_columns):
                largest[form] = max(largest[form], _distance(pair[k], truth[k]))
    return largest


def _pairs(p: int, j: int, d_model: int, log_base: int, step: int) -> dict[str, tuple]:
    """Return the sine and cosine of pair j at position p in every form."""
    exponent = 2 * j / d_model
    power = nearest(exp_minus(from_float(exponent) * log_base >> BITS))
    ln = nearest(log_base)
    exp_log = nearest(exp_minus(from_float(2 * j * (ln / d_model))))
    div_term = _single(nearest(exp_minus(from_float(_single(2 * j * _single(ln / d_model))))))
    rotated = _rotated(p, d_model, step)
    return {
        "tutorial": tuple(_single(x) for x in _sine_cosine(_single(_single(p) * div_term))),
        "vectorized": _sine_cosine(p * power),
        "exp_log": _sine_cosine(p * exp_log),
        "rotation_float32": tuple(_single(x) for x in rotated),
        "rotation": rotated,
    }


def _rotated(p: int, d_model: int, step: int) -> tuple[float, float]:
    """Return a pair by one rotation, from its true row of the first block and its block's turn."""
    near = p % block_rows(d_model)
    sine, cosine = (nearest(x) for x in sin_cos(quarter_turns(near * step)))
    sine_far, cosine_far = (nearest(x) for x in sin_cos(quarter_turns((p - near) * step)))
    return sine * cosine_far + cosine * sine_far, cosine * cosine_far - sine * sine_far


def _sine_cosine(angle: float) -> tuple[float, float]:
    sine, cosine = sin_cos(quarter_turns(from_float(angle)))
    return nearest(sine), nearest(cosine)


def _distance(value: float, truth: int) -> float:
    """Return |value - truth|, to float64 precision however close they are."""
    return nearest(abs(from_float(value) - truth))


def _single(value: float) -> float:
    """Return the float32 nearest to value, as a float."""
    return float(np.float32(value))
