"""From rows to frequencies: how fast each column swings, and each pair of columns turns."""

from typing import NamedTuple

import numpy as np

#: Rows from which frequencies are read; the fit to all rows makes them sharper.
NEAR = 256


class Waves(NamedTuple):
    """Pairs, cosine + i*sine, as hand * exp(i*omega*row); columns, as its real part."""

    omega: np.ndarray  # radians per row, known modulo 2*pi; of a column without its sign
    hand: np.ndarray
    known: np.ndarray  # where the rows are such a wave, and long enough to show it
    explained: float  # share of the variance


def wrap(angle: np.ndarray) -> np.ndarray:
    """Return the same angles between -pi and pi."""
    return (angle + np.pi) % (2 * np.pi) - np.pi


def spread_rows(n_rows: int, count: int) -> np.ndarray:
    """Return at most count rows, from the first to the last."""
    return np.unique(np.linspace(0, n_rows - 1, min(count, n_rows)).astype(int))


def waves(table: np.ndarray, centered: bool = False) -> Waves:
    """Return the wave of each real column, or complex pair, apart from its mean if centered.

    Rows n and n + lag of a pair differ by the turn lag*omega; of a column, rows n - lag and
    n + lag add up to 2*cos(lag*omega) times row n. A doubled lag halves the error.
    """
    x, pairs, lag = table[:NEAR], np.iscomplexobj(table), 1
    omega = np.zeros(x.shape[1])
    while (1 if pairs else 2) * lag + 1 + 2 * centered <= len(x):
        a, b = (x[:-lag], x[lag:]) if pairs else (x[lag:-lag], x[2 * lag :] + x[: -2 * lag])
        if centered:
            a, b = a - a.mean(axis=0), b - b.mean(axis=0)
        product, square = (b * a.conj()).sum(axis=0), (np.abs(a) ** 2).sum(axis=0)
        if pairs:
            change = wrap(np.angle(product) - lag * omega)
        else:
            angle = np.arccos(np.clip(product / np.maximum(2 * square, 1e-300), -1, 1))
            change, other = wrap(angle - lag * omega), wrap(-angle - lag * omega)
            change = np.where(np.abs(other) < np.abs(change), other, change)
        omega, lag = omega + change / lag, 2 * lag
    omega = omega if pairs else np.abs(omega)
    wave = np.exp(1j * np.multiply.outer(omega, np.arange(len(x))))
    terms = [wave] if pairs else [wave.real, -wave.imag]
    basis = np.stack(terms + [np.ones_like(terms[0])] * centered, axis=2)
    weights = np.linalg.pinv(basis) @ x.T[..., np.newaxis]
    off, hand = np.abs(x.T[..., np.newaxis] - basis @ weights)[..., 0], weights[:, 0, 0]
    hand = hand if pairs else hand + 1j * weights[:, 1, 0]
    known = (off.max(axis=1) < 0.1 * np.abs(hand)) & (lag > 1)
    if not pairs:
        known &= np.abs(omega) * len(x) > 2
    hand = hand if lag > 1 else np.nan * hand  # too few rows to show anything
    variance = (np.abs(x - x.mean(axis=0)) ** 2).sum()
    return Waves(omega, hand, known, 1 - float((off**2).sum() / max(variance, 1e-300)))
