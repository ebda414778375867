"""What a program adds to the formula: layouts, position ids, buckets, grids, fewer digits.

Each function is the shortest version of something that large programs do, and is tested against
theirs.
"""

from pe_lib.practice.buckets import t5_buckets
from pe_lib.practice.grids import grid_encoding, grid_rotation, section_axes
from pe_lib.practice.ids import packed_position_ids, position_ids, same_document
from pe_lib.practice.projections import halves_to_pairs, pairs_to_halves
from pe_lib.practice.rounding import to_bfloat16

__all__ = [
    "grid_encoding",
    "grid_rotation",
    "halves_to_pairs",
    "packed_position_ids",
    "pairs_to_halves",
    "position_ids",
    "same_document",
    "section_axes",
    "t5_buckets",
    "to_bfloat16",
]
