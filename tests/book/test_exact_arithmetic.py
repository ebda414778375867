"""Whole-number arithmetic agrees with mpmath to 50 digits."""

import pytest
from mpmath import mp, mpf

from pe_book.ported.exact import (
    BITS,
    HALF_PI,
    LOG_2,
    ONE,
    exp_minus,
    from_float,
    log,
    nearest,
    quarter_turns,
    sin_cos,
)

FINE = mpf(10) ** -50


@pytest.fixture(autouse=True)
def digits():
    with mp.workdps(80):
        yield


def real(number):
    return mpf(number) / mpf(2) ** BITS


def test_the_constants():
    assert abs(real(LOG_2) - mp.log(2)) < FINE
    assert abs(real(HALF_PI) - mp.pi / 2) < FINE


@pytest.mark.parametrize("value", [1.0000000000000002, 1.5, 2.0, 100.0, 1e4, 5e5, 1e300])
def test_logarithms(value):
    assert abs(real(log(value)) - mp.log(value)) < FINE * 1000


@pytest.mark.parametrize("value", [0.0, 1e-9, 0.5, 0.6931471805599453, 1.0, 9.21, 100.0])
def test_exponentials(value):
    assert abs(real(exp_minus(from_float(value))) - mp.exp(-mpf(value))) < FINE


@pytest.mark.parametrize(
    "angle", [0.0, 0.3, 0.5, 0.75, 1.0, 1.9, 2.5, 3.25, 4.0, 1e6 + 0.125, -0.3, -7.7]
)
def test_sines_and_cosines_in_every_quadrant(angle):
    sine, cosine = sin_cos(from_float(angle))
    assert abs(real(sine) - mp.sin(mpf(angle) * mp.pi / 2)) < FINE
    assert abs(real(cosine) - mp.cos(mpf(angle) * mp.pi / 2)) < FINE


@pytest.mark.parametrize("radians", [0.0, 1.0, 1e7, 123456.789])
def test_radians_become_quarter_turns(radians):
    assert abs(real(quarter_turns(from_float(radians))) - mpf(radians) * 2 / mp.pi) < FINE * 10**8


@pytest.mark.parametrize("value", [0.0, 0.1, -0.1, 1.0, -1e-12, 2.0**29 - 1])
def test_floats_go_there_and_back(value):
    assert nearest(from_float(value)) == value


def test_the_nearest_float_is_the_nearest():
    third = ONE // 3
    assert nearest(third) == 1 / 3
    assert nearest(third + (1 << BITS - 60)) == 1 / 3  # a 2**-60 more is less than half a step
