"""The numbers in chapter 11's section on GPT-2's learned rows."""

import numpy as np

from pe_book.data import learned_rows
from pe_lib import addition

#: GPT-2's positions; the book has the first of them.
ALL_ROWS = 1024
TABLES = learned_rows.tables()
LATE = {name: rows[learned_rows.FIRST :] for name, rows in TABLES.items()}
MEASURED = {name: learned_rows.measure(rows) for name, rows in TABLES.items()}
CROSSINGS = {
    name: [int(np.sum(np.diff(np.sign(wave)) != 0)) for wave in found.components[:4]]
    for name, found in MEASURED.items()
}


def in_six_directions(*names: str) -> list[float]:
    """Return the shares of the variance of rows in the six directions that hold most of it."""
    return [MEASURED[name].shares.sum() for name in names]


def cosines(name: str, offset: int = 16, centered: bool = False) -> np.ndarray:
    """Return the cosines of rows an offset apart, with or without their mean row."""
    rows = LATE[name] - centered * LATE[name].mean(axis=0)
    products = np.sum(rows[offset:] * rows[:-offset], axis=1)
    lengths = np.sqrt(np.sum(rows**2, axis=1))
    return products / (lengths[offset:] * lengths[:-offset])


FITTED, TESTED = np.arange(4, 34), np.arange(34, 64)


def shift_fit_on_other_rows(rows: np.ndarray) -> float:
    """Return R² on other rows of a linear map from row p to p + 1 that is fitted on some."""
    center = rows[FITTED].mean(axis=0)
    *_, directions = np.linalg.svd(rows[FITTED] - center, full_matrices=False)
    z = np.column_stack([(rows - center) @ directions[:8].T, np.ones(len(rows))])
    matrix = np.linalg.pinv(z[FITTED[:-1]]) @ z[FITTED[1:]]
    error, target = z[TESTED[:-1]] @ matrix - z[TESTED[1:]], z[TESTED[1:]]
    return float(1 - np.sum(error[:, :8] ** 2) / np.sum((target - target.mean(axis=0)) ** 2))


SHIFT_FITS = {name: shift_fit_on_other_rows(rows) for name, rows in TABLES.items()}
