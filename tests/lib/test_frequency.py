"""Frequencies and wavelengths are the nearest float64 numbers to the exact ones."""

import numpy as np
import pytest

from pe_lib import angular_frequencies, wavelengths
from pe_lib.frequency import TWO_OVER_PI, frequency_parts
from tests.exact_rows import frequencies, high_precision

SETTINGS = [
    (d, b) for d in (1, 2, 3, 4, 64, 511, 512, 768) for b in (1.5, 2, 100, 1e4, 5e5, 1e8, 1e300)
]


def test_the_values_of_the_paper_at_four_columns():
    assert angular_frequencies(4).tolist() == [1.0, 0.01]
    assert wavelengths(4).tolist() == [2 * np.pi, 200 * np.pi]


@pytest.mark.parametrize(("d_model", "base"), SETTINGS)
def test_every_frequency_and_wavelength_is_correctly_rounded(d_model, base):
    omegas, pi = frequencies(d_model, base), high_precision().pi
    assert angular_frequencies(d_model, base).tolist() == [float(omega) for omega in omegas]
    assert wavelengths(d_model, base).tolist() == [float(2 * pi / omega) for omega in omegas]


@pytest.mark.parametrize(("d_model", "base"), SETTINGS)
def test_the_three_parts_lie_on_their_grids_and_hold_a_hundred_places(d_model, base):
    mp = high_precision()
    high, middle, low = frequency_parts(d_model, base)
    assert np.array_equal(high * 2**24, np.rint(high * 2**24))
    assert np.array_equal(middle * 2**48, np.rint(middle * 2**48))
    assert np.abs(middle).max() <= 2.0**-25
    assert np.abs(low).max() <= 2.0**-49
    # A position below 2**29 times either is a whole number of grid steps below 2**53: exact.
    assert high.max() * 2**24 * 2**29 < 2**53
    for h, m, lo, omega in zip(high, middle, low, frequencies(d_model, base), strict=True):
        turns = mp.mpf(float(h)) + mp.mpf(float(m)) + mp.mpf(float(lo))
        assert abs(turns * mp.pi / 2 - omega) < mp.mpf(2) ** -100


def test_the_constant_is_two_over_pi():
    mp = high_precision()
    assert abs(mp.mpf(str(TWO_OVER_PI)) - 2 / mp.pi) < mp.mpf(10) ** -60
