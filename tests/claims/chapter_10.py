"""The numbers in the prose of chapter 10; those of programs and reports stand as found there."""

import math

import numpy as np

from pe_lib import angular_frequencies
from pe_lib.practice import (
    grid_encoding,
    section_axes,
    t5_buckets,
    to_bfloat16,
)

SECTIONS = [16, 24, 24]
#: The default of modeling_qwen3_vl.py; tests/environments/test_statements.py reads it there.
QWEN3_VL = [24, 20, 20]
_OMEGA = angular_frequencies(128, 1_000_000)
_WIDTH = _OMEGA[section_axes(SECTIONS) == 2]


def first_in_last_bucket(causal: bool) -> int:
    buckets = t5_buckets(-np.arange(300), causal=causal)
    return int(np.argmax(buckets == buckets.max()))


def share_that_hardly_turns(base: float) -> str:
    """Return how many of DETR's pairs turn by less than 0.1 radians across an image, in words."""
    share = np.mean(2 * np.pi * base ** (-np.arange(64) / 64) < 0.1)
    return "more than half" if 0.5 < share < 0.6 else f"{share:.0%}"


T5_IN_USE = np.unique(t5_buckets(np.arange(-200, 201)))
FIRST_HALF_IS_ROWS = np.ptp(grid_encoding(3, 3, 8).reshape(3, 3, 8)[:, :, :4], axis=1).max() == 0
