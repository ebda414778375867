"""Coding exercises of the chapters: hand over a function, read what is wrong with it.

Every check calls the reader's function on several cases, compares with the library, and names
the mistake when the answer is one of the known wrong ones.
"""

from pe_lib.exercises.checks import check_detector
from pe_lib.exercises.encoding import check_doubling, check_encoding, check_wavelengths
from pe_lib.exercises.reply import Reply
from pe_lib.exercises.rotation import check_rope, check_rotation, check_similarity
from pe_lib.exercises.transformer import check_attention, check_head

__all__ = [
    "Reply",
    "check_attention",
    "check_detector",
    "check_doubling",
    "check_encoding",
    "check_head",
    "check_rope",
    "check_rotation",
    "check_similarity",
    "check_wavelengths",
]
