import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_lib import attention, permutation_matrix


@given(st.integers(0, 2**32 - 1), *[st.integers(1, 6)] * 2, st.integers(1, 5), st.booleans())
def test_attention_is_that_of_torch(seed, n_queries, n_keys, d, causal):
    torch = pytest.importorskip("torch")
    n_keys = n_queries if causal else n_keys
    rng = np.random.default_rng(seed)
    q, (k, v) = rng.normal(size=(n_queries, d)), rng.normal(size=(2, n_keys, d))
    expected = torch.nn.functional.scaled_dot_product_attention(
        *map(torch.from_numpy, (q, k, v)), is_causal=causal
    )
    np.testing.assert_allclose(attention(q, k, v, causal=causal), expected, rtol=1e-12, atol=1e-12)


@given(st.permutations(range(7)))
def test_permutation_matrix(order):
    P = permutation_matrix(order)
    x = np.arange(7.0)
    np.testing.assert_array_equal(P @ x, x[list(order)])
    np.testing.assert_array_equal(P.T @ P, np.eye(7))
