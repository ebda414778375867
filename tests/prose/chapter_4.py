"""The numbers in the prose of chapter 4."""

import numpy as np

from pe_lib import positional_encoding, rotation_matrix, similarity
from tests.prose.text import code

TWENTY_LINES = code("chapters/04_offsets_are_rotations", "rope-in-twenty-lines")
#: By how much all positions are moved in the chapter's twenty lines.
MOVED_BY = 1000
ROWS = positional_encoding(60, 64)
TURNED_BACK = ROWS @ (rotation_matrix(-3, 64) @ ROWS[30])
SHIFT, BACK = rotation_matrix(3, 2), rotation_matrix(-3, 2)


def rope() -> None:
    """Run RoPE as the chapter has it, and check what the chapter says of it."""
    names = {"np": np}
    exec(TWENTY_LINES, names)
    turned, q, k = names["turned"], names["q"][:, :16], names["k"][:, :16]
    p = np.arange(12)
    matrices = [rotation_matrix(m, 16) for m in p]
    expected = np.array([matrix @ row for matrix, row in zip(matrices, q, strict=True)])
    assert np.allclose(turned(q, p), expected)
    scores, later = (names["scores"](q, k, p + start) for start in (0, MOVED_BY))
    assert np.allclose(scores, later, atol=1e-9) and np.ptp(scores) > 1
    # A turn of queries and keys by M_(n - m), and of neither by anything.
    for m, n in ((3, 7), (9, 2)):
        assert np.isclose(scores[m, n], q[m] @ rotation_matrix(n - m, 16) @ k[n])


rope()
LINES_OF_ROPE = len([line for line in TWENTY_LINES.splitlines() if line.strip()])
