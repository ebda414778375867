import numpy as np
import pytest

from pe_lib import positional_encoding, tensor2tensor_encoding
from pe_lib.practice import halves_to_pairs


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
    difference = np.abs(halves_to_pairs(theirs, 1) - positional_encoding(100, 512)).max()
    assert difference == pytest.approx(0.14, abs=0.005)
