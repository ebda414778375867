"""A sinusoidal table seen through dropout: some entries are 0, and the others are multiplied."""

import numpy as np

from pe_check.identify.measure import pair_frequencies
from pe_check.identify.model import Form
from pe_check.identify.rounding import Rounding, to_stored
from pe_check.identify.rules import forms
from pe_check.identify.search import readings

#: The share of zeros that dropout may have made; a table has some of its own.
MIN_DROPPED, MAX_DROPPED = 0.01, 0.8
MIN_ROWS = 16
#: How exact the entries are at best that take the place of zeros at first.
FILLED = 2.0**-14


def without_dropout(table: np.ndarray, stored: Rounding) -> tuple[np.ndarray, float] | None:
    """Return the table with a model's values for its zeros, and its amplitude; or None."""
    n_rows, d_model = table.shape
    zeros = table == 0
    if not MIN_DROPPED < zeros.mean() < MAX_DROPPED or n_rows < MIN_ROWS or d_model % 2:
        return None
    rounding = Rounding("filled", max(FILLED, 2 * stored.relative), 2 * stored.absolute)
    for form in forms(d_model):
        if form.kind != "pair":
            break
        filled = _filled(table, form)
        read = readings(filled, rounding) if filled is not None else []
        if read:
            values = read[0].model.values(np.arange(n_rows))[0]
            values *= (table * values)[~zeros].sum() / (values**2)[~zeros].sum()
            restored = np.where(zeros, to_stored(values, stored.storage), table)
            return restored, float(np.sqrt(2 * np.mean(values**2)))
    return None


def _filled(table: np.ndarray, form: Form) -> np.ndarray | None:
    """Return the table with its zeros filled by the wave of each pair, if the pairs are waves.

    A pair counts where neither of its entries is 0, and as nothing elsewhere, which does not
    change how far it turns.
    """
    pairs = form.pairs(table)
    present = (pairs.real != 0) & (pairs.imag != 0)
    pairs = np.where(present, pairs, 0)
    omega = pair_frequencies(pairs)
    turns = np.exp(1j * np.multiply.outer(np.arange(len(table)), omega))
    phasor = (pairs * turns.conj()).sum(axis=0) / np.maximum(present.sum(axis=0), 1)
    waves = phasor * turns
    errors = np.abs(np.where(present, pairs - waves, 0)).max(axis=0)
    if np.mean(errors < 0.1 * np.abs(phasor)) < 0.9:
        return None
    by_column = np.empty_like(table)
    by_column[:, form.cosine], by_column[:, ~form.cosine] = waves.real, waves.imag
    return np.where(table == 0, by_column, table)
