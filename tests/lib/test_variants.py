import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_lib import angular_frequencies, rotation_matrix, toeplitz_deviation, variants

even_widths = st.integers(1, 12).map(lambda n: 2 * n)
seeds = st.integers(0, 999)


@given(even_widths, st.floats(2, 1e6), seeds)
def test_rope_is_the_rotation_matrix_row_by_row(d, base, seed):
    x = np.random.default_rng(seed).normal(size=(9, d))
    expected = [rotation_matrix(p, d, base) @ row for p, row in enumerate(x)]
    np.testing.assert_allclose(variants.rope(x, base), expected, atol=1e-14)


@given(st.integers(1, 9), st.integers(1, 5), st.integers(0, 4), seeds)
def test_shaw_against_one_score_at_a_time(length, d, n, seed):
    rng = np.random.default_rng(seed)
    q, k = rng.normal(size=(2, length, d))
    relative = rng.normal(size=(2 * n + 1, d))
    expected = [
        [q[p] @ (k[s] + relative[max(-n, min(n, s - p)) + n]) for s in range(length)]
        for p in range(length)
    ]
    np.testing.assert_allclose(variants.shaw_scores(q, k, relative), expected, atol=1e-12)


def slopes_by_recursion(n):
    """The slopes as the authors' program defines them, by a ratio and a recursion."""
    if math.log2(n).is_integer():
        first = 2 ** (-(2 ** -(math.log2(n) - 3)))
        return [first * first**i for i in range(n)]
    power = 2 ** math.floor(math.log2(n))
    return slopes_by_recursion(power) + slopes_by_recursion(2 * power)[0::2][: n - power]


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 12, 20, 25, 40, 48, 71, 96, 112])
def test_alibi_slopes_of_any_number_of_heads(n):
    slopes = variants.alibi_slopes(n)
    np.testing.assert_allclose(slopes, slopes_by_recursion(n), rtol=1e-12)
    assert len(np.unique(slopes)) == n


def test_alibi_bias_is_distance_and_symmetric():
    bias = variants.alibi_bias(6, 0.25)
    assert bias[1, 4] == -0.75 and toeplitz_deviation(bias) == 0
    np.testing.assert_array_equal(bias, bias.T)
    # The causal half is the paper's matrix up to a constant in each row, which softmax ignores.
    paper = 0.25 * np.arange(6) * np.ones((6, 1))
    causal = np.tri(6, dtype=bool)
    shift = (paper - bias)[causal]
    rows = np.repeat(np.arange(6), np.arange(1, 7))
    np.testing.assert_allclose(shift, 0.25 * rows)


def test_learned_rows_are_free():
    table = variants.learned_encoding(2000, 64, seed=3)
    assert table.std() == pytest.approx(0.02, rel=0.01)
    np.testing.assert_array_equal(table, variants.learned_encoding(2000, 64, seed=3))
    assert abs(np.corrcoef(table[599], table[600])[0, 1]) < 0.5


@given(even_widths, st.floats(1, 64), st.floats(2, 1e6), st.integers(0, 5000))
def test_interpolation_is_the_position_divided(d, scale, base, position):
    x = np.ones((1, d))
    frequencies = variants.interpolated_frequencies(d, scale, base)
    np.testing.assert_allclose(
        variants.rope_at_frequencies(x, frequencies, positions=[position]),
        variants.rope(x, base, positions=[position / scale]),
        atol=1e-11,
    )


@given(st.integers(2, 64).map(lambda n: 2 * n), st.floats(1, 64), st.floats(2, 1e6))
def test_ntk_keeps_the_fastest_and_stretches_the_slowest(d, scale, base):
    before = angular_frequencies(d, base)
    after = angular_frequencies(d, variants.ntk_base(d, scale, base))
    assert after[0] == before[0] == 1
    assert after[-1] == pytest.approx(before[-1] / scale, rel=1e-12)
    ratio = before / after
    assert (np.diff(ratio) >= -1e-12 * ratio[1:]).all()


def yarn_of_the_authors(d, scale, length, base=10_000.0, fast=32, slow=1):
    """The published rotary_embedding code, with its ramp over the pair's index replaced."""
    omega = [base ** (-2 * j / d) for j in range(d // 2)]
    result = []
    for frequency in omega:
        turns = length * frequency / (2 * math.pi)
        gamma = 0 if turns < slow else 1 if turns > fast else (turns - slow) / (fast - slow)
        result.append((1 - gamma) * frequency / scale + gamma * frequency)
    return result


@pytest.mark.parametrize(("d", "scale", "length"), [(128, 4.0, 4096), (64, 16.0, 2048), (8, 2, 64)])
def test_yarn_against_its_equations(d, scale, length):
    found = variants.yarn_frequencies(d, scale, length)
    np.testing.assert_allclose(found, yarn_of_the_authors(d, scale, length), rtol=1e-13)
