"""T5's relative positions: one learned number for each bucket of offsets."""

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import real_array, whole_number


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
    n_buckets = whole_number(n_buckets, "n_buckets", low=4)
    max_distance = whole_number(max_distance, "max_distance", low=n_buckets)
    per_direction = n_buckets if causal else n_buckets // 2
    distance = np.maximum(-whole, 0) if causal else np.abs(whole)
    exact = per_direction // 2
    # A distance below 1 has no logarithm; it is among the exact ones.
    octaves = np.log2(np.maximum(distance, 1) / exact) / np.log2(max_distance / exact)
    far = exact + np.floor(octaves * (per_direction - exact))
    bucket = np.where(distance < exact, distance, np.minimum(far, per_direction - 1))
    return (bucket + (0 if causal else per_direction * (whole > 0))).astype(int)
