"""Intervals over seeds, against Student's t by its integral."""

import mpmath
import numpy as np
import pytest

from pe_book.model.experiments.seeds import interval


@pytest.mark.parametrize("n", [3, 8, 10])
def test_the_interval_holds_95_percent_of_students_t(n):
    shares = np.random.default_rng(n).normal(50, 20, n)
    mean, half = (float(number) for number in interval(shares).split("±"))
    assert mean == pytest.approx(shares.mean(), abs=0.005)
    t, freedom = half / (shares.std(ddof=1) / n**0.5), n - 1
    beyond = mpmath.betainc(freedom / 2, 0.5, 0, freedom / (freedom + t**2), regularized=True)
    assert float(beyond) == pytest.approx(0.05, abs=1e-4)


def test_seeds_that_agree_have_no_width():
    assert interval([0.5] * 10) == "0.50 ±\u00a00.00"


def test_other_numbers_of_seeds_are_refused():
    with pytest.raises(ValueError, match="3, 8, 10 seeds: 2"):
        interval([0.5, 0.6])
