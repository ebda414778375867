"""Which position each token of a batch gets: padded, continued from a cache, or packed."""

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import real_array, whole_number


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

    Source: generate in transformers, which counts in the same way.
    """
    mask = real_array(mask, "mask", ndim=2)
    if not np.isin(mask, (0, 1)).all():
        raise ValueError("mask must hold 1 for tokens and 0 for padding, and nothing else")
    n_cached = whole_number(n_cached, "n_cached", low=0, high=mask.shape[1])
    return np.maximum(np.cumsum(mask, axis=1).astype(int) - 1, 0)[:, n_cached:]


def packed_position_ids(lengths: ArrayLike) -> np.ndarray:
    """Return the positions (sum of lengths,) of documents in one row, each counted from 0.

    >>> packed_position_ids([3, 2])
    array([0, 1, 2, 0, 1])
    """
    return np.concatenate([np.arange(n) for n in _lengths(lengths)])


def same_document(lengths: ArrayLike) -> np.ndarray:
    """Return the mask (n, n), n = sum of lengths: True where query and key share a document."""
    lengths = _lengths(lengths)
    document = np.repeat(np.arange(len(lengths)), lengths)
    return document[:, np.newaxis] == document


def _lengths(lengths: ArrayLike) -> list[int]:
    array = real_array(lengths, "lengths", ndim=1)
    if not len(array):
        raise ValueError("lengths must name at least one document")
    return [whole_number(n, "lengths", low=1) for n in np.asarray(lengths)]
