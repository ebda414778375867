"""Coding exercises of the chapters: hand over a function, read what is wrong with it.

Every check calls the reader's function on several cases, compares with the library, and names
the mistake when the answer is one of the known wrong ones.
"""

from pe_lib.exercises.checks import check_detector
from pe_lib.exercises.doubling import check_doubling
from pe_lib.exercises.encoding import check_encoding
from pe_lib.exercises.reply import Reply
from pe_lib.exercises.rope import check_rope
from pe_lib.exercises.rotation import check_rotation
from pe_lib.exercises.transformer import check_attention, check_head
from pe_lib.exercises.wavelengths import check_wavelengths

__all__ = [
    "Reply",
    "check_attention",
    "check_detector",
    "check_doubling",
    "check_encoding",
    "check_head",
    "check_rope",
    "check_rotation",
    "check_wavelengths",
]
