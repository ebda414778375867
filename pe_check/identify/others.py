"""What is not a table of paired sines and cosines: frequencies alone, and learned tables."""

from typing import Any

import numpy as np

from pe_check.identify.answer import Identification, finding
from pe_check.identify.biases import slopes_alone
from pe_check.identify.positions import walk
from pe_check.identify.schedule import schedule
from pe_check.numbers import number

#: How exactly a wave has to give its column back.
EXACT = 1e-5
#: Rows that show lines or steps, and how many of their differences are usual ones.
MIN_LINES, MOSTLY = 8, 0.8
#: What is larger than this, or smaller, is not a frequency in radians per position.
MAX_FREQUENCY, MIN_FREQUENCY = 1e9, 1e-30


def vector(values: np.ndarray, dtype: np.dtype, alone: bool) -> Identification | None:
    """Return what numbers in one row are: positions, ALiBi's slopes, or RoPE's inv_freq.

    They may be a table of one row as well, if they are not `alone` on their axis.
    """
    size = len(values)
    if size < 4 or np.any(values < 0):
        return None
    if np.array_equal(values, np.rint(values)) and np.ptp(values) > 1 and np.ptp(values) < 2**31:
        place = (values - values[0]).astype(int)
        details = {"rows": str(size), "positions": walk(place, float(values[0]), 1.0).text}
        return Identification("positions", details=details)
    digits = 2.0**-22 if dtype.kind == "f" and dtype.itemsize < 8 else 2.0**-40
    details = {"pairs": str(size)}
    if not np.any(values > MIN_FREQUENCY):
        found = (finding("nothing turns"),)
        return Identification("inv_freq", frequencies=values, findings=found, details=details)
    slopes = slopes_alone(values)
    if slopes is not None:
        return slopes
    wild = np.ptp(values) == 0 or values.max() > MAX_FREQUENCY
    rule = None if wild else schedule(values, digits * values + 1e-45)
    if rule is None or (rule.step != 1 and rule.base is None):
        if not alone:
            return None
        found = (finding("never filled" if wild else "unknown rule"),)
        return Identification("inv_freq", frequencies=values, findings=found, details=details)
    details["frequencies"] = str(rule)
    if abs(rule.step - 1) > 1e-6:
        details["all divided by"] = number(1 / rule.step, 6)
    return Identification(
        "inv_freq",
        base=rule.base,
        exponents=rule.exponents,
        frequencies=values,
        findings=(finding(rule.finding, rule),) if rule.finding else (),
        details=details,
    )


def _lines_or_steps(table: np.ndarray) -> str:
    """Return that columns go up in lines or in steps, which no learned table does; else ""."""
    changes, size = np.diff(table, axis=0), np.abs(table).max()
    if len(table) < MIN_LINES or not changes.any():
        return ""
    levels = max(len(np.unique(column)) for column in table.T)
    if levels <= max(2, len(table) // 4) and (changes == 0).mean() > 0.5:
        return f"steps of at most {levels} levels, no waves"
    usual = np.median(changes, axis=0)
    straight = np.abs(changes - usual) <= EXACT * size
    if straight.mean() > MOSTLY and usual.any():
        if straight.all():
            return "straight lines of the position, no waves"
        first = 1 + int(np.flatnonzero(~straight.all(axis=1))[0])
        return f"lines that begin again, first at row {first}: a sawtooth, whose ends are far apart"
    return ""


def learned(table: np.ndarray) -> dict[str, Any]:
    """Return what an unknown table looks like: random at its start, or learned."""
    if plain := _lines_or_steps(table):
        return {"likely": plain}
    zero = np.flatnonzero(~table.any(axis=1))
    filled = table[table.any(axis=1)]
    details = {"padding": f"row {zero[0]} is zero"} if 0 < len(zero) <= 2 else {}
    if filled.size < 64 or len(np.unique(filled)) < filled.size / 4:
        return details
    size = float(filled.std())
    scores = (filled - filled.mean()) / max(size, 1e-300)
    spread = 6 / np.sqrt(filled.size)
    neighbors = float(np.mean(scores[1:] * scores[:-1])) if len(filled) > 1 else 0.0
    independent = abs(neighbors) < spread and abs(filled.mean()) < spread * size
    kurtosis = float(np.mean(scores**4))
    for name, expected, times in (("normal", 3, 5), ("uniform", 1.8, 2)):
        if independent and abs(kurtosis - expected) < times * spread:
            usual = float(f"{size:.0e}")
            rounded = usual if abs(size - usual) < 0.05 * usual else size
            text = f"random numbers, {name}, standard deviation {rounded:.2g}"
            return {"likely": f"a learned table at its start: {text}"} | details
    return {"likely": "learned, or made by a rule that isn't known here"} | details
