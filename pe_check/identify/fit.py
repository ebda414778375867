"""A model's numbers by least squares: Gauss-Newton steps on more and more rows."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from pe_check.identify.model import Model, some_rows
from pe_check.identify.rounding import Rounding

MAX_STEPS = 6

#: A step this small beside the uncertainty of its number is the last one.
SMALL_STEP = 0.01

#: So few rows may be far from the model before the first two steps; elsewhere the fit ends there.
FEW_ROWS = 16


class _Linearized(NamedTuple):
    """How far entries are from a model, its slopes by each of its numbers, and its angles."""

    errors: np.ndarray  # (rows, columns)
    slopes: np.ndarray  # (numbers, rows, columns)
    angles: np.ndarray


class _Step(NamedTuple):
    """How each number should change, and how uncertain each is."""

    change: np.ndarray
    uncertainty: np.ndarray


def fit(table: np.ndarray, model: Model, rounding: Rounding, names: Iterable[str]) -> Model | None:
    """Return the model with the named numbers by least squares, and the constants as means.

    What no entry shows stays as it was; its uncertainty is infinite. None if the fit goes astray.
    """
    names = list(names)
    size = abs(model.amplitude)
    model = model._replace(fitted={})
    for n_rows in _growing(len(table)) if names else ():
        rows = some_rows(n_rows, table.shape[1])
        patience = 2 if len(table) <= FEW_ROWS else 0
        fitted = _fit_rows(table[rows], rows, model, rounding, names, size, patience)
        if fitted is None:
            return None
        model = fitted
    if abs(model.amplitude) > 4 * np.abs(table).max():
        return None
    if np.ndim(model.constant):
        rows = some_rows(*table.shape)
        waves = model._replace(constant=0.0).values(rows)[0]
        model = model._replace(constant=(table[rows] - waves).mean(axis=0))
    return model


def _growing(n_rows: int) -> list[int]:
    """Return 64 rows, 512, …, up to all of them."""
    return sorted({min(n_rows, 64 * 8**k) for k in range(9)})


def _fit_rows(
    entries: np.ndarray,
    rows: np.ndarray,
    model: Model,
    rounding: Rounding,
    names: list[str],
    size: float,
    patience: int,
) -> Model | None:
    """Return the model after steps on these rows; None if it is far off after `patience` steps."""
    for number in range(MAX_STEPS):
        errors, slopes, angles = _linearize(entries, rows, model, names)
        if number >= patience and np.sqrt(np.mean(errors**2)) > 0.2 * size:
            return None
        allowed = rounding.relative + rounding.absolute + rounding.angle * (1 + np.abs(angles))
        weights = size * allowed
        step = _solve(errors / weights, slopes / weights)
        if step is None:
            return None
        model = _apply_step(model, names, step)
        if np.all(np.abs(step.change) <= SMALL_STEP * step.uncertainty):
            break
    return model


def _linearize(
    entries: np.ndarray, rows: np.ndarray, model: Model, names: list[str]
) -> _Linearized:
    """Return errors and slopes, apart from their means if each column has a constant."""
    values, slope, angles = model.values(rows)
    by_name = {
        "start": slope * model.omega,
        "step": slope * model.omega * rows[:, np.newaxis],
        "decay": -slope * angles * model.form.j,
        "amplitude": values / (model.amplitude or 1.0),
    }
    errors, slopes = entries - values, np.stack([by_name[name] for name in names])
    if np.ndim(model.constant):
        errors = errors - errors.mean(axis=0)
        slopes = slopes - slopes.mean(axis=1, keepdims=True)
    return _Linearized(errors, slopes, angles)


def _solve(errors: np.ndarray, slopes: np.ndarray) -> _Step | None:
    """Return the changes of the numbers that explain the errors best."""
    if not np.isfinite(slopes).all():
        return None
    n_rows = len(errors)
    basis = slopes.reshape(len(slopes), -1).T.copy()
    lengths = np.linalg.norm(basis, axis=0) + 1e-100
    basis /= lengths
    square = basis.T @ basis
    inverse = np.linalg.pinv(square, 1e-13, hermitian=True)
    change = inverse @ (basis.T @ errors.ravel()) / lengths
    # The errors of a column may all point one way, so more rows do not average them out.
    uncertainty = np.sqrt(np.diag(inverse) * n_rows) / lengths
    uncertainty[np.diag(inverse @ square) < 1 - 1e-6] = np.inf
    return _Step(change, uncertainty)


def _apply_step(model: Model, names: list[str], step: _Step) -> Model:
    """Return the model after a step; the decay moves by a limited amount."""
    moves = dict(zip(names, step.change.tolist(), strict=True))
    steepest = 5 / max(1.0, float(model.form.j.max()))
    decay = float(np.clip(moves.pop("decay", 0.0), -steepest, steepest))
    return model._replace(
        omega=model.omega * np.exp(-decay * model.form.j),
        decay=model.decay + decay,
        fitted=dict(zip(names, step.uncertainty.tolist(), strict=True)),
        **{name: getattr(model, name) + move for name, move in moves.items()},
    )
