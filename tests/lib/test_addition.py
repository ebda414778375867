import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_lib import addition, positional_encoding


@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6), st.integers(0, 99))
def test_concatenating_and_projecting_is_adding(d_x, d_p, d_out, seed):
    rng = np.random.default_rng(seed)
    x, p = rng.normal(size=(4, d_x)), rng.normal(size=(4, d_p))
    weights = rng.normal(size=(d_x + d_p, d_out))
    expected = [
        [
            sum(x[n, i] * weights[i, o] for i in range(d_x))
            + sum(p[n, i] * weights[d_x + i, o] for i in range(d_p))
            for o in range(d_out)
        ]
        for n in range(4)
    ]
    np.testing.assert_allclose(addition.concatenate_then_project(x, p, weights), expected)
    np.testing.assert_allclose(addition.project_then_add(x, p, weights), expected)


def test_spectrum_against_the_covariance():
    table = positional_encoding(30, 12)
    shares = addition.spectrum(table)
    eigenvalues = np.linalg.eigvalsh(np.cov(table.T))[::-1]
    np.testing.assert_allclose(shares, eigenvalues / eigenvalues.sum(), atol=1e-12)
    assert shares.sum() == pytest.approx(1)


def test_effective_size():
    table = np.diag([np.sqrt(90.0), np.sqrt(9.0), 1.0])
    table = np.concatenate([table, -table])  # mean zero, shares .9, .09, .01
    assert [addition.effective_size(table, s) for s in (0.5, 0.89, 0.95, 0.995)] == [1, 1, 2, 3]
    assert addition.effective_size(positional_encoding(100, 512)) == 31


@pytest.mark.parametrize(("length", "expected"), [(50, 0.67), (100, 0.60), (512, 0.42)])
def test_constant_share_of_the_table(length, expected):
    table = positional_encoding(length, 512)
    share = addition.constant_share(table)
    assert share == pytest.approx(expected, abs=0.005)
    # What is left after the best constant row is taken off is the rest.
    left = ((table - table.mean(axis=0)) ** 2).sum() / (table**2).sum()
    assert share == pytest.approx(1 - left)
    assert addition.constant_share(np.ones((4, 3))) == pytest.approx(1)


@pytest.mark.parametrize(
    "initialization", ["xavier_uniform", "standard_normal", "inverse_sqrt", "gpt2"]
)
@pytest.mark.parametrize("vocabulary", [11, 900])
def test_norms_against_drawn_embeddings(initialization, vocabulary):
    d_model = 256
    rng = np.random.default_rng(0)
    bound = math.sqrt(6 / (vocabulary + d_model))
    drawn = {
        "xavier_uniform": rng.uniform(-bound, bound, (vocabulary, d_model)),
        "standard_normal": rng.normal(size=(vocabulary, d_model)),
        "inverse_sqrt": rng.normal(size=(vocabulary, d_model)) / math.sqrt(d_model),
        "gpt2": 0.02 * rng.normal(size=(vocabulary, d_model)),
    }[initialization]
    measured = np.sqrt((drawn**2).sum(axis=1).mean())
    plain = addition.embedding_norm(vocabulary, d_model, initialization, scaled=False)
    assert plain == pytest.approx(measured, rel=0.05)
    assert addition.embedding_norm(vocabulary, d_model, initialization) == pytest.approx(16 * plain)
