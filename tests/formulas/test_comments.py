"""Comments in the code of chapters, problem sets and talks: what they state holds."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import pe_lib
from book.paths import ROOT

FILES = [
    *sorted(ROOT.glob("chapters/*.ipynb")),
    *sorted(ROOT.glob("course/problem_set_*.ipynb")),
    *sorted(ROOT.glob("slides/*.md")),
    ROOT / "pe_lib" / "forms.py",
]
COMMENT = re.compile(r"(?:^|\s)# (.+)$", re.MULTILINE)
#: What a comment says to a reader of the code, and no statement that could be false.
INSTRUCTIONS = re.compile(
    r"Setup: this cell.*|Where the book lives.*|Marked here: .*|(?:Replace|Paste) .*|"
    r"Is this enough\?|try .* too|once more, warmed up|digits: what counts as exact|"
    r"chapter 2 says .*|before training|Peng et al\. 2023, version 3, table 5.*"
)


def codes(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        yield from (
            "".join(cell["source"])
            for cell in json.loads(text)["cells"]
            if cell["cell_type"] == "code"
        )
    elif path.suffix == ".py":
        yield text
    else:
        yield from re.findall(r"(?s)```python\n(.*?)```", text)


def comments(path: Path) -> list[str]:
    return [comment for code in codes(path) for comment in COMMENT.findall(code)]


def cell(name: str) -> str:
    """Return the code of a cell of a notebook, by its id."""
    found = (
        "".join(cell["source"])
        for path in FILES
        if path.suffix == ".ipynb"
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        if cell["id"] == name
    )
    return next(found)


def layouts() -> dict:
    """Return the functions of the cell that writes RoPE in two layouts."""
    names = {"np": np, "pe_lib": pe_lib}
    definitions = re.findall(r"(?ms)^def .*?(?=^\S|\Z)", cell("rope-layouts-live"))
    exec("\n".join(definitions), names)
    return names


def partner(function: Callable, column: int, d: int = 8) -> int:
    """Return the column to which a function moves another one."""
    [found] = np.flatnonzero(function(np.eye(d)[[column]])[0])
    return int(found)


def starts_at_sine() -> bool:
    row = pe_lib.positional_encoding(2, 8)[1]
    return all(np.isclose(row[i], np.sin(1e4 ** (-i / 8))) for i in range(0, 8, 2))


ROWS = pe_lib.positional_encoding(40, 8)
KEY = np.random.default_rng(2).normal(size=8)


def squared(p: int, q: int) -> float:
    return float(((ROWS[p] - ROWS[q]) ** 2).sum())


def score(q: np.ndarray, offset: float) -> float:
    """Return the score of a query and the key that stands so far behind it."""
    return float(q @ pe_lib.rotation_matrix(offset, 8) @ KEY)


def looks_back(offset: int) -> bool:
    """Return whether a key turned back by an offset scores highest with the key so far behind."""
    query = pe_lib.rotation_matrix(-offset, 8) @ KEY
    return max(range(-9, 10), key=lambda k: score(query, k)) == -offset


def mirrored(center: float) -> bool:
    flip = np.diag(np.tile([-1.0, 1.0], 4))
    moved = pe_lib.rotation_matrix(2 * center, 8) @ flip
    return np.allclose(moved @ ROWS[7], pe_lib.positional_encoding_at([2 * center - 7], 8)[0])


def sees_from_key_to_query() -> bool:
    """Return whether a sum from the right over what a query sees begins at the query."""
    seen = np.tri(4)
    return np.array_equal(seen[:, ::-1].cumsum(axis=1)[:, ::-1][3], [4, 3, 2, 1])


#: Seven columns, of which the last one is a sine.
ROWS_OF_7 = np.sin(
    np.arange(3)[:, np.newaxis] * np.repeat(pe_lib.angular_frequencies(7), 2)[:7]
    + np.pi / 2 * (np.arange(7) % 2)
)
#: A comment, and whether it holds.
HOLDS: dict[str, Callable[[], bool]] = {
    "(5, 4)": lambda: ROWS[:5, :4].shape == (5, 4),
    "32 and 20 words": lambda: "count / 31, count[:20] / 19" in cell("b6b80e22"),
    "one row for each combination": lambda: "reshape(-1, 16)" in cell("a71b51fb"),
    "i is the column of the sine: 2j": starts_at_sine,
    "i is 2j": starts_at_sine,
    "the other hands turn too little to see":
        lambda: 3 * pe_lib.angular_frequencies(16)[4] < np.radians(5),
    "a fraction, in every column":
        lambda: np.ptp(np.tile(np.arange(3)[:, np.newaxis] / 3, 4), axis=1).max() == 0,
    "keeps lengths":
        lambda: np.allclose(np.linalg.norm(np.linalg.qr(ROWS[:8].T + np.eye(8))[0] @ KEY),
                            np.linalg.norm(KEY)),
    "any invertible matrix": lambda: "np.linalg.inv(G)" in cell("rope-assumptions-live"),
    "omega_j": lambda: np.allclose(1e4 ** (-np.arange(0, 8, 2) / 8), pe_lib.angular_frequencies(8)),
    "(n, d/2)": lambda: np.outer(np.arange(5), pe_lib.angular_frequencies(8)).shape == (5, 8 // 2),
    "NeoX style: column j with j + d/2":
        lambda: [partner(layouts()["rotate_half"], j) for j in range(4)] == [4, 5, 6, 7],
    "interleaved: column 2j with 2j + 1":
        lambda: [partner(layouts()["rotate_neighbors"], 2 * j) for j in range(4)] == [1, 3, 5, 7],
    "looks one back":
        lambda: looks_back(1),
    "the last token stays":
        lambda: "np.append(rng.permutation(19), 19)" in cell("since-nope-check"),
    "row: query p, column: key s":
        lambda: (np.arange(4)[:, np.newaxis] - np.arange(4))[3, 1] == 3 - 1,
    "from key to query": sees_from_key_to_query,
    "below 0: the query looks ahead":
        lambda: "np.arange(-127, 128)" in cell("which-far-keys-table") and 3 - 5 < 0,
    "one pair, phase 0.5":
        lambda: np.allclose(np.diff([[0.0, 0.5], [1.0, 1.5], [2.0, 2.5]]), 0.5),
    "|row p - row q|² = 2 Σ (1 - cos kω), which depends on the offset k alone.":
        lambda: np.isclose(squared(9, 4), 2 * (1 - np.cos(5 * pe_lib.angular_frequencies(8))).sum())
        and np.isclose(squared(9, 4), squared(30, 25)),
    "p -> -p changes the sign of every sine; then move by 2c.":
        lambda: mirrored(2.5) and mirrored(10),
    "The score is qᵀ M_(s-p) k. With q = M_(-offset) k it is kᵀ M_(s-p+offset) k,":
        lambda: np.isclose(score(pe_lib.rotation_matrix(-3, 8) @ KEY, 5), score(KEY, 5 + 3)),
    "which is largest where s = p - offset.":
        lambda: looks_back(3),
    "shape (seq_len, pairs)":
        lambda: (np.arange(5)[:, np.newaxis] * pe_lib.angular_frequencies(7)).shape == (5, 4),
    "sine 0, cosine 1":
        lambda: [1j.real, 1j.imag] == pe_lib.positional_encoding_doubling(1, 2)[0].tolist(),
    "an odd d_model: no last cosine":
        lambda: np.allclose(pe_lib.positional_encoding_doubling(3, 7), ROWS_OF_7),
}  # fmt: skip


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_comment_holds(path):
    for comment in comments(path):
        if not INSTRUCTIONS.fullmatch(comment):
            assert comment in HOLDS, f"add to HOLDS what decides: {comment}"
            assert HOLDS[comment](), comment


def test_comments_that_hold_are_made():
    assert {*HOLDS} <= {comment for path in FILES for comment in comments(path)}
