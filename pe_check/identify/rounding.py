"""How exactly a table is stored, and how far its entries may therefore be from exact values."""

from typing import Any, NamedTuple

import numpy as np

from pe_lib.practice import to_bfloat16

#: How far an angle may be off, as a share of it, if it was computed in float64 or in float32.
SHARP, COARSE = 2.0**-47, 2.0**-20
#: The same in the types that hold fewer digits, by the name of the type that the table has.
BLUNT = {"float16": 2.0**-8, "bfloat16": 2.0**-6}

FIRST_ROWS = 16


class Rounding(NamedTuple):
    """How far an entry may be from the exact one: by its own type, and by its angle's."""

    storage: str
    relative: float
    absolute: float = 0.0
    angle: float = SHARP

    def __str__(self) -> str:
        return f"{self.storage}, angles in {self.angle_type}" if self.angle_type else self.storage

    @property
    def angle_type(self) -> str:
        """The type that angles were computed in, or "" for float64."""
        if self.angle == COARSE:
            return "float32"
        return self.storage if self.angle == BLUNT.get(self.storage) else ""

    @property
    def proof(self) -> float:
        """How often what an entry may be off must fit into the amplitude, or it proves nothing."""
        if self.relative > 2.0**-8:
            return 1.9
        return 8.0 if self.angle > COARSE else 32.0

    def allowed(self, size: Any, amplitude: float, angles: Any) -> Any:
        """Return how far entries of this size and these angles may be off."""
        arithmetic = self.angle * abs(amplitude) * (1 + np.abs(angles))
        return 2 * (self.relative * size + self.absolute) + arithmetic


def storage(table: np.ndarray, dtype: np.dtype) -> Rounding:
    """Return the coarsest type, or number of decimals, that holds every entry as it is."""
    own = dtype.name if dtype.kind == "f" else "float64"
    for type_ in FLOAT8:
        if _holds(type_, table, own):
            return type_
    levels = _levels(table, own)
    if levels is None and np.abs(table[:FIRST_ROWS]).max() > 2 and _holds(WHOLE, table, own):
        return WHOLE
    return levels or next(type_ for type_ in _types(own) if _holds(type_, table, own))


def _types(own: str) -> list[Rounding]:
    """Return the types that a table may have been stored in, the coarsest first."""
    precision = float(np.finfo(own).eps)
    most_decimals = 5 if precision > 1e-10 else 12
    decimals = [
        Rounding(f"{n} decimals", precision, 0.5 * 0.1**n) for n in range(1, most_decimals + 1)
    ]
    return [
        Rounding("bfloat16", 2.0**-8),
        Rounding("float16", 2.0**-11, 2.0**-25),
        *decimals,
        Rounding("float32", 2.0**-24),
        Rounding("float64", 2.0**-53),
    ]


WHOLE = Rounding("whole numbers", 2.0**-53, 0.5)

#: The types of 8 bits, and of each its significant bits and the exponent of its smallest number.
FLOAT8 = (Rounding("float8 e5m2", 2.0**-3, 2.0**-17), Rounding("float8 e4m3", 2.0**-4, 2.0**-10))
FEW_BITS = {"float8 e5m2": (3, -16), "float8 e4m3": (4, -9)}


def to_stored(entries: np.ndarray, name: str, own: str = "float64") -> np.ndarray:
    """Return entries rounded to a type, or to decimals, by the name that `storage` gives it."""
    if name in FEW_BITS:
        bits, smallest = FEW_BITS[name]
        quantum = np.exp2(np.maximum(np.frexp(entries)[1] - bits, smallest))
        return np.rint(entries / quantum) * quantum
    if name == "bfloat16":
        return to_bfloat16(entries)
    if name == WHOLE.storage:
        return np.rint(entries)
    if name == "int8":
        return entries  # the name does not say which multiples they are
    if name.endswith("decimals"):
        return entries.round(int(name.split()[0])).astype(own)
    return entries.astype(name)


def _holds(type_: Rounding, entries: np.ndarray, own: str) -> bool:
    """Return whether storing the entries in a type leaves them as they are."""
    return all(  # the first rows rule out most types
        np.array_equal(to_stored(part, type_.storage, own), part)
        for part in (entries[:FIRST_ROWS], entries)
    )


def _levels(table: np.ndarray, own: str) -> Rounding | None:
    """Return the rounding of int8 if the entries are whole multiples, -128 to 127, of a number."""
    values = np.unique(np.abs(table[:FIRST_ROWS]))
    if not FEWEST_LEVELS <= len(values) <= MOST_LEVELS:
        return None
    values = np.unique(np.abs(table))
    if len(values) > MOST_LEVELS:
        return None
    step = float(values[-1]) / 127
    places = values / step
    precision = float(np.finfo(own).eps)
    if np.abs(places - np.rint(places)).max() > 200 * precision:
        return None
    return Rounding("int8", precision, 0.5 * step)


#: Different sizes of the entries of a table in int8: fewer are a table of round numbers.
FEWEST_LEVELS, MOST_LEVELS = 24, 129
