import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pe_lib import (
    fit_shift,
    positional_encoding,
    positional_encoding_at,
    rotation_matrix,
)

even_widths = st.integers(1, 20).map(lambda pairs: 2 * pairs)
bases = st.floats(1.5, 1e8)
shifts = st.integers(-(10**6), 10**6)
real_shifts = st.floats(-1e4, 1e4)


@given(shifts, even_widths, bases, st.integers(-(10**6), 10**6))
def test_the_matrix_shifts_every_row(offset, d_model, base, position):
    before, after = positional_encoding_at([position, position + offset], d_model, base)
    shifted = rotation_matrix(offset, d_model, base) @ before
    np.testing.assert_allclose(shifted, after, rtol=0, atol=4e-15)


@given(real_shifts, even_widths, bases)
def test_the_inverse_is_the_transpose_is_the_shift_back(offset, d_model, base):
    matrix = rotation_matrix(offset, d_model, base)
    np.testing.assert_array_equal(matrix.T, rotation_matrix(-offset, d_model, base))
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(d_model), rtol=0, atol=4e-15)


@settings(max_examples=30)
@given(st.integers(-6, 6), st.sampled_from([2, 4, 6]))
def test_least_squares_finds_the_rotation_from_rows_alone(offset, d_model):
    fit = fit_shift(positional_encoding(200, d_model, 100.0), offset)
    np.testing.assert_allclose(
        fit.matrix, rotation_matrix(offset, d_model, 100.0), rtol=0, atol=1e-9
    )
    assert fit.residual < 1e-12
    assert 1 <= fit.condition < 1e4


def test_the_fit_is_only_as_good_as_the_rows_are_different():
    few, many = (fit_shift(positional_encoding(n, 16), 3) for n in (256, 1000))
    truth = rotation_matrix(3, 16)
    assert few.residual < 1e-12 and many.residual < 1e-12
    assert few.condition > 1e10 > 1e7 > many.condition
    assert np.abs(few.matrix - truth).max() > 1e-7 > np.abs(many.matrix - truth).max()


def test_residual_is_the_largest_miss():
    table = np.random.default_rng(0).normal(size=(12, 3))
    fit = fit_shift(table, 2)
    misses = [np.abs(fit.matrix @ table[p] - table[p + 2]).max() for p in range(10)]
    assert fit.residual == pytest.approx(max(misses))
    assert fit.residual > 0.1
