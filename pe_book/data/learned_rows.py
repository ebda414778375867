"""GPT-2's first learned position vectors beside other tables, by the measures of chapter 10.

`stored` reads what the explorer shows; `python -m pe_book.data.learned_rows` computes and stores
it.
"""

import json
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pe_book.ported.seeded_random import seeded_rows
from pe_lib.encoding import positional_encoding

ROWS = 64
#: The first rows of GPT-2 are two to three times longer than the rest.
FIRST = 4
COMPONENTS = 6
OFFSETS = 32
#: Columns of a table that the explorer draws: those that vary most.
COLUMNS = 12
#: Levels of color on each side of zero, stored as a digit of base 36.
LEVELS = 8
#: Rows over which smooth noise is averaged, as the standard deviation of the weights.
SMOOTHING = 8
_DATA = resources.files("pe_book.data")
_STORED = "position_rows.json"


def gpt2_rows() -> np.ndarray:
    """Return rows 0 to 63 of GPT-2's learned positions, (64, 768); see data/README.md."""
    with (_DATA / "gpt2_positions_first_64.npy").open("rb") as file:
        return np.load(file).astype(float)


def tables() -> dict[str, np.ndarray]:
    """Return the tables, (64, 768) each: trained, sinusoidal, as training starts, two controls."""
    trained = gpt2_rows()
    n_rows, width = trained.shape
    random = np.random.default_rng(0).normal(scale=0.01, size=trained.shape)
    return {
        "gpt2": trained,
        "sinusoid": positional_encoding(n_rows, width),
        "random": random,
        "walk": np.cumsum(seeded_rows("random walk", n_rows, width), axis=0),
        "smooth": smooth_noise(n_rows, width),
    }


def smooth_noise(n_rows: int, width: int) -> np.ndarray:
    """Return random rows averaged over their neighbors with Gaussian weights, (n_rows, width)."""
    margin = 3 * SMOOTHING
    noise = seeded_rows("smooth noise", n_rows + 2 * margin, width)
    apart = np.subtract.outer(np.arange(n_rows), np.arange(len(noise)) - margin)
    return np.exp(-((apart / SMOOTHING) ** 2) / 2) @ noise


class Measured(NamedTuple):
    """Some measures of a table of rows."""

    #: (COMPONENTS,): how much of the variance each direction holds, as shares of 1
    shares: np.ndarray
    #: (COMPONENTS, n_rows): coordinates of the rows along each direction; the largest size is 1
    components: np.ndarray
    #: for each offset 1, …, OFFSETS the cosines of rows p and p + offset, (64 - offset,)
    cosines: list[np.ndarray]
    #: (COLUMNS, n_rows): the columns that vary most, less their means, from -1 to 1 by their sizes
    columns: np.ndarray


def measure(rows: np.ndarray) -> Measured:
    """Return the directions in which rows FIRST, … spread most, and the cosines of all rows."""
    centered = rows[FIRST:] - rows[FIRST:].mean(axis=0)
    left, sizes, _ = np.linalg.svd(centered, full_matrices=False)
    along = left.T[:COMPONENTS]
    # The sign of a direction is free: each begins above zero.
    along = along * np.sign(along[:, :1]) / np.abs(along).max(axis=1, keepdims=True)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    cosines = unit @ unit.T
    diagonals = [np.diag(cosines, offset) for offset in range(1, OFFSETS + 1)]
    shares = (sizes**2 / (sizes**2).sum())[:COMPONENTS]
    return Measured(shares, along, diagonals, _columns(rows))


def _columns(rows: np.ndarray) -> np.ndarray:
    """Return the columns that vary most over rows FIRST, …; what goes beyond their size is cut."""
    widest = np.sort(np.argsort(-rows[FIRST:].var(axis=0), kind="stable")[:COLUMNS])
    centered = rows[:, widest] - rows[FIRST:, widest].mean(axis=0)
    return np.clip(centered / np.abs(centered[FIRST:]).max(axis=0), -1, 1).T


def stored() -> dict[str, Measured]:
    """Return the stored measures of the tables, to three digits after the point."""
    found = json.loads((_DATA / _STORED).read_text(encoding="utf-8"))
    return {
        name: Measured(
            np.array(shares) / 1000,
            np.array(components) / 1000,
            [np.array(diagonal) / 1000 for diagonal in cosines],
            np.array([[int(digit, 36) / LEVELS - 1 for digit in column] for column in columns]),
        )
        for name, (shares, components, cosines, columns) in found.items()
    }


def thousandths() -> dict[str, list]:
    """Return the measures of the tables as whole thousandths, and their columns as digits."""

    def whole(part: np.ndarray) -> list:
        return np.round(part * 1000).astype(int).tolist()

    def digits(column: np.ndarray) -> str:
        return "".join(np.base_repr(round(value), 36) for value in LEVELS * (column + 1))

    return {
        name: [
            whole(m.shares),
            whole(m.components),
            [whole(part) for part in m.cosines],
            [digits(column) for column in m.columns],
        ]
        for name, m in ((name, measure(rows)) for name, rows in tables().items())
    }


def _store() -> None:
    text = json.dumps(thousandths(), separators=(",", ":")) + "\n"
    Path(str(_DATA / _STORED)).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    _store()
