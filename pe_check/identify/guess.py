"""From measured frequencies to the models that may have made them, which a fit starts from."""

import math
from collections.abc import Iterator

import numpy as np

from pe_check.identify.measure import Waves, wrap
from pe_check.identify.model import PAPER_BASE, Form, Model

#: Hands of a clock that are read, at most: each need only be a little faster than the one before.
MAX_HANDS = 64
#: Turns of the slowest hand, in either direction: more where fewer show nothing.
MAX_TURNS = (1000, 12_000)


def guesses(form: Form, seen: Waves, n_rows: int) -> Iterator[Model]:
    """Yield models to fit from, the likeliest first: as measured, or with the paper's base."""
    d_model, pairs = len(form.j), form.kind == "pair"
    paper = math.log(PAPER_BASE) * 2 / d_model
    if np.isnan(seen.phasor).all():
        yield _model_of_decay(form, paper)
    known = seen.known & (seen.omega != 0)
    enough = 0.5 if pairs else 0.01
    if known.sum() <= enough * len(known):
        return
    yield from _models_of_decay(form, seen, known, paper)
    if pairs:
        powers = (2 * form.j / d_model) ** (1 / PAPER_BASE)  # base and exponent traded places
        yield Model(form._replace(kind="exchanged"), 0.0, 1.0, powers)
    if pairs and seen.known.all() and d_model % 2 == 0 and n_rows > 7:
        yield from _models_of_frequencies(form, seen)


def _model_of_decay(
    form: Form, decay: float, start: float = 0.0, step: float = 1.0, amplitude: float = 1.0
) -> Model:
    return Model(form, start, step, np.exp(-decay * form.j), decay, amplitude)


def _models_of_decay(form: Form, seen: Waves, known: np.ndarray, paper: float) -> Iterator[Model]:
    """Yield models whose frequencies fall evenly, as measured or as in the paper."""
    pairs = form.kind == "pair"
    j = (form.j[~form.cosine] if pairs else form.j)[: len(known)][known]
    omega, phase = seen.omega[known], np.angle(seen.phasor[known])
    size = float(np.median(np.abs(seen.phasor[known])))
    # A sine is a cosine a quarter turn later; the phase of a pair is that of its cosine.
    quarter = 0.0 if pairs else np.pi / 2 * ~form.cosine[known]
    # sin(a) = sin(pi - a) and cos(a) = cos(-a): a column may turn forwards or backwards; but
    # -sin(a) = sin(-a): columns of one function alone do not tell these apart.
    signs = (1,) if pairs or form.cosine.all() else (1, -1)
    amplitudes = (size, -size) if form.cosine.any() else (size,)
    measured = _decay(j, np.log(np.abs(omega)))
    for decay, slow_share in ((measured, 0.5), (paper, 0.0), (-paper, 0.0)):
        speed = np.exp(-decay * j)
        slow = speed <= np.quantile(speed, slow_share)  # no aliases, most likely
        for sign in signs:
            step = float(np.median(sign * omega[slow] / speed[slow]))
            if np.median(np.abs(wrap(sign * omega - step * speed))) > 0.01:
                continue
            for amplitude in amplitudes:
                half_turn = np.pi if amplitude < 0 else 0.0
                for start in clock(sign * phase + quarter + half_turn, speed):
                    yield _model_of_decay(form, decay, start, step, amplitude)


def _models_of_frequencies(form: Form, seen: Waves) -> Iterator[Model]:
    """Yield models in which each pair has the frequency that was measured, whatever it is."""
    size = float(np.median(np.abs(seen.phasor)))
    phase = np.angle(seen.phasor) * np.sign(seen.omega)
    for start in clock(phase, np.abs(seen.omega)):
        yield Model(form, start, 1.0, seen.omega[form.j], amplitude=size)


def _decay(index: np.ndarray, logs: np.ndarray) -> float:
    """Return how the logarithms fall in their longest straight run; the others may be aliases."""
    x, first = np.unique(index, return_index=True)
    if len(x) < 2:
        return 0.0
    slopes = np.diff(logs[first]) / np.diff(x)
    is_bend = np.abs(np.diff(slopes)) > 0.02 * np.abs(slopes[1:]) + 1e-9
    runs = np.split(slopes, 1 + np.flatnonzero(is_bend))
    return -float(np.mean(max(runs, key=len)))


def clock(phase: np.ndarray, speed: np.ndarray) -> list[float]:
    """Return the position where hands of these speeds show these phases: the two likeliest.

    The slow hands are read first, as on a clock, but the slowest may have turned more than once.
    """
    order = np.argsort(speed)
    if len(order) > MAX_HANDS:
        order = order[np.linspace(0, len(order) - 1, MAX_HANDS).astype(int)]
    phase, speed = phase[order], speed[order]
    for turns in MAX_TURNS:
        positions = (wrap(phase[0]) + 2 * np.pi * np.arange(-turns, turns + 1)) / speed[0]
        for hand_phase, hand_speed in zip(phase, speed, strict=True):
            positions = positions + wrap(hand_phase - hand_speed * positions) / hand_speed
        errors = wrap(phase - np.multiply.outer(positions, speed))
        error = np.sqrt(np.mean(errors**2, axis=1))
        nearest_zero = np.where(error < 0.1, np.abs(positions), np.inf).argmin()
        likeliest = {int(nearest_zero), int(error.argmin())}
        if found := [float(positions[k]) for k in likeliest if error[k] < 0.5]:
            return found
    return []
