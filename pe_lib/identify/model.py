"""A table as a form and four numbers, fitted to its rows and held against every entry."""

from typing import Any, NamedTuple

import numpy as np

from pe_lib.identify.measure import spread_rows
from pe_lib.practice import to_bfloat16

HALF = ("float16", "bfloat16")


class Form(NamedTuple):
    """What each column is: the j of its frequency, whole or not, and whether it is a cosine."""

    layout: str
    j: np.ndarray
    cosine: np.ndarray
    kind: str = "pair"  # which columns share a frequency; see `rules`
    findings: tuple[str, ...] = ()

    def take(self, columns: np.ndarray) -> "Form":
        return self._replace(j=self.j[columns], cosine=self.cosine[columns])

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
    arithmetic: str = "float64"
    angle: float = 2.0**-47  # share of the angle

    def __str__(self) -> str:
        exact = self.arithmetic == "float64"
        return self.storage if exact else f"{self.storage}, angles in {self.arithmetic}"

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
    decay: float = np.nan  # omega is proportional to exp(-decay * index)
    amplitude: float = 1.0
    constant: float | np.ndarray = 0.0

    def values(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the model's rows, their slopes by the angle, and the angles."""
        angles = np.multiply.outer(self.start + self.step * rows, self.omega)
        sines, cosines = self.amplitude * np.sin(angles), self.amplitude * np.cos(angles)
        values = np.where(self.form.cosine, cosines, sines) + self.constant
        return values, np.where(self.form.cosine, -sines, cosines), angles

    def with_means(self, table: np.ndarray) -> "Model":
        """Return the model with the constants that give each column its mean."""
        rows = spread_rows(len(table), 512)
        values = self._replace(constant=0.0).values(rows)[0]
        return self._replace(constant=(table[rows] - values).mean(axis=0))


class Check(NamedTuple):
    """A table against a model: whether each entry agrees, and the largest error."""

    agrees: bool
    error: float
    row: int


def check(
    table: np.ndarray, model: Model, rounding: Rounding, rows: np.ndarray, exact: bool = True
) -> Check:
    """Hold these rows of a table against a model, entry by entry.

    Each entry is allowed its own rounding; if numbers of the model are fitted, the largest one's.
    """
    error, row, agrees, n_sharp, size = -1.0, 0, True, 0, abs(model.amplitude)
    blunt, share = (4, 0.5) if rounding.arithmetic in HALF else (32, 0.8)
    more = 0.0 if exact and not np.any(model.constant) else size
    for part in np.array_split(rows, max(1, len(rows) * table.shape[1] // 2**16)):
        values, _, angles = model.values(part)
        if not exact and rounding.arithmetic == "float64":
            angles = np.abs(angles).max(axis=0)  # a fitted start is off at position 0, too
        allowed = rounding.allowed(np.abs(values) + more, size, angles)
        off = np.abs(table[part] - values)
        n_sharp += int((blunt * allowed < size).sum())
        agrees = agrees and bool((off <= allowed).all())
        if off.max() > error:
            error, row = float(off.max()), int(part[off.max(axis=1).argmax()])
    # Where an entry may be anything, its agreement proves nothing.
    return Check(agrees and n_sharp >= share * len(rows) * table.shape[1], error, row)


def check_rows(n_rows: int) -> np.ndarray:
    """Return the rows that stand for all of them while models are sought."""
    return np.union1d(np.arange(min(n_rows, 32)), spread_rows(n_rows, 64))


def storage(table: np.ndarray, dtype: np.dtype) -> Rounding:
    """Return the coarsest type, or number of decimals, that holds every entry as it is."""
    least = float(np.finfo(dtype).eps) if dtype.kind == "f" else 2.0**-52

    def holds(x: np.ndarray, kind: str) -> bool:
        if kind == "bfloat16":
            return np.array_equal(to_bfloat16(x), x)
        if kind.startswith("float"):
            return np.array_equal(x.astype(kind), x)
        scaled = x * 10.0 ** int(kind.split()[0])
        return bool((np.abs(scaled - np.rint(scaled)) <= np.abs(scaled) * least).all())

    kinds = [Rounding("bfloat16", 2.0**-8), Rounding("float16", 2.0**-11, 2.0**-25)]
    for n in range(1, 6 if least > 1e-10 else 13):
        kinds.append(Rounding(f"{n} decimals", least, 0.5 * 0.1**n))
    kinds += [Rounding("float32", 2.0**-24), Rounding("float64", 2.0**-53)]
    with np.errstate(over="ignore"):
        return next(k for k in kinds if holds(table[:16], k.storage) and holds(table, k.storage))


def roundings(stored: Rounding) -> list[Rounding]:
    """Return what the arithmetic of the angles may have been, the exact one first."""
    single = stored._replace(arithmetic="float32", angle=2.0**-20)
    half = stored._replace(arithmetic=stored.storage, angle=4 * stored.relative)
    return [stored, single, half] if stored.storage in HALF else [stored, single]


def fit(
    table: np.ndarray, model: Model, rounding: Rounding, names: list[str], centered: bool
) -> tuple[Model, dict[str, float]] | None:
    """Return the model with the named numbers by least squares, and how uncertain they are.

    Gauss-Newton steps on more and more rows. What no entry shows stays as it was; its uncertainty
    is infinite. A centered fit leaves each column its mean. None if the fit goes astray.
    """
    reach, size, spread = min(len(table), 64), abs(model.amplitude), np.empty(0)
    index, steepest = model.form.j, 5 / max(1.0, float(model.form.j.max()))
    while names:
        rows = spread_rows(reach, 64)
        for again in range(6):
            values, slope, angles = model.values(rows)
            slopes = {
                "start": slope * model.omega,
                "step": slope * model.omega * rows[:, np.newaxis],
                "decay": -slope * angles * index,
                "amplitude": values / (model.amplitude or 1.0),
            }
            parts = [table[rows] - values, *(slopes[name] for name in names)]
            if centered:
                parts = [part - part.mean(axis=0) for part in parts]
            if again > 1 and np.sqrt(np.mean(parts[0] ** 2)) > 0.2 * size:
                return None
            scale = rounding.relative + rounding.absolute + rounding.angle * (1 + np.abs(angles))
            off, *columns = (part.ravel() / (size * scale.ravel()) for part in parts)
            basis = np.stack(columns, axis=1)
            if not np.isfinite(basis).all():
                return None
            length = np.linalg.norm(basis, axis=0)
            length[length < 1e-100] = 1.0
            basis /= length
            strength, ways = np.linalg.eigh(basis.T @ basis)
            strength, ways = strength[strength > 1e-13], ways[:, strength > 1e-13]
            change = ways @ (ways.T @ (basis.T @ off) / strength) / length
            # The errors of a column may all point one way, so more rows do not average them out.
            spread = np.sqrt((ways**2 / strength).sum(axis=1) * len(rows)) / length
            spread[(ways**2).sum(axis=1) < 1 - 1e-6] = np.inf
            moved = dict(zip(names, change.tolist(), strict=True))
            decay = float(np.clip(moved.pop("decay", 0.0), -steepest, steepest))
            model = model._replace(
                omega=model.omega * np.exp(-decay * index),
                decay=model.decay + decay,
                **{name: getattr(model, name) + move for name, move in moved.items()},
            )
            if np.all(np.abs(change) <= 0.01 * spread):
                break
        if reach == len(table):
            break
        reach = min(8 * reach, len(table))
    if abs(model.amplitude) > 4 * np.abs(table).max():
        return None
    if centered:
        model = model.with_means(table)
    return model, dict(zip(names, spread.tolist(), strict=True))
