"""The still figures, one module for each chapter.

Every function takes arrays and draws them. It returns a `Picture`, whose text alternative and
caption say what these arrays show. Where there is no matplotlib, as in a browser's Python that was
built without it, a sentence takes the figure's place.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any


@dataclass(frozen=True)
class Missing:
    """What a cell shows in place of a figure, or of all figures of a chapter."""

    def __getattr__(self, name: str) -> Callable[..., "Missing"]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *arrays, **options: self

    def __repr__(self) -> str:
        return "This figure needs matplotlib, which is missing. The chapter’s page shows it."


def __getattr__(name: str) -> Any:
    """Return a chapter's figures, which are imported when they are first asked for."""
    if name.startswith("_") or find_spec(f"{__name__}.{name}") is None:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    if find_spec("matplotlib") is None:
        return Missing()
    return import_module(f"{__name__}.{name}")
