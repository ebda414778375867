"""How exactly a table is stored, and how far its entries may therefore be from exact values."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from pe_lib.practice import to_bfloat16

#: How far an angle may be off, as a share of it, by the type in which it was computed.
TOL_FLOAT64, TOL_FLOAT32 = 2.0**-47, 2.0**-20

#: Rounding to the types of 16 bits, by their names.
HALF_PRECISION: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "bfloat16": lambda x: to_bfloat16(x).astype(float),
    "float16": lambda x: x.astype(np.float16).astype(float),
}

FIRST_ROWS = 16


class Rounding(NamedTuple):
    """How far an entry may be from the exact one: by its own type, and by its angle's."""

    storage: str
    relative: float
    absolute: float = 0.0
    angle: float = TOL_FLOAT64

    def __str__(self) -> str:
        return f"{self.storage}, angles in {self.angle_type}" if self.angle_type else self.storage

    @property
    def angle_type(self) -> str:
        """The type that angles were computed in, or "" for float64."""
        return "float32" if self.angle == TOL_FLOAT32 else ""

    def allowed(self, size: Any, amplitude: float, angles: Any) -> Any:
        """Return how far entries of this size and these angles may be off."""
        arithmetic = self.angle * abs(amplitude) * (1 + np.abs(angles))
        return 2 * (self.relative * size + self.absolute) + arithmetic


def storage(table: np.ndarray, dtype: np.dtype) -> Rounding:
    """Return the coarsest type, or number of decimals, that holds every entry as it is."""
    own = dtype.name if dtype.kind == "f" else "float64"
    return next(rounding for rounding in _types(own) if _holds(rounding, table, own))


def _types(own: str) -> list[Rounding]:
    """Return the types that a table may have been stored in, the coarsest first."""
    precision = float(np.finfo(own).eps)
    max_decimals = 5 if precision > 1e-10 else 12
    return [
        Rounding("bfloat16", 2.0**-8),
        Rounding("float16", 2.0**-11, 2.0**-25),
        *(Rounding(f"{n} decimals", precision, 0.5 * 0.1**n) for n in range(1, max_decimals + 1)),
        Rounding("float32", 2.0**-24),
        Rounding("float64", 2.0**-53),
    ]


def to_stored(entries: np.ndarray, name: str, own: str = "float64") -> np.ndarray:
    """Return entries rounded to a type, or to decimals, by the name that `storage` gives it."""
    if name == "bfloat16":
        return to_bfloat16(entries)
    if name.endswith("decimals"):
        return entries.round(int(name.split()[0])).astype(own)
    return entries.astype(name)


def _holds(rounding: Rounding, entries: np.ndarray, own: str) -> bool:
    """Return whether storing the entries in a type leaves them as they are."""
    return all(  # the first rows rule out most types
        np.array_equal(to_stored(part, rounding.storage, own), part)
        for part in (entries[:FIRST_ROWS], entries)
    )
