"""What a figure lets the reader take hold of: a point, a hand that turns, a word.

`renderer/handles.mjs` reads these.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class DragHandle:
    """A point between two axes whose coordinates are settings; a tap in its panel moves it there.

    `x` and `y` name the settings, or one of them does; the coordinate of one of several options is
    its number, from 0. The settings count from those that `origin` names, if any: a shift counts
    from the place that is shifted. The handle is at the settings, in the middle of the panel
    where one is missing, or at `tip`: a trace, and which of its points. Its `style` is a
    `ring`; a ring with arrows `across` or `down`, for a handle on no mark of the figure; or `bare`,
    where the figure draws a frame there.

    With `scale`, (start, unit), the value v of a setting is at start + unit · v, and the handle
    alone moves it.
    """

    x: str | None = None
    y: str | None = None
    axes: tuple[str, str] = ("x", "y")
    origin: tuple[str, str] | None = None
    tip: tuple[int, int] | None = None
    scale: tuple[float, float] | None = None
    style: str = ""

    def settings(self) -> list[str]:
        """Return the names of the settings that it moves."""
        return [name for name in (self.x, self.y) if name]

    def spec(self) -> dict[str, Any]:
        """Return the declaration as plain data, for the page."""
        style = "ring" if self.tip or len(self.settings()) > 1 else "across" if self.x else "down"
        return {"kind": "drag"} | asdict(self) | {"style": self.style or style}


@dataclass(frozen=True)
class RotateHandle:
    """A hand that turns clockwise from the top around `center`, with its handle at `tip`.

    A step of the setting turns it by `radians`. That and `center` may be the name of a value of the
    view.
    """

    setting: str
    tip: tuple[int, int]
    radians: float | str
    center: tuple[float, float] | str = (0, 0)
    axes: tuple[str, str] = ("x", "y")

    def settings(self) -> list[str]:
        """Return the name of the setting that it moves."""
        return [self.setting]

    def spec(self) -> dict[str, Any]:
        """Return the declaration as plain data, for the page."""
        return {"kind": "rotate"} | asdict(self)


@dataclass(frozen=True)
class Reorder:
    """One of several things in a row; a tap exchanges it with the next.

    The thing at place `place` of the row moves to another place, and the rest make room.
    `moves` names a value of the view: the setting for each place that each thing may move to.
    """

    setting: str
    place: int
    moves: str
    axes: tuple[str, str] = ("x", "y")

    def settings(self) -> list[str]:
        """Return the name of the setting that it moves."""
        return [self.setting]

    def spec(self) -> dict[str, Any]:
        """Return the declaration as plain data, for the page."""
        return {"kind": "reorder"} | asdict(self)
