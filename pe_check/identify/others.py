"""Tables that are no sinusoids of a position: angles, frequencies, learned and resized ones."""

from collections.abc import Iterator

import numpy as np

from pe_check.identify.answer import Identification
from pe_check.identify.findings import finding
from pe_check.identify.ladder import ladder
from pe_check.identify.positions import walk
from pe_check.identify.rounding import Rounding

UNKNOWN = "Not a sinusoidal table, within rounding."
#: Sides of a grid that may have been resized.
SIDES = range(4, 65)
#: Rows that rule out most tables, so that the others need not be computed.
FEW_ROWS = 16
#: How much of its variance the resized columns of sinusoids have, at least.
RESIZED = 0.9


def angles(table: np.ndarray) -> Identification | None:
    """Return RoPE's answer if the entries are angles, positions times frequencies, themselves."""
    n_rows, d = table.shape
    if n_rows < 4 or d < 4:
        return None
    omega = (table[-1] - table[0]) / (n_rows - 1)
    line = table[0] + np.multiply.outer(np.arange(n_rows), omega)
    scale = np.abs(table).max()
    if not scale or np.abs(table - line).max() > 1e-5 * scale or not omega.any():
        return None
    how = "one column for each pair"
    if d % 2 == 0 and np.array_equal(table[:, : d // 2], table[:, d // 2 :]):
        omega, how = omega[: d // 2], "repeated by halves"
    elif d % 2 == 0 and np.array_equal(table[:, 0::2], table[:, 1::2]):
        omega, how = omega[0::2], "each column twice, side by side"
    rule = ladder(omega, 2.0**-20 * np.abs(omega))
    if rule is None:
        return None
    text = (
        f"{how}; {rule.text}; positions {table[0, 0] / omega[0]:.6g}, … in steps of {rule.step:.6g}"
    )
    headline = "RoPE's angles, before cosine and sine are taken."
    return Identification(headline, text, base=rule.base, exponents=rule.exponents, table=table)


def frequencies(vector: np.ndarray, dtype: np.dtype) -> Identification | None:
    """Return the rule of a stored inv_freq, or how stored positions go on."""
    if vector.size >= 4 and np.array_equal(vector, np.rint(vector)) and np.ptp(vector) > 1:
        place = (vector - vector[0]).astype(int)
        text = f"{len(vector)} rows; {walk(place, float(vector[0]), 1.0).text}"
        return Identification("Positions, not a table.", text)
    if vector.size < 4 or np.any(vector < 0) or (vector[0] and not np.ptp(vector)):
        return None
    digits = 2.0**-22 if dtype.kind == "f" and dtype.itemsize < 8 else 2.0**-40
    rule = ladder(vector, digits * vector + 1e-45)
    headline = "RoPE's frequencies (inv_freq), not a table."
    count = f"{len(vector)} pairs"
    if not np.any(vector > 1e-30):
        wrong = "all frequencies are 0, or were never filled: nothing turns"
        found = (finding("nothing turns", text=wrong),)
        return Identification(headline, f"{count}; {wrong}", findings=found)
    if rule is None or (rule.step != 1 and rule.base is None):
        return None
    step = "" if abs(rule.step - 1) < 1e-6 else f", all divided by {1 / rule.step:.6g}"
    return Identification(
        headline,
        f"{count}; {rule.text}{step}",
        base=rule.base,
        exponents=rule.exponents,
        frequencies=vector,
    )


def formula(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return the mistake whose formula gives every entry, with the paper's base and positions."""
    n_rows, d = table.shape
    if n_rows < 3 or d < 4:
        return None
    if n_rows > FEW_ROWS and formula(table[:FEW_ROWS], stored) is None:
        return None
    for text, made in _formulas(n_rows, d):
        if np.abs(table - made).max() < 8 * stored.relative + 2 * stored.absolute + 1e-6:
            found = (finding("another formula", text=text),)
            return Identification(UNKNOWN, text, findings=found)
    return None


def _formulas(n_rows: int, d: int) -> Iterator[tuple[str, np.ndarray]]:
    p, c = np.arange(n_rows)[:, np.newaxis], np.arange(d)
    exponents = {"2c/d": 2 * c / d, "c/d": c / d, "2j/d": c // 2 * 2 / d}
    for name, exponent in exponents.items():
        a = p * 10_000.0**-exponent
        yield (
            f"every column is the sum of a sine and a cosine, sine plus cosine, exponents {name}, "
            "base 10,000",
            np.sin(a) + np.cos(a),
        )
    for name, shift in (("(2c-1)/d", -1), ("(2c+1)/d", 1)):
        a = p * 10_000.0 ** -((2 * c + shift * (c % 2)) / d)
        yield (
            f"sines have exponents 2c/d of the column c, cosines {name}, base 10,000",
            np.where(c % 2, np.cos(a), np.sin(a)),
        )


def eigenvectors(table: np.ndarray) -> Identification | None:
    """Return the answer for eigenvectors of a path graph's Laplacian, a cosine each."""
    n_rows, d = table.shape
    if not 4 <= n_rows <= 1024 or d > n_rows:
        return None
    k = np.arange(n_rows)
    basis = np.cos(np.pi * k * (k[:, np.newaxis] + 0.5) / n_rows)
    basis /= np.linalg.norm(basis, axis=0)
    size = np.linalg.norm(table, axis=0)
    if not size.all():
        return None
    shares = np.abs(basis.T @ (table / size))
    which = shares.argmax(axis=0)
    if shares.max(axis=0).min() < 1 - 1e-6 or np.any(np.diff(which) <= 0):
        return None
    text = (
        f"eigenvectors {which[0]} to {which[-1]} of the Laplacian of a path of {n_rows} nodes: "
        "cosines without sines, whose signs are arbitrary"
    )
    return Identification(UNKNOWN, text)


def resized(table: np.ndarray) -> Identification | None:
    """Return the answer for a grid of patches that was interpolated to another size."""
    n_rows, d = table.shape
    start = int(not table[0].any())
    side = round((n_rows - start) ** 0.5)
    if side < 6 or side**2 != n_rows - start or d % 4:
        return None
    image = table[start:].reshape(side, side, d)
    tolerance = 1e-4 * np.abs(table).max()
    by_row = np.ptp(image, axis=1).max(axis=0) < tolerance
    by_column = np.ptp(image, axis=0).max(axis=0) < tolerance
    half = np.arange(d) < d // 2
    for across in (half, ~half):
        if by_column[across].all() and by_row[~across].all():
            break
    else:
        return None
    profile = image[0][:, across]
    omega = 10_000.0 ** -(np.arange(d // 4) / (d // 4))
    explained = {}
    for old in SIDES:
        at = np.multiply.outer((np.arange(side) + 0.5) * old / side - 0.5, omega)
        best = min(
            float(np.mean((profile - made) ** 2))
            for made in (
                np.hstack([np.sin(at), np.cos(at)]),
                np.stack([np.sin(at), np.cos(at)], axis=-1).reshape(side, -1),
            )
        )
        explained[old] = 1 - best / float(np.var(profile))
    old = max(explained, key=lambda one: explained[one])
    if explained[old] < RESIZED:
        return None
    token = "row 0 is zero (a class token), then " if start else ""
    text = (
        f"{token}a grid of {side} rows of {side}, resized (interpolated) from about {old} by "
        f"{old}: sines and cosines explain {explained[old]:.1%} of it"
    )
    return Identification(UNKNOWN, text, findings=(finding("resized grid", text=text),))


def learned(table: np.ndarray) -> str:
    """Return what an unknown table looks like: random at its start, or learned."""
    zero = np.flatnonzero(~table.any(axis=1))
    filled = table[table.any(axis=1)]
    padding = f"; row {zero[0]} is zero, as for padding" if 0 < len(zero) <= 2 else ""
    if filled.size < 64 or len(np.unique(filled)) < filled.size / 4:
        return ""
    size = float(filled.std())
    scores = (filled - filled.mean()) / max(size, 1e-300)
    spread = 6 / np.sqrt(filled.size)
    neighbors = float(np.mean(scores[1:] * scores[:-1])) if len(filled) > 1 else 0.0
    if (
        abs(neighbors) < spread
        and abs(float(scores.mean())) < spread
        and abs(filled.mean()) < spread * size
    ):
        usual = float(f"{size:.0e}")
        rounded = usual if abs(size - usual) < 0.05 * usual else size
        start = f"standard deviation {rounded:.2g}: a learned table at its start{padding}"
        kurtosis = float(np.mean(scores**4))
        if abs(kurtosis - 3) < 5 * spread:
            return f"random numbers, normal with {start}"
        if abs(kurtosis - 1.8) < 2 * spread:
            return f"random numbers, uniform with {start}"
    return f"of no rule that is known here: learned, most likely{padding}"
