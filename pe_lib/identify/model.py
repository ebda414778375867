"""A table as a form and four numbers, fitted to its rows and held against every entry."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from pe_lib.practice import to_bfloat16

#: How far an angle may be off, as a share of it, in float64 and in float32.
SHARP, COARSE = 2.0**-47, 2.0**-20


class Form(NamedTuple):
    """What each column is: the j of its frequency, whole or not, and whether it is a cosine."""

    layout: str
    j: np.ndarray
    cosine: np.ndarray
    kind: str = "pair"  # which columns share a frequency; see `rules`
    findings: tuple[str, ...] = ()

    def pairs(self, table: np.ndarray) -> np.ndarray:
        """Return cosine + i*sine of each whole pair."""
        n_pairs = len(self.j) // 2
        sines, cosines = np.flatnonzero(~self.cosine), np.flatnonzero(self.cosine)
        return table[:, cosines[:n_pairs]] + 1j * table[:, sines[:n_pairs]]


class Rounding(NamedTuple):
    """How far an entry may be from the exact one: by its own type, and by its angle's."""

    storage: str
    relative: float
    absolute: float = 0.0
    angle: float = SHARP

    def __str__(self) -> str:
        return self.storage + ", angles in float32" * (self.angle == COARSE)

    def allowed(self, size: Any, amplitude: float, angles: Any) -> Any:
        """Return how far entries of this size and these angles may be off."""
        arithmetic = self.angle * abs(amplitude) * (1 + np.abs(angles))
        return 2 * (self.relative * size + self.absolute) + arithmetic


