import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_lib import angular_frequencies, attention, positional_encoding
from pe_lib.practice import (
    grid_encoding,
    grid_rotation,
    halves_to_pairs,
    packed_position_ids,
    pairs_to_halves,
    position_ids,
    same_document,
    section_axes,
    t5_buckets,
    to_bfloat16,
)
from pe_lib.variants import rope, yarn_frequencies, yarn_ramp, yarn_score_factor

seeds = st.integers(0, 999)


# ---- projections


def rope_of_halves(x, positions):
    """RoPE as rotate_half programs write it: column c turns with column c + width/2."""
    half = x.shape[1] // 2
    angles = np.multiply.outer(positions, angular_frequencies(2 * half))
    cosine, sine = np.cos(angles), np.sin(angles)
    first, second = x[:, :half], x[:, half:]
    return np.hstack([first * cosine + second * sine, second * cosine - first * sine])


@given(seeds, st.integers(1, 3), st.sampled_from([2, 4, 8, 10]))
def test_converted_weights_give_the_same_scores_in_the_other_program(seed, n_heads, width):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(7, 5))
    W_q, W_k = rng.normal(size=(2, 5, n_heads * width))
    positions = np.arange(7) * 3
    moved_q, moved_k = x @ pairs_to_halves(W_q, n_heads), x @ pairs_to_halves(W_k, n_heads)
    for start in range(0, n_heads * width, width):
        head = slice(start, start + width)
        ours = [rope((x @ W)[:, head], positions=positions) for W in (W_q, W_k)]
        theirs = [rope_of_halves(moved[:, head], positions) for moved in (moved_q, moved_k)]
        np.testing.assert_allclose(theirs[0] @ theirs[1].T, ours[0] @ ours[1].T, atol=1e-12)
    np.testing.assert_array_equal(halves_to_pairs(pairs_to_halves(W_q, n_heads), n_heads), W_q)


# ---- ids


@given(st.lists(st.integers(0, 6), min_size=1, max_size=4), st.integers(0, 9))
def test_positions_of_left_padding_are_those_of_each_text_alone(pads, n_cached):
    length = 9
    mask = np.array([[0] * pad + [1] * (length - pad) for pad in pads])
    for row, pad in zip(position_ids(mask, n_cached), pads, strict=True):
        alone = np.maximum(np.arange(length) - pad, 0)
        np.testing.assert_array_equal(row, alone[n_cached:])


def test_packed_documents_with_their_mask_are_what_they_are_alone():
    rng = np.random.default_rng(0)
    lengths = [3, 1, 5]
    q, k, v = rng.normal(size=(3, 9, 8))
    ids = packed_position_ids(lengths)
    scores = rope(q, positions=ids) @ rope(k, positions=ids).T / math.sqrt(8)
    scores[~same_document(lengths)] = -np.inf
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    packed = weights / weights.sum(axis=1, keepdims=True) @ v
    for start, stop in ((0, 3), (3, 4), (4, 9)):
        alone = attention(rope(q[start:stop]), rope(k[start:stop]), v[start:stop])
        np.testing.assert_allclose(packed[start:stop], alone, atol=1e-12)


# ---- buckets


def buckets_of_t5(offset, causal, n_buckets=32, max_distance=128):
    """As _relative_position_bucket in transformers, modeling_t5.py."""
    buckets = 0
    if causal:
        offset = -np.minimum(offset, 0)
    else:
        n_buckets //= 2
        buckets = (offset > 0) * n_buckets
        offset = np.abs(offset)
    exact = n_buckets // 2
    large = np.log(np.maximum(offset, 1) / exact) / math.log(max_distance / exact)
    large = exact + np.floor(large * (n_buckets - exact) + 1e-9).astype(int)
    return buckets + np.where(offset < exact, offset, np.minimum(large, n_buckets - 1))


@pytest.mark.parametrize("causal", [False, True])
def test_buckets_against_the_program_of_t5(causal):
    offsets = np.arange(-300, 301)
    np.testing.assert_array_equal(
        t5_buckets(offsets, causal=causal), buckets_of_t5(offsets, causal)
    )


