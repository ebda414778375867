"""What one row of numbers is: RoPE's frequencies, or ALiBi's slopes."""

import numpy as np

from pe_check.identify.answer import Identification, finding
from pe_check.identify.biases import slopes_alone
from pe_check.identify.schedule import schedule
from pe_check.numbers import number

#: What is larger than this, or smaller, is not a frequency in radians per position.
MAX_FREQUENCY, MIN_FREQUENCY = 1e9, 1e-30


def vector(values: np.ndarray, dtype: np.dtype, alone: bool) -> Identification | None:
    """Return what numbers in one row are: ALiBi's slopes, or RoPE's inv_freq.

    They may be a table of one row as well, if they are not `alone` on their axis.
    """
    size = len(values)
    if size < 4 or np.any(values < 0):
        return None
    if np.array_equal(values, np.rint(values)) and np.ptp(values) > 1 and np.ptp(values) < 2**31:
        return None  # position ids
    digits = 2.0**-22 if dtype.kind == "f" and dtype.itemsize < 8 else 2.0**-40
    details = {"pairs": str(size)}
    if not np.any(values > MIN_FREQUENCY):
        found = (finding("nothing turns"),)
        return Identification("inv_freq", frequencies=values, findings=found, details=details)
    slopes = slopes_alone(values)
    if slopes is not None:
        return slopes
    wild = np.ptp(values) == 0 or values.max() > MAX_FREQUENCY
    rule = None if wild else schedule(values, digits * values + 1e-45)
    if rule is None or (rule.step != 1 and rule.base is None):
        if not alone:
            return None
        found = (finding("never filled" if wild else "unknown rule"),)
        return Identification("inv_freq", frequencies=values, findings=found, details=details)
    details["frequencies"] = str(rule)
    if abs(rule.step - 1) > 1e-6:
        details["all divided by"] = number(1 / rule.step, 6)
    return Identification(
        "inv_freq",
        base=rule.base,
        exponents=rule.exponents,
        frequencies=values,
        findings=(finding(rule.finding, rule),) if rule.finding else (),
        details=details,
    )