class Model(NamedTuple):
    """amplitude * (sine or cosine of (start + step*row) * omega) + constant."""

    form: Form
    start: float
    step: float
    omega: np.ndarray  # of each column, in radians per position
    decay: float = np.nan  # omega is exp(-decay * j), up to a factor; NaN where it is measured
    amplitude: float = 1.0
    constant: float | np.ndarray = 0.0  # an array: each column has its own
    fitted: Mapping[str, float] = {}  # the numbers that are fitted, and how uncertain each is

    @property
    def exact(self) -> bool:
        return not (self.fitted or np.isnan(self.decay))

    def values(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the model's rows, their slopes by the angle, and the angles."""
        angles = np.multiply.outer(self.start + self.step * rows, self.omega)
        sines, cosines = self.amplitude * np.sin(angles), self.amplitude * np.cos(angles)
        values = np.where(self.form.cosine, cosines, sines) + self.constant
        return values, np.where(self.form.cosine, -sines, cosines), angles


def some_rows(n_rows: int, n_columns: int) -> np.ndarray:
    """Return rows from the first to the last, which stand for all of them."""
    count = min(n_rows, 64, max(8, 2**12 // n_columns))
    return np.unique(np.linspace(0, n_rows - 1, count).astype(int))


def check(
    table: np.ndarray, model: Model, rounding: Rounding, rows: np.ndarray
) -> tuple[bool, float, int]:
    """Return whether each entry of these rows agrees, the largest error, and its row.

    Each entry is allowed its own rounding; if numbers of the model are fitted, the largest one's.
    """
    agrees, error, row, size = True, -1.0, 0, abs(model.amplitude)
    more = 0.0 if model.exact and not np.any(model.constant) else size
    for part in np.array_split(rows, max(1, len(rows) * table.shape[1] // 2**16)):
        values, _, angles = model.values(part)
        if not model.exact and rounding.angle == SHARP:
            angles = np.abs(angles).max(axis=0)  # a fitted start is off at position 0, too
        allowed = rounding.allowed(np.abs(values) + more, size, angles)
        off = np.abs(table[part] - values)
        # Where an entry may be anything, its agreement proves nothing.
        sharp = np.mean(32 * allowed < size) >= 0.8
        agrees = agrees and bool(sharp and (off <= allowed).all())
        if off.max() > error:
            error, row = float(off.max()), int(part[off.max(axis=1).argmax()])
    return agrees, error, row


def storage(table: np.ndarray, dtype: np.dtype) -> Rounding:
    """Return the coarsest type, or number of decimals, that holds every entry as it is."""
    own = dtype.name if dtype.kind == "f" else "float64"
    least = float(np.finfo(own).eps)
    kinds = [Rounding("bfloat16", 2.0**-8), Rounding("float16", 2.0**-11, 2.0**-25)]
    for n in range(1, 6 if least > 1e-10 else 13):
        kinds.append(Rounding(f"{n} decimals", least, 0.5 * 0.1**n))
    kinds += [Rounding("float32", 2.0**-24), Rounding("float64", 2.0**-53)]

    def held(x: np.ndarray, kind: str) -> np.ndarray:
        if kind == "bfloat16":
            return to_bfloat16(x)
        rounded = x if kind.startswith("float") else x.round(int(kind.split()[0]))
        return rounded.astype(kind if kind.startswith("float") else own)

    with np.errstate(over="ignore"):
        parts = table[:16], table  # most types are refused by the first rows
        return next(k for k in kinds if all(np.array_equal(held(x, k.storage), x) for x in parts))


def fit(table: np.ndarray, model: Model, rounding: Rounding, names: Iterable[str]) -> Model | None:
    """Return the model with the named numbers by least squares, and the constants as means.

    Gauss-Newton steps on more and more rows. What no entry shows stays as it was; its uncertainty
    is infinite. None if the fit goes astray; to 16 rows or fewer it may, for its first two steps.
    """
    size, by_column = abs(model.amplitude), np.ndim(model.constant) > 0
    names, spread = list(names), np.empty(0)
    steepest = 5 / max(1.0, float(model.form.j.max()))
    for reach in sorted({min(len(table), 64 * 8**k) for k in range(9)}) if names else ():
        rows = some_rows(reach, table.shape[1])
        for again in range(6):
            values, slope, angles = model.values(rows)
            slopes = {
                "start": slope * model.omega,
                "step": slope * model.omega * rows[:, np.newaxis],
                "decay": -slope * angles * model.form.j,
                "amplitude": values / (model.amplitude or 1.0),
            }
            parts = [table[rows] - values, *(slopes[name] for name in names)]
            if by_column:
                parts = [part - part.mean(axis=0) for part in parts]
            if (again > 1 or len(table) > 16) and np.sqrt(np.mean(parts[0] ** 2)) > 0.2 * size:
                return None
            scale = rounding.relative + rounding.absolute + rounding.angle * (1 + np.abs(angles))
            off, *columns = ((part / (size * scale)).ravel() for part in parts)
            basis = np.stack(columns, axis=1)
            if not np.isfinite(basis).all():
                return None
            length = np.linalg.norm(basis, axis=0) + 1e-100
            basis /= length
            square = basis.T @ basis
            inverse = np.linalg.pinv(square, 1e-13, hermitian=True)
            change = inverse @ (basis.T @ off) / length
            # The errors of a column may all point one way, so more rows do not average them out.
            spread = np.sqrt(np.diag(inverse) * len(rows)) / length
            spread[np.diag(inverse @ square) < 1 - 1e-6] = np.inf
            moved = dict(zip(names, change.tolist(), strict=True))
            decay = float(np.clip(moved.pop("decay", 0.0), -steepest, steepest))
            model = model._replace(
                omega=model.omega * np.exp(-decay * model.form.j),
                decay=model.decay + decay,
                **{name: getattr(model, name) + move for name, move in moved.items()},
            )
            if np.all(np.abs(change) <= 0.01 * spread):
                break
    if abs(model.amplitude) > 4 * np.abs(table).max():
        return None
    if by_column:
        rows = some_rows(*table.shape)
        waves = model._replace(constant=0.0).values(rows)[0]
        model = model._replace(constant=(table[rows] - waves).mean(axis=0))
    return model._replace(fitted=dict(zip(names, spread.tolist(), strict=True)))
