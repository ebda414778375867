import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pe_lib import attention, attention_weights, permutation_matrix

seeds = st.integers(0, 2**32 - 1)


def by_loops(queries, keys, values, causal=False):
    """Attention one number at a time, as a reference."""
    outputs = []
    for i, query in enumerate(queries):
        seen = range(i + 1) if causal else range(len(keys))
        weights = [
            math.exp(sum(a * b for a, b in zip(query, keys[s], strict=True)) / len(query) ** 0.5)
            for s in seen
        ]
        outputs.append(
            [
                sum(w * values[s][c] for w, s in zip(weights, seen, strict=True)) / sum(weights)
                for c in range(len(values[0]))
            ]
        )
    return np.array(outputs)


@given(seeds, st.integers(1, 6), st.integers(1, 6), st.integers(1, 5), st.booleans())
def test_against_one_number_at_a_time(seed, n_queries, n_keys, d, causal):
    n_keys = n_queries if causal else n_keys
    rng = np.random.default_rng(seed)
    queries, keys = rng.normal(size=(n_queries, d)), rng.normal(size=(n_keys, d))
    values = rng.normal(size=(n_keys, 3))
    np.testing.assert_allclose(
        attention(queries, keys, values, causal=causal),
        by_loops(queries, keys, values, causal),
        rtol=1e-12,
        atol=1e-12,
    )


@given(seeds, st.integers(2, 8))
def test_equivariance_and_invariance_of_the_pool(seed, n):
    rng = np.random.default_rng(seed)
    x, order = rng.normal(size=(n, 4)), rng.permutation(n)
    P = permutation_matrix(order)
    moved, still = attention(P @ x, P @ x, P @ x), attention(x, x, x)
    np.testing.assert_allclose(moved, P @ still, atol=1e-13)
    np.testing.assert_allclose(moved.mean(axis=0), still.mean(axis=0), atol=1e-13)


def test_the_output_is_not_invariant_and_a_mask_breaks_equivariance():
    x = np.random.default_rng(0).normal(size=(6, 4))
    P = permutation_matrix([5, 0, 1, 2, 3, 4])
    assert np.abs(attention(P @ x, P @ x, P @ x) - attention(x, x, x)).max() > 0.1
    moved = attention(P @ x, P @ x, P @ x, causal=True)
    assert np.abs(moved - P @ attention(x, x, x, causal=True)).max() > 0.1


@given(seeds, st.integers(1, 8), st.booleans())
def test_weights_are_shares(seed, n, causal):
    x = 10 * np.random.default_rng(seed).normal(size=(n, 4))
    weights = attention_weights(x, x, causal=causal)
    assert weights.min() >= 0
    np.testing.assert_allclose(weights.sum(axis=1), 1, rtol=1e-14)
    if causal:
        assert (np.triu(weights, 1) == 0).all()


@given(st.permutations(range(7)))
def test_permutation_matrix(order):
    P = permutation_matrix(order)
    x = np.arange(7.0)
    np.testing.assert_array_equal(P @ x, x[list(order)])
    np.testing.assert_array_equal(P.T @ P, np.eye(7))
