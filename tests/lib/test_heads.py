import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_lib import heads, positional_encoding, similarity, toeplitz_deviation

TABLE = positional_encoding(64, 512)


@given(st.integers(-20, 20), st.integers(1, 16).map(lambda n: 2 * n), st.floats(2, 1e6))
def test_its_score_is_the_similarity_about_the_offset(offset, d_model, base):
    table = positional_encoding(12, d_model, base)
    scores = heads.scores(table, heads.look_back_head(offset, d_model, base))
    p, s = np.indices(scores.shape)
    expected = d_model / 2 * similarity(s - (p - offset), d_model, base)
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-13 * d_model)


def test_sharpness_multiplies_the_scores():
    head = heads.random_head(8, seed=1)
    x = positional_encoding(5, 8)
    logits = 3 * heads.scores(x, head) / np.sqrt(8)
    expected = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(heads.head_weights(x, head, sharpness=3), expected, rtol=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_random_projections_destroy_the_structure_and_blocks_keep_it(seed):
    assert toeplitz_deviation(TABLE @ TABLE.T) < 2e-15
    assert toeplitz_deviation(heads.scores(TABLE, heads.random_head(512, seed))) > 0.5
    assert toeplitz_deviation(heads.scores(TABLE, heads.block_head(512, seed))) < 5e-15
