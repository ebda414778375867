"""What a reader may predict in a figure before it is shown: a curve, or a hand.

`renderer/predict.mjs` reads these.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Prediction:
    """A few numbers that the reader guesses in the figure, from `low` to `high` in even steps.

    They are the heights of a "curve" at the view's value `places`, or the one angle of a "hand" in
    degrees clockwise from the top. The view's value `answers` are the right ones. Until they are
    revealed, the traces in `hidden` are not drawn.

    `ask` says what to do, `label` names one number for its slider. After the reveal `right` is said
    when each number is within `close` of its answer, and `wrong` otherwise: they are filled with
    the view's values, the `mean` and `largest` difference, and the `place` of that one.
    """

    shape: Literal["curve", "hand"]
    ask: str
    label: str
    right: str
    wrong: str
    hidden: tuple[int, ...]
    low: float = 0
    high: float = 1
    step: float = 1
    start: float = 0
    close: float = 0
    axes: tuple[str, str] = ("x", "y")

    def spec(self) -> dict[str, Any]:
        """Return the declaration as plain data, for the page."""
        return asdict(self)
