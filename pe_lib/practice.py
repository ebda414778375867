"""What a program adds to the formula: layouts, position ids, buckets, grids, fewer digits.

Each function is the shortest version of something that large programs do, and is tested against
theirs.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import (
    POSITION_LIMIT,
    check_bool,
    check_d_model,
    check_int,
    check_memory,
    check_table,
    real_array,
)
from pe_lib.encoding import positional_encoding
from pe_lib.rotation import rotation_matrix


def pairs_to_halves(weights: ArrayLike, n_heads: int) -> np.ndarray:
    """Return W_q or W_k (d_model, n_heads * width) with each head's columns 0, 2, …, 1, 3, ….

    A program that turns column c of a head together with column c + width/2 then gives the scores
    that a program with pairs (2j, 2j + 1) gave before. Columns are outputs: queries are x @ W_q.
    PyTorch's nn.Linear holds the transpose, so there the rows move.

    Source: permute in transformers, models/llama/convert_llama_weights_to_hf.py.
    """
    heads = _heads(weights, n_heads)
    moved = np.concatenate([heads[..., 0::2], heads[..., 1::2]], axis=-1)
    return moved.reshape(len(heads), -1)


def halves_to_pairs(weights: ArrayLike, n_heads: int) -> np.ndarray:
    """Undo `pairs_to_halves`."""
    heads = _heads(weights, n_heads)
    half = heads.shape[-1] // 2
    return np.stack([heads[..., :half], heads[..., half:]], axis=-1).reshape(len(heads), -1)


def _heads(weights: ArrayLike, n_heads: int) -> np.ndarray:
    """Return the weights as (d_model, n_heads, width)."""
    weights = check_table(weights, "weights")
    n_heads = check_int(n_heads, "n_heads", low=1)
    if weights.shape[1] % (2 * n_heads):
        rule = f"weights must have {n_heads} heads of an even width"
        raise ValueError(f"{rule}, but there are {weights.shape[1]} columns")
    return weights.reshape(len(weights), n_heads, -1)


def position_ids(mask: ArrayLike, n_cached: int = 0) -> np.ndarray:
    """Return the positions (batch, length - n_cached) of the tokens that are not cached yet.

    The mask (batch, length) is 1 for a token and 0 for padding, cached tokens first. A token's
    position is the number of tokens before it. Padding gets what the token before it has, or 0.

    >>> position_ids([[0, 0, 1, 1, 1], [1, 1, 1, 1, 1]])
    array([[0, 0, 0, 1, 2],
           [0, 1, 2, 3, 4]])
    >>> position_ids([[0, 0, 1, 1, 1], [1, 1, 1, 1, 1]], n_cached=4)
    array([[2],
           [4]])

    Source: generate in transformers, which counts tokens in the same way, and gives padding 0.
    """
    mask = real_array(mask, "mask", ndim=2)
    if not np.isin(mask, (0, 1)).all():
        raise ValueError("mask must hold 1 for tokens and 0 for padding, and nothing else")
    n_cached = check_int(n_cached, "n_cached", low=0, high=mask.shape[1])
    return np.maximum(np.cumsum(mask, axis=1).astype(int) - 1, 0)[:, n_cached:]


def packed_position_ids(lengths: ArrayLike) -> np.ndarray:
    """Return the positions (sum of lengths,) of documents in one row, each counted from 0."""
    lengths = _lengths(lengths)
    check_memory((sum(lengths),))
    return np.concatenate([np.arange(n) for n in lengths])


def same_document(lengths: ArrayLike) -> np.ndarray:
    """Return the mask (n, n), n = sum of lengths: True where query and key share a document."""
    lengths = _lengths(lengths)
    check_memory((sum(lengths), sum(lengths)), bool)
    document = np.repeat(np.arange(len(lengths)), lengths)
    return document[:, np.newaxis] == document


def _lengths(lengths: ArrayLike) -> list[int]:
    array = real_array(lengths, "lengths", ndim=1)
    if not len(array):
        raise ValueError("lengths must name at least one document")
    return [check_int(n, "lengths", low=1) for n in np.asarray(lengths)]


def t5_buckets(
    offsets: ArrayLike, n_buckets: int = 32, max_distance: int = 128, *, causal: bool = False
) -> np.ndarray:
    """Return the bucket of each offset, key minus query.

    Half of the buckets hold one distance each; the rest grow evenly on a log axis up to
    max_distance, and the last one holds everything beyond. Without `causal` each direction gets
    half of all buckets, keys ahead the second half. With it, keys ahead count as distance 0.

    >>> t5_buckets([-200, -8, -1, 0, 1, 8, 200])
    array([15,  8,  1,  0, 17, 24, 31])

    Source: Raffel et al. 2020; _relative_position_bucket in transformers, modeling_t5.py.
    """
    whole = real_array(offsets, "offsets")
    n_buckets = check_int(n_buckets, "n_buckets", low=4)
    max_distance = check_int(max_distance, "max_distance", low=n_buckets, high=POSITION_LIMIT)
    causal = check_bool(causal, "causal")
    per_direction = n_buckets if causal else n_buckets // 2
    distance = np.maximum(-whole, 0) if causal else np.abs(whole)
    exact = per_direction // 2
    # A distance below 1 has no logarithm; it is among the exact ones.
    octaves = np.log2(np.maximum(distance, 1) / exact) / np.log2(max_distance / exact)
    far = exact + np.floor(octaves * (per_direction - exact))
    bucket = np.where(distance < exact, distance, np.minimum(far, per_direction - 1))
    return (bucket + (0 if causal else per_direction * (whole > 0))).astype(int)


_BECAUSE = "each axis gets half of the columns, in pairs"


def grid_encoding(height: int, width: int, d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return the table (height * width, d_model) of a grid of patches, row by row.

    The left half of the columns encodes the patch's row, the right half its column; MAE's program
    has the column first.
    """
    half = _half(d_model)
    height = check_int(height, "height", low=1)
    width = check_int(width, "width", low=1)
    check_memory((height * width, d_model))
    down, across = positional_encoding(height, half, base), positional_encoding(width, half, base)
    return np.hstack([np.repeat(down, width, axis=0), np.tile(across, (height, 1))])


