"""The numbers in the prose of chapter 4."""

import json

import numpy as np

from pe_book.explorers import block_matrix
from pe_book.transformer import Task
from pe_lib import (
    fit_shift,
    positional_encoding,
    rotation_matrix,
    similarity,
    similarity_law,
    toeplitz_deviation,
)
from tests.claims import ROOT, Claim, word

FROM_64_ROWS = fit_shift(positional_encoding(64, 16), 3)
FIRST_DIGIT_WRONG = np.abs(FROM_64_ROWS.matrix - rotation_matrix(3, 16)).max() > 0.1
ROWS = positional_encoding(60, 64)
TURNED_BACK = ROWS @ (rotation_matrix(-3, 64) @ ROWS[30])
SHIFT, BACK = rotation_matrix(3, 2), rotation_matrix(-3, 2)
ONE_VALUE_A_DIAGONAL = {
    d: toeplitz_deviation(positional_encoding(40, d) @ positional_encoding(40, d).T) < 1e-12
    for d in (7, 8)
}


def cell(name: str) -> str:
    """Return the code of a cell of the chapter."""
    [file] = (ROOT / "chapters").glob("04_*.ipynb")
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    return next("".join(each["source"]) for each in cells if each["id"] == name)


def rope() -> dict:
    """Run RoPE as it stands in the chapter, and check what the chapter says of it."""
    names = {"np": np}
    exec(cell("rope-in-twenty-lines"), names)
    turned, q, k = names["turned"], names["q"][:, :16], names["k"][:, :16]
    p = np.arange(12)
    matrices = [rotation_matrix(m, 16) for m in p]
    expected = np.array([matrix @ row for matrix, row in zip(matrices, q, strict=True)])
    assert np.allclose(turned(q, p), expected)
    scores, later = (names["scores"](q, k, p + start) for start in (0, 1000))
    assert np.allclose(scores, later, atol=1e-9) and np.ptp(scores) > 1
    # A turn of queries and keys by M_(n - m), and of neither by anything.
    for m, n in ((3, 7), (9, 2)):
        assert np.isclose(scores[m, n], q[m] @ rotation_matrix(n - m, 16) @ k[n])
    return names


rope()
LINES_OF_ROPE = len([line for line in cell("rope-in-twenty-lines").splitlines() if line.strip()])
#: What each doubling of the distance costs in the table, which is the law on the whole.
COSTS = np.array([similarity(k, 512) - similarity(2 * k, 512) for k in range(4, 250)])
BY_THE_LAW = np.log(2) / np.log(1e4)
assert abs(COSTS.mean() - BY_THE_LAW) < 0.01 and np.ptp(COSTS) > 0.03
assert np.allclose(similarity_law(16) - similarity_law(32), BY_THE_LAW)


def refused(d_model: int) -> bool:
    try:
        rotation_matrix(1, d_model)
    except ValueError:
        return True
    return False


CLAIMS = [
    Claim("that matrix for {} columns, and row", block_matrix.D_MODEL),
    Claim("Euler's constant $\\gamma = {:.4f}$", np.euler_gamma),
    Claim("Here is one row of a table with {} columns", 8),
    Claim("A model that is trained on {} positions sees too few", Task().length),
    Claim("once, not for each of {:,} positions", 100_000),
    Claim(
        "a word three back looks exactly {} a word three ahead",
        "as similar as" if similarity(3, 64) == similarity(-3, 64) else "less similar than",
    ),
    Claim(
        "is largest at $q = p {} 3$, on {} side only",
        "-" if TURNED_BACK.argmax() == 30 - 3 else "+",
        word(sum(np.isclose(TURNED_BACK[[27, 33]], TURNED_BACK.max()))),
    ),
    Claim(
        "**Theorem (similarity).** For {} $d$,",
        "even" if ONE_VALUE_A_DIAGONAL[8] and not ONE_VALUE_A_DIAGONAL[7] else "any",
    ),
    Claim(
        "and is the {} for $k$ and $-k$.",
        "same" if similarity(3, 64) == similarity(-3, 64) else "opposite",
    ),
    Claim(
        "In this table the {} is the first coordinate",
        "sine" if positional_encoding(2, 2)[1, 0] == np.sin(1) else "cosine",
    ),
    Claim(
        "That is {:.3f} at $B = 10000$. A table follows the law on the whole",
        np.log(2) / np.log(1e4),
    ),
    Claim(
        "With {} rows the rows are predicted to rounding error, and the matrix is wrong in the {} "
        "digit",
        64,
        "first" if FIRST_DIGIT_WRONG and FROM_64_ROWS.residual < 1e-12 else "last",
    ),
    Claim(
        "that is the row of position $-k$: the signs of the {} sines are exchanged",
        word(np.count_nonzero(SHIFT != BACK)),
    ),
    Claim(
        "With {} $d$ the {} sine has no cosine to turn with, and there is no $M_k$",
        "odd" if refused(7) and not refused(8) else "even",
        "last" if positional_encoding(1, 7)[0, -1] == np.sin(0) else "first",
    ),
    Claim("If all of them move on by {} positions, no score changes", 1000),
    Claim("ends with RoPE in {} lines", {20: "twenty"}[round(LINES_OF_ROPE / 5) * 5]),
    Claim("Here it is, in {} lines, with twelve", {20: "twenty"}[round(LINES_OF_ROPE / 5) * 5]),
]
ALLOWED = [
    r"about 30 minutes",
    r"row 0",
    r"It is 1 at",
]
