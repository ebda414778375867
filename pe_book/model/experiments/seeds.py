"""What several trainings say together: each seed is one sample of what training finds."""

from collections.abc import Sequence

import numpy as np

from pe_book.text.numbers import fixed

#: The 97.5th percentile of Student's t, by number of seeds.
_STUDENT_T = {3: 4.303, 8: 2.365, 10: 2.262}


def interval(shares: Sequence[float]) -> str:
    """Return the mean of the seeds and half the width of its 95% interval (Student's t).

    >>> interval([0.80, 0.83, 0.83])
    '0.82 ±\\xa00.04'
    """
    n = len(shares)
    if n not in _STUDENT_T:
        raise ValueError(f"an interval is known for {', '.join(map(str, _STUDENT_T))} seeds: {n}")
    half = _STUDENT_T[n] * np.std(shares, ddof=1) / np.sqrt(n)
    return f"{fixed(float(np.mean(shares)), 2)} ±\u00a0{fixed(float(half), 2)}"