def test_an_odd_number_of_buckets():
    # The smaller half holds one distance each.
    assert t5_buckets(-np.arange(8), 5, 8, causal=True).tolist() == [0, 1, 2, 2, 3, 3, 4, 4]
    # Two directions leave the last of an odd number over.
    offsets = np.arange(-300, 301)
    np.testing.assert_array_equal(t5_buckets(offsets, 33), t5_buckets(offsets, 32))


# ---- grids


@given(st.integers(1, 5), st.integers(1, 5), st.integers(-3, 3), st.integers(-3, 3))
def test_any_shift_of_the_grid_is_one_rotation(height, width, down, across):
    table = grid_encoding(height, width, 16).reshape(height, width, 16)
    matrix = grid_rotation(down, across, 16)
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(16), atol=1e-14)
    for row in range(max(0, -down), min(height, height - down)):
        for column in range(max(0, -across), min(width, width - across)):
            there = table[row + down, column + across]
            np.testing.assert_allclose(matrix @ table[row, column], there, atol=1e-13)


def test_the_left_half_is_the_row_and_the_right_half_the_column():
    table = grid_encoding(3, 4, 8)
    np.testing.assert_array_equal(table[1 * 4 + 2, :4], positional_encoding(3, 4)[1])
    np.testing.assert_array_equal(table[1 * 4 + 2, 4:], positional_encoding(4, 4)[2])


@pytest.mark.parametrize("sections", [[24, 20, 20], [16, 24, 24]])
def test_sections_against_the_programs_of_qwen(sections):
    np.testing.assert_array_equal(section_axes(sections), np.repeat([0, 1, 2], sections))
    # apply_interleaved_mrope in modeling_qwen3_vl.py
    mixed = np.zeros(64, int)
    for axis in (1, 2):
        mixed[axis : sections[axis] * 3 : 3] = axis
    np.testing.assert_array_equal(section_axes(sections, interleaved=True), mixed)


# ---- rounding, scaling


def test_bfloat16_keeps_eight_bits_and_ties_go_to_the_even_number():
    assert to_bfloat16([255, 256, 257, 258, 259, 261]).tolist() == [255, 256, 256, 258, 260, 260]


@given(st.lists(st.floats(-(2.0**100), 2.0**100, width=32), min_size=1))
def test_bfloat16_against_torch(numbers):
    torch = pytest.importorskip("torch")
    theirs = torch.tensor(numbers, dtype=torch.float32).bfloat16().float().numpy()
    np.testing.assert_array_equal(to_bfloat16(numbers), theirs)


@pytest.mark.parametrize("width", [64, 128, 256])
@pytest.mark.parametrize(
    ("base", "length"),
    [
        (10_000.0, 4096),
        (500_000.0, 4096),
        (10_000.0, 131_072),  # the ramp ends beyond the last pair,
        (10.0, 1000),  # and here beyond the last column, where the programs cut it
        (10_000.0, 100),  # it begins before pair 0, which they cut, too
    ],
)
def test_the_ramp_by_pair_is_that_of_yarns_programs(width, base, length):
    """As in LlamaYaRNScaledRotaryEmbedding.py and transformers' _compute_yarn_parameters."""

    def correction_dim(turns):
        return width * math.log(length / (turns * 2 * math.pi)) / (2 * math.log(base))

    low, high = max(math.floor(correction_dim(32)), 0), math.ceil(correction_dim(1))
    high = min(high, width - 1)
    expected = []
    for j in range(width // 2):
        ramp = min(max((j - low) / (high - low), 0), 1)
        frequency = 1 / base ** (2 * j / width)
        expected.append(frequency / 4 * ramp + frequency * (1 - ramp))
    found = yarn_frequencies(width, 4.0, length, base, by_pair=True)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    assert yarn_ramp(base, width // 2, length, 1.0, 32.0, truncate=True) == (low, high)


def test_a_ramp_that_begins_beyond_the_last_column_divides_all_as_the_programs_do():
    found = yarn_frequencies(256, 4.0, 262_144, 100.0, slow_turns=2.0, fast_turns=4.0, by_pair=True)
    np.testing.assert_allclose(found, angular_frequencies(256, 100.0) / 4)


def test_the_score_factor_of_yarn():
    assert yarn_score_factor(1.0) == 1.0
    assert yarn_score_factor(math.exp(10)) == pytest.approx(4.0)
