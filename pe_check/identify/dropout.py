"""A sinusoidal table seen through dropout: some entries are 0, and the others are multiplied."""

import numpy as np

from pe_check.identify.measure import pair_frequencies
from pe_check.identify.model import Form, Model
from pe_check.identify.rounding import Rounding, to_stored
from pe_check.identify.rules import forms
from pe_check.identify.search import readings

#: The share of zeros that dropout may have made; a table has some of its own.
FEWEST, MOST = 0.01, 0.8
FEWEST_ROWS = 16

#: How exact the entries are at best that take the place of zeros at first.
FILLED = 2.0**-14


def restored(table: np.ndarray, stored: Rounding) -> np.ndarray | None:
    """Return the table with a model's values for its zeros, or None if no model explains it."""
    n_rows, d_model = table.shape
    zeros = table == 0
    if not FEWEST < zeros.mean() < MOST or n_rows < FEWEST_ROWS or d_model % 2:
        return None
    rounding = Rounding("filled", max(FILLED, 2 * stored.relative), 2 * stored.absolute)
    for form in forms(d_model):
        if form.kind != "pair":
            break
        filled = _filled(table, form)
        read = readings(filled, rounding) if filled is not None else []
        if read:
            values = to_stored(_values(table, read[0].model), stored.storage)
            return np.where(zeros, values, table)
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


def _values(table: np.ndarray, model: Model) -> np.ndarray:
    """Return the model's entries, with the amplitude that the entries other than 0 show."""
    values = model.values(np.arange(len(table)))[0]
    present = table != 0
    amplitude = (table * values)[present].sum() / (values**2)[present].sum()
    return values * amplitude