def grid_rotation(down: float, across: float, d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return the matrix that takes every patch's row of `grid_encoding` so far down and across."""
    half = _half(d_model)
    check_memory((d_model, d_model))
    matrix = np.zeros((d_model, d_model))
    matrix[:half, :half] = rotation_matrix(down, half, base)
    matrix[half:, half:] = rotation_matrix(across, half, base)
    return matrix


def section_axes(sections: Sequence[int], *, interleaved: bool = False) -> np.ndarray:
    """Return the axis of each pair when one ladder of frequencies is dealt out to several axes.

    In sections, axis 0 gets the first sections[0] pairs, axis 1 the next ones. Interleaved, axis i
    gets pairs i, i + n, i + 2n, … of n axes, up to its number of turns, and axis 0 the rest: if its
    section is not the largest, it gets more than that.

    >>> section_axes([2, 3, 3]), section_axes([2, 3, 3], interleaved=True)
    (array([0, 0, 1, 1, 1, 2, 2, 2]), array([0, 1, 2, 0, 1, 2, 0, 1]))

    Source: mrope_section in transformers, models/qwen2_vl, and its interleaved form in qwen3_vl.
    """
    counts = [check_int(n, "sections", low=0) for n in sections]
    if not counts:
        raise ValueError("sections must have at least one number, but it is empty")
    check_memory((sum(counts),))
    axes = np.repeat(np.arange(len(counts)), counts)
    if not check_bool(interleaved, "interleaved"):
        return axes
    axes[:] = 0
    for axis, count in enumerate(counts[1:], start=1):
        axes[axis : count * len(counts) : len(counts)] = axis
    return axes


def _half(d_model: int) -> int:
    d_model = check_d_model(d_model, even_because=_BECAUSE)
    if d_model % 4:
        raise ValueError(f"d_model must be a multiple of 4, since {_BECAUSE}, not {d_model}")
    return d_model // 2


def to_bfloat16(x: ArrayLike) -> np.ndarray:
    """Return numbers rounded to bfloat16, held in float32: 8 significant bits, ties to even.

    >>> to_bfloat16([256, 257, 259]).tolist()
    [256.0, 256.0, 260.0]
    """
    bits = real_array(x, "x").astype(np.float32).view(np.uint32)
    rounded = bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))
    return (rounded & np.uint32(0xFFFF0000)).view(np.float32)
