"""From rows to frequencies, and to the models that may have made them."""

import math
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from pe_lib.identify.model import Form, Model

PAPER_BASE = 10_000.0


class Waves(NamedTuple):
    """Pairs, cosine + i*sine, as hand * exp(i*omega*row); columns, as its real part."""

    omega: np.ndarray  # radians per row, known modulo 2*pi; of a column without its sign
    hand: np.ndarray
    known: np.ndarray  # where the rows are such a wave, and long enough to show it
    explained: float  # share of the variance


def wrap(angle: np.ndarray) -> np.ndarray:
    """Return the same angles between -pi and pi."""
    return 2 * np.pi * ((turns := angle / (2 * np.pi)) - np.rint(turns))


def waves(table: np.ndarray, centered: bool = False) -> Waves:
    """Return the wave of each real column, or complex pair, apart from its mean if centered.

    Rows n and n + lag of a pair differ by the turn lag*omega; of a column, rows n - lag and
    n + lag add up to 2*cos(lag*omega) times row n. A doubled lag halves the error.
    """
    x, pairs, lag = table, np.iscomplexobj(table), 1
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
    hand = hand if lag > 1 else np.nan * hand  # too few rows to show anything
    known = (off.max(axis=1) < 0.1 * np.abs(hand)) & (pairs | (omega * len(x) > 2))
    variance = (np.abs(x - x.mean(axis=0)) ** 2).sum()
    return Waves(omega, hand, known, 1 - float((off**2).sum() / max(variance, 1e-300)))


def guesses(form: Form, seen: Waves, n_rows: int) -> Iterator[Model]:
    """Yield models to fit from, the likeliest first: as measured, or with the paper's base."""
    d_model, pairs = len(form.j), form.kind == "pair"
    paper = math.log(PAPER_BASE) * 2 / d_model
    if np.isnan(seen.hand).all():
        yield Model(form, 0.0, 1.0, np.exp(-paper * form.j), paper)
    known = seen.known & (seen.omega != 0)
    if known.sum() <= (0.5 if pairs else 0.01) * len(known):
        return
    j = (form.j[~form.cosine] if pairs else form.j)[: len(known)][known]
    omega, phase = seen.omega[known], np.angle(seen.hand[known])
    size = float(np.median(np.abs(seen.hand[known])))
    quarter = 0.0 if pairs else np.pi / 2 * ~form.cosine[known]
    # sin(a) = sin(pi - a) and cos(a) = cos(-a): a column may turn forwards or backwards; but
    # -sin(a) = sin(-a): columns of one function alone do not tell these apart.
    signs = (1,) if pairs or form.cosine.all() else (1, -1)
    amplitudes = (size, -size) if form.cosine.any() else (size,)
    falls = (_fall(j, np.log(np.abs(omega))), 0.5), (paper, 0.0), (-paper, 0.0)
    for (decay, share), sign in product(falls, signs):
        speed = np.exp(-decay * j)
        slow = speed <= np.quantile(speed, share)  # no aliases, most likely
        step = float(np.median(sign * omega[slow] / speed[slow]))
        if np.median(np.abs(wrap(sign * omega - step * speed))) > 0.01:
            continue
        for amplitude in amplitudes:
            for start in clock(sign * phase + quarter + np.pi * (amplitude < 0), speed):
                yield Model(form, start, step, np.exp(-decay * form.j), decay, amplitude)
    if pairs:
        powers = (2 * form.j / d_model) ** (1 / PAPER_BASE)  # base and exponent traded places
        yield Model(form._replace(kind="exchanged"), 0.0, 1.0, powers)
    if pairs and seen.known.all() and d_model % 2 == 0 and n_rows > 7:
        for start in clock(phase * np.sign(omega), np.abs(omega)):
            yield Model(form, start, 1.0, seen.omega[form.j], amplitude=size)


def _fall(index: np.ndarray, logs: np.ndarray) -> float:
    """Return how the logarithms fall in their longest straight run; the others may be aliases."""
    x, first = np.unique(index, return_index=True)
    slope = np.diff(logs[first]) / np.diff(x)
    bends = 1 + np.flatnonzero(np.abs(np.diff(slope)) > 0.02 * np.abs(slope[1:]) + 1e-9)
    return -float(np.mean(max(np.split(slope, bends), key=len))) if len(slope) else 0.0


def clock(phase: np.ndarray, speed: np.ndarray) -> list[float]:
    """Return the position where hands of these speeds show these phases: the two likeliest.

    The slow hands are read first, as on a clock, but the slowest may have turned more than once.
    """
    order = np.argsort(speed)
    phase, speed = phase[order], speed[order]
    position = (wrap(phase[0]) + 2 * np.pi * np.arange(-1000, 1001)) / speed[0]
    for angle, turn in zip(phase, speed, strict=True):
        position = position + wrap(angle - turn * position) / turn
    off = np.sqrt(np.mean(wrap(phase - np.multiply.outer(position, speed)) ** 2, axis=1))
    nearest = np.where(off < 0.1, np.abs(position), np.inf).argmin()
    return [float(position[m]) for m in {int(nearest), int(off.argmin())} if off[m] < 0.5]
