"""What an explorer is: a question, controls, a figure template, and what is said of it.

An explorer is declared once, in `<name>.py`, as `EXPLORER = Explorer(...)`. What it shows at its
settings is computed in one place: `update(settings)` of `<name>.mjs` beside it returns a view, with

- `traces`: one object for each trace of the template, laid over it;
- `scene`: in place of traces, where the template has one: words on tiles (renderer/scene.mjs);
- `layout`: what changes there. Its annotations are added to the template's; a `text` such as
  `{entry: 0.5}` is the entry of the wording's `words`, filled with that value;
- `sentences`: the names of those that are said, by default `["main"]`;
- `values`: what the sentences say beside the settings;
- `rows`: the figure's data for readers who cannot see it: numbers, null, or keys of `words`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pe_book.declare.cards import Card
from pe_book.declare.controls import Control, Select, Slider, Switch
from pe_book.declare.handles import DragHandle, Reorder, RotateHandle
from pe_book.declare.predictions import Prediction
from pe_book.declare.wording import Wording

Settings = dict[str, Any]


@dataclass(frozen=True)
class Explorer:
    """A question, controls, and a figure that answers it.

    `name` is the name of the files, and in the page's address. `controls` may be empty.
    `template` is a figure as plain data, which renderer/figure.mjs draws, with color tokens; its
    layout's width and height give the size that it was designed for, in pixels. `wording` says its
    view in words, and `alt` says what the figure shows. `handles` are the parts of the figure that
    move settings themselves. `switch` is what a page has that shows it simply.
    """

    name: str
    question: str
    controls: tuple[Control, ...]
    template: Mapping[str, Any]
    wording: Wording
    alt: str
    handles: tuple[DragHandle | Reorder | RotateHandle, ...] = ()
    switch: Switch | None = None
    prediction: Prediction | None = None
    # Links around the parts of the figure, which say its sentences.
    cards: tuple[Card, ...] = ()
    # Overrides of the layout for a column that is wide and low, as a page's is on a laptop.
    wide_layout: Mapping[str, Any] = field(default_factory=dict)
    # Overrides of the layout for slides, where letters take a larger share of the figure.
    slide_layout: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = [control.name for control in self.controls]
        if len(set(names)) != len(names):
            raise ValueError(f"{self.name}: two controls share a name in {names}")
        for control in self.controls:
            below = getattr(control, "below", None)
            if below is not None and below not in names:
                raise ValueError(f"{self.name}: {control.name} is below {below!r}, not a control")
        movable = {c.name for c in self.controls if isinstance(c, Slider | Select)}
        for drag in self.handles:
            if not movable.issuperset(drag.settings()):
                raise ValueError(f"{self.name}: {drag} moves no slider and no select field")
        self.check()
        if self.switch:
            self.check(**self.switch.off)
            self.check(**self.switch.on)

    @property
    def defaults(self) -> Settings:
        """The settings at the start."""
        return {control.name: control.default for control in self.controls}

    def check(self, **settings: Any) -> Settings:
        """Return complete settings: those given, each on its scale, and the others' defaults."""
        names = [control.name for control in self.controls]
        unknown = sorted(set(settings) - set(names))
        if unknown:
            raise TypeError(f"{self.name} has the settings {names}, not {unknown}")
        full = self.defaults | settings
        for control in self.controls:
            control.check(full[control.name])
        for slider in self._sliders():
            limit = slider.allowed(full)[-1]
            if full[slider.name] > limit:
                raise ValueError(
                    f"{slider.name} must be at most {limit} while "
                    f"{slider.below} is {full[slider.below]}, not {full[slider.name]}"
                )
        return full

    def _sliders(self) -> list[Slider]:
        return [control for control in self.controls if isinstance(control, Slider)]

    def on_slide(self) -> Explorer:
        """Return the explorer with the layout that a talk shows."""
        template = merge(self.template, {"layout": self.slide_layout})
        return replace(self, template=template, wide_layout={})


def merge(old: Any, new: Any) -> Any:
    """Return `old` with `new` laid over it: mappings meet key by key, all else is replaced.

    >>> merge({"line": {"width": 2}, "y": [0]}, {"line": {"color": "@sine"}, "y": [1, 2]})
    {'line': {'width': 2, 'color': '@sine'}, 'y': [1, 2]}
    """
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {**old, **{key: merge(old.get(key), item) for key, item in new.items()}}
    return new


def to_json_values(value: Any) -> Any:
    """Return arrays as lists and numpy's numbers as Python's, so that JSON can carry them.

    >>> to_json_values({"y": (1, float("nan"))})
    {'y': [1, None]}
    """
    if isinstance(value, float):  # most of all values, and so the first; numpy's doubles are floats
        return float(value) if math.isfinite(value) else None
    if hasattr(value, "tolist"):
        return to_json_values(value.tolist())
    if isinstance(value, list | tuple):
        return [to_json_values(item) for item in value]
    if isinstance(value, Mapping):
        return {key: to_json_values(item) for key, item in value.items()}
    return value
