import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_lib import (
    halves_to_interleaved,
    interleaved_to_halves,
    positional_encoding,
    tensor2tensor_encoding,
)

widths = st.integers(1, 40)


@given(widths, st.integers(1, 5), st.sampled_from([np.float32, np.float64, np.int16]))
def test_both_round_trips_give_the_table_back(d_model, n_rows, dtype):
    table = np.arange(n_rows * d_model).reshape(n_rows, d_model).astype(dtype)
    for there, back in (
        (interleaved_to_halves, halves_to_interleaved),
        (halves_to_interleaved, interleaved_to_halves),
    ):
        result = back(there(table))
        assert result.dtype == table.dtype
        np.testing.assert_array_equal(result, table)


@given(widths)
def test_sines_stand_left_and_cosines_right(d_model):
    table = positional_encoding(10, d_model)
    halves = interleaved_to_halves(table)
    n_sines = (d_model + 1) // 2
    for column in range(d_model):
        target = column // 2 if column % 2 == 0 else n_sines + column // 2
        np.testing.assert_array_equal(halves[:, target], table[:, column])


def test_leading_axes_pass_through_and_the_result_is_a_copy():
    batch = np.arange(24.0).reshape(2, 3, 4)
    halves = interleaved_to_halves(batch)
    np.testing.assert_array_equal(halves[1], interleaved_to_halves(batch[1]))
    halves[:] = -1
    assert batch.min() == 0


@pytest.mark.parametrize("d_model", [2, 3, 6, 7, 64])
def test_tensor2tensor_matches_its_own_source_written_out(d_model):
    # get_timing_signal_1d, entry by entry.
    import math

    n_pairs, base = d_model // 2, 10_000.0
    increment = math.log(base) / max(n_pairs - 1, 1)
    expected = np.zeros((20, d_model))
    for position in range(20):
        for j in range(n_pairs):
            angle = position * math.exp(-increment * j)
            expected[position, j] = math.sin(angle)
            expected[position, n_pairs + j] = math.cos(angle)
    np.testing.assert_allclose(tensor2tensor_encoding(20, d_model), expected, atol=1e-14)


def test_tensor2tensor_reaches_the_base_and_is_not_ours_in_another_order():
    theirs = tensor2tensor_encoding(100, 512)
    assert theirs[1, 255] == pytest.approx(np.sin(1 / 10_000), rel=1e-9)
    difference = np.abs(halves_to_interleaved(theirs) - positional_encoding(100, 512)).max()
    assert difference == pytest.approx(0.14, abs=0.005)
