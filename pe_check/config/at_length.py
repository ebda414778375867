"""What a text of some length does to the layers of a model."""

import math
from dataclasses import dataclass

import numpy as np

from pe_check.config.model import Group

#: Angles that differ by less than this in relation are the same.
SAME = 1e-6


@dataclass(frozen=True)
class AtLength:
    """The angles of some layers in a text of a length."""

    #: Offsets that meet, 0 included.
    span: int
    frequencies: np.ndarray
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
    frequencies, _ = group.rope.at(length)
    trained = group.rope.trained_length or length
    before = group.rope.unscaled.astype(float) * max(group.span(trained), 1)
    after = frequencies.astype(float) * group.span(length)
    new = (before < 2 * math.pi) & (after > before * (1 + SAME))
    return AtLength(group.span(length), frequencies, new)
