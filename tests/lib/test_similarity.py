import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_lib import (
    angular_frequencies,
    positional_encoding_at,
    reversals,
    similarity,
    similarity_law,
    toeplitz_deviation,
)
from pe_lib.law import cosine_integral, similarity_integral
from pe_lib.similarity import first_reversal

even_widths = st.integers(1, 20).map(lambda pairs: 2 * pairs)
bases = st.floats(1.5, 1e8)
positions = st.integers(-(10**6), 10**6)


@pytest.fixture
def mpmath():
    return pytest.importorskip("mpmath")


@given(positions, positions, even_widths, bases)
def test_similarity_is_the_dot_product_over_half_the_width(p, offset, d_model, base):
    first, second = positional_encoding_at([p, p + offset], d_model, base)
    assert similarity(offset, d_model, base) == pytest.approx(
        first @ second / (d_model / 2), abs=4e-15
    )


def test_against_mpmath(mpmath):
    for offset in (1, 16, 64.5, 512, 100_000):
        with mpmath.workdps(40):
            terms = [
                mpmath.cos(mpmath.mpf(offset) / mpmath.mpf(10_000) ** (mpmath.mpf(2 * j) / 64))
                for j in range(32)
            ]
            expected = float(sum(terms) / 32)
        assert similarity(offset, 64) == pytest.approx(expected, abs=2e-15)


def test_shapes_and_long_arrays():
    assert isinstance(similarity(3, 8), float)
    grid = np.arange(6).reshape(2, 3)
    assert similarity(grid, 8).shape == (2, 3)
    assert similarity([], 8).shape == (0,)
    many = np.arange(5000)  # several blocks
    expected = np.cos(np.multiply.outer(many, angular_frequencies(1024))).mean(axis=1)
    np.testing.assert_allclose(similarity(many, 1024), expected, rtol=0, atol=1e-12)


# Offset 256 is where the law gives .335; a list of such figures once put it at 512.
@pytest.mark.parametrize(
    ("offset", "value", "law"),
    [(16, 0.631, 0.636), (64, 0.485, 0.486), (256, 0.313, 0.335), (512, 0.276, 0.260)],
)
def test_golden_values_at_width_512(offset, value, law):
    assert similarity(offset, 512) == pytest.approx(value, abs=5e-4)
    assert similarity_law(offset) == pytest.approx(law, abs=5e-4)


@pytest.mark.parametrize("base", [2.0, 100.0, 1e4, 5e5])
@pytest.mark.parametrize("offset", [0.01, 1, 7.5, 64, 1000])
def test_the_integral_against_mpmath_quadrature(offset, base, mpmath):
    with mpmath.workdps(20):
        steps = np.linspace(0, 1, 20).tolist()
        expected = mpmath.quad(lambda u: mpmath.cos(offset * mpmath.mpf(base) ** -u), steps)
    assert similarity_integral(offset, base) == pytest.approx(float(expected), abs=1e-13)


def test_cosine_integral_against_mpmath(mpmath):
    x = np.concatenate(
        [np.logspace(-8, 4, 200), np.linspace(3.5, 4.5, 101), [np.nextafter(4, 0), 4.0]]
    )
    expected = np.array([float(mpmath.ci(mpmath.mpf(float(value)))) for value in x])
    error = np.abs(cosine_integral(x) - expected) / np.maximum(1, np.abs(expected))
    assert error.max() < 2e-15


def test_first_reversal_and_how_many():
    assert first_reversal(512) == 43
    values = similarity(np.arange(100), 512)
    assert all(values[k + 1] < values[k] for k in range(43)) and values[44] > values[43]
    assert len(reversals(512)) == 13
    assert reversals(512)[0] == 43
    assert reversals(512, n_offsets=2).tolist() == []


@given(even_widths, st.floats(2, 1e6))
def test_first_reversal_is_the_first(d_model, base):
    k = first_reversal(d_model, base)
    values = similarity(np.arange(k + 2), d_model, base)
    assert values[k + 1] > values[k]
    assert (np.diff(values[: k + 1]) <= 0).all()
    assert reversals(d_model, base, n_offsets=k + 2).tolist() == [k]


def test_toeplitz_deviation():
    assert toeplitz_deviation([[2.0]]) == 0
    assert toeplitz_deviation(np.zeros((3, 3))) == 0
    assert toeplitz_deviation([[1, 0], [0, 3]]) == pytest.approx(1 / 3)
    assert toeplitz_deviation([[0, 5, 0], [0, 0, 1], [0, 0, 0]]) == pytest.approx(2 / 5)
    assert toeplitz_deviation([[0, 0, 0], [5, 0, 0], [0, 1, 0]]) == pytest.approx(2 / 5)
