"""bfloat16, the number format in which large models compute, by numpy alone."""

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import real_array


def to_bfloat16(x: ArrayLike) -> np.ndarray:
    """Return numbers rounded to bfloat16, held in float32: 8 significant bits, ties to even.

    >>> to_bfloat16([256, 257, 259]).tolist()
    [256.0, 256.0, 260.0]
    """
    bits = real_array(x, "x").astype(np.float32).view(np.uint32)
    rounded = bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))
    return (rounded & np.uint32(0xFFFF0000)).view(np.float32)
