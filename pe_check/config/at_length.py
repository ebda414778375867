"""What a text of some length does to the layers of a model."""

import math
from dataclasses import dataclass

import numpy as np

from pe_check.config.model import Group
from pe_lib.practice import to_bfloat16

#: Angles that differ by less than this in relation are the same.
SAME = 1e-6


@dataclass(frozen=True)
class AtLength:
    """Some layers in a text of a length: their angles, and how its positions are told apart."""

    length: int
    #: Offsets that meet, 0 included.
    span: int
    frequencies: np.ndarray
    attention_factor: float
    #: For each pair: whether it reaches angles between a query and a key that training lacked.
    new: np.ndarray

    @property
    def n_new(self) -> int:
        return int(self.new.sum())


def at_length(group: Group, length: int) -> AtLength | None:
    """Return what layers with RoPE do in a text of this length; None for layers without.

    A pair that finished a turn within the trained length has shown every angle. Another one shows
    new angles where its farthest offset turns it farther than training did.
    """
    if group.rope is None:
        return None
    frequencies, factor = group.rope.at(length)
    trained = group.rope.trained_length or length
    before = group.rope.unscaled.astype(float) * max(group.span(trained), 1)
    after = frequencies.astype(float) * group.span(length)
    new = (before < 2 * math.pi) & (after > before * (1 + SAME))
    return AtLength(length, group.span(length), frequencies, factor, new)


def distinct_in_bfloat16(length: int) -> int:
    """Return how many of the positions 0 to length - 1 bfloat16 tells apart.

    >>> distinct_in_bfloat16(256), distinct_in_bfloat16(4096), distinct_in_bfloat16(131_072)
    (256, 769, 1409)
    """
    if length <= 257:
        return min(length, 257)
    first, last = to_bfloat16(np.array([256.0, length - 1.0])).view(np.uint32) >> 16
    return 257 + int(last) - int(first)


def float32_angle_error(length: int) -> float:
    """Return by how much float32 rounds the largest angle of a text, in radians.

    >>> round(float32_angle_error(131_072), 4)
    0.0039
    """
    return float(np.spacing(np.float32(max(length - 1, 1)))) / 2
