"""The letters of a formula that an explorer shows: what is named there is lit up here, and back.

`renderer/symbols.mjs` finds the letters in the formulas, which themselves know nothing of it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Symbol:
    """A letter of the formulas: the settings, traces and shapes of the figure that it denotes."""

    letter: str
    settings: tuple[str, ...] = ()
    traces: tuple[int, ...] = ()
    shapes: tuple[int, ...] = ()

    def spec(self) -> dict[str, Any]:
        """Return the declaration as plain data, for the page."""
        return asdict(self)
