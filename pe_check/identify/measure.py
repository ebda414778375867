"""From rows to frequencies: how fast each column, or pair of columns, swings."""

from typing import NamedTuple

import numpy as np


class Waves(NamedTuple):
    """Pairs, cosine + i*sine, as phasor * exp(i*omega*row); columns, as its real part."""

    omega: np.ndarray  # radians per row, known modulo 2*pi; of a column without its sign
    phasor: np.ndarray  # NaN if there are too few rows to show anything
    known: np.ndarray  # where the rows are such a wave, and long enough to show it
    explained: float  # share of the variance


def longest_run(usual: np.ndarray) -> tuple[int, int]:
    """Return the first and last row of the longest run of usual steps."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], usual.astype(int), [0]])))
    if not len(edges):
        return 0, 0
    starts, ends = edges[0::2], edges[1::2]
    best = int(np.argmax(ends - starts))
    return int(starts[best]), int(ends[best])


def wrap(angle: np.ndarray) -> np.ndarray:
    """Return the same angles between -pi and pi."""
    turns = angle / (2 * np.pi)
    return 2 * np.pi * (turns - np.rint(turns))


def waves(table: np.ndarray, centered: bool = False) -> Waves:
    """Return the wave of each real column, or complex pair, apart from its mean if centered."""
    pairs = np.iscomplexobj(table)
    shortest = _rows_compared(1, pairs, centered)
    omega = pair_frequencies(table, centered) if pairs else _frequencies(table, centered)
    omega = np.nan_to_num(omega)  # the squares of huge entries overflow
    wave = np.exp(1j * np.multiply.outer(omega, np.arange(len(table))))
    terms = [wave] if pairs else [wave.real, -wave.imag]
    if centered:
        terms.append(np.ones_like(terms[0]))
    basis = np.stack(terms, axis=2)
    columns = table.T[..., np.newaxis]
    weights = np.linalg.pinv(basis) @ columns
    errors = np.abs(columns - basis @ weights)[..., 0]
    phasor = weights[:, 0, 0] if pairs else weights[:, 0, 0] + 1j * weights[:, 1, 0]
    if len(table) < shortest:
        phasor = np.nan * phasor
    known = errors.max(axis=1) < 0.1 * np.abs(phasor)
    if not pairs:
        known &= omega * len(table) > 2
    variance = (np.abs(table - table.mean(axis=0)) ** 2).sum()
    return Waves(omega, phasor, known, 1 - float((errors**2).sum() / max(variance, 1e-300)))


def _rows_compared(lag: int, pairs: bool, centered: bool) -> int:
    """Return how many rows it takes to measure frequencies at a lag."""
    return (1 if pairs else 2) * lag + (3 if centered else 1)


def pair_frequencies(table: np.ndarray, centered: bool = False) -> np.ndarray:
    """Return radians per row of complex columns: rows n and n + lag differ by lag*omega.

    A doubled lag halves the error. Where no two rows that far apart are there, it shows nothing.
    """
    omega, lag = np.zeros(table.shape[1]), 1
    while _rows_compared(lag, True, centered) <= len(table):
        before, after = table[:-lag], table[lag:]
        if centered:
            before, after = before - before.mean(axis=0), after - after.mean(axis=0)
        product = (after * before.conj()).sum(axis=0)
        change = wrap(np.angle(product) - lag * omega) / lag
        omega = omega + np.where(product == 0, 0, change)
        lag *= 2
    return omega


def _frequencies(table: np.ndarray, centered: bool) -> np.ndarray:
    """Return radians per row of real columns, without a sign.

    Rows n - lag and n + lag add up to 2*cos(lag*omega) times row n. A doubled lag halves the error.
    """
    omega, lag = np.zeros(table.shape[1]), 1
    while _rows_compared(lag, False, centered) <= len(table):
        middle, around = table[lag:-lag], table[2 * lag :] + table[: -2 * lag]
        if centered:
            middle, around = middle - middle.mean(axis=0), around - around.mean(axis=0)
        square = (middle**2).sum(axis=0)
        ratio = (around * middle).sum(axis=0) / np.maximum(2 * square, 1e-300)
        angle = np.arccos(np.clip(ratio, -1, 1))
        forwards, backwards = wrap(angle - lag * omega), wrap(-angle - lag * omega)
        nearer = np.where(np.abs(backwards) < np.abs(forwards), backwards, forwards)
        omega = omega + nearer / lag
        lag *= 2
    return np.abs(omega)
