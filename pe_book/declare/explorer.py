"""What an explorer is: controls, a figure template, and a pure `update` from settings to a view.

An explorer is declared once, in `<name>.py`, as `EXPLORER = Explorer(...)`. Its twin `<name>.mjs`
exports `update(settings)` and gives the same view in the browser. Everything else, on the page and
in the notebook, reads the declaration.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pe_book.declare.controls import Control, Preset, Select, Slider
from pe_book.declare.handles import DragHandle, Reorder, RotateHandle
from pe_book.declare.predictions import Prediction
from pe_book.declare.symbols import Symbol
from pe_book.declare.wording import Text, Wording

Settings = dict[str, Any]


@dataclass(frozen=True)
class View:
    """What is seen at one setting, as data; `Wording` puts it into words.

    `traces` has one mapping for each trace of the template, such as `{"x": ..., "y": ...}`, and
    `layout` what changes there; `merge` lays both over the template. The view's annotations are
    added to the template's; a `text` such as `{"entry": 0.5}` is the entry of `words`, filled with
    that value. `said` names the sentences, `values` holds what they say beside the settings, and
    `rows` the figure's data for readers who cannot see it: numbers, None, or keys of `words`.
    """

    traces: Sequence[Mapping[str, Any]]
    layout: Mapping[str, Any] = field(default_factory=dict)
    said: Sequence[str] = ("main",)
    values: Mapping[str, Any] = field(default_factory=dict)
    rows: Sequence[Sequence[Any]] = ()


@dataclass(frozen=True)
class Explorer:
    """A question, controls, and a figure that answers it.

    `name` is the name of the file, of its twin, and in the page's address. `controls` may be empty.
    `template` is a plotly figure as plain data with color tokens; its layout's width and height
    give the size that it was designed for, in pixels. `update` takes the settings as keyword
    arguments; `wording` says its view in words, and `alt` says what the figure shows. `handles` are
    the parts of the figure that move settings themselves. `presets` are the choices of a page that
    shows it simply.
    """

    name: str
    question: str
    controls: tuple[Control, ...]
    template: Mapping[str, Any]
    update: Callable[..., View]
    wording: Wording
    alt: str
    handles: tuple[DragHandle | Reorder | RotateHandle, ...] = ()
    # Letters of the page's formulas, and the first formula that has them all in today's numbers.
    symbols: tuple[Symbol, ...] = ()
    law: str = ""
    presets: tuple[Preset, ...] = ()
    prediction: Prediction | None = None
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
        for symbol in self.symbols:
            if not set(names).issuperset(symbol.settings):
                raise ValueError(f"{self.name}: {symbol} names settings that are not controls")
        self.check()
        for preset in self.presets:
            for _, settings in preset.options:
                self.check(**settings)

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

    def fit(self, settings: Mapping[str, Any]) -> Settings:
        """Return complete settings, with each slider that stands above its limit moved down to it.

        Hosts use it when one slider pushes another; a caller's own mistake is for `check`.
        """
        full = self.defaults | dict(settings)
        for slider in self._sliders():
            full[slider.name] = min(full[slider.name], slider.allowed(full)[-1])
        return full

    def nearest(self, settings: Mapping[str, Any]) -> Settings:
        """Return complete settings, with each slider at the allowed value nearest to its number.

        A number at a select field stands for the option that has this number.
        """
        full = self.defaults | dict(settings)
        for control in self.controls:
            given = full[control.name]
            if isinstance(control, Select) and not isinstance(given, str):
                values = control.values()
                full[control.name] = values[min(len(values) - 1, max(0, round(given)))]
        for slider in self._sliders():
            full[slider.name] = slider.nearest(full[slider.name], full)
        return full

    def _sliders(self) -> list[Slider]:
        return [control for control in self.controls if isinstance(control, Slider)]

    def view(self, **settings: Any) -> View:
        """Return the view at these settings; the others stand at their defaults."""
        return self.view_at(self.check(**settings))

    def view_at(self, settings: Settings) -> View:
        """Return the view at complete settings, which are among its values."""
        view = self.update(**settings)
        return replace(view, values={**settings, **view.values})

    def text(self, **settings: Any) -> Text:
        """Return what is said at these settings; the others stand at their defaults."""
        return self.say(self.view(**settings))

    def law_at(self, settings: Settings) -> str:
        """Return the line below the law, in the numbers at complete settings."""
        return self.wording.fill(self.law, self.view_at(settings).values)

    def say(self, view: View) -> Text:
        """Return the sentence and the table of a view."""
        return self.wording.text(view.said, view.values, view.rows)

    def extremes(self) -> Iterator[Settings]:
        """Yield every combination of the ends of the scales, of both states, of all options."""
        ends = [
            (c.values()[0], c.values()[-1]) if isinstance(c, Slider) else tuple(c.values())
            for c in self.controls
        ]
        names = [control.name for control in self.controls]
        for values in itertools.product(*ends):
            yield self.fit(dict(zip(names, values, strict=True)))

    def sample(self, choose: Callable[[Sequence[Any]], Any]) -> Settings:
        """Return settings with each value picked from its scale, say by `random.choice`."""
        return self.fit({c.name: choose(c.values()) for c in self.controls})

    def figure(self, view: View) -> dict[str, Any]:
        """Return the template with the view merged into it: a plotly figure as plain data."""
        data = self.template.get("data", [])
        if len(view.traces) != len(data):
            raise ValueError(
                f"{self.name}: {len(view.traces)} traces for {len(data)} in the template"
            )
        return {
            "data": [merge(old, new) for old, new in zip(data, view.traces, strict=True)],
            "layout": merge(self.template.get("layout", {}), self.layout(view)),
        }

    def on_slide(self) -> Explorer:
        """Return the explorer with the layout that a talk shows."""
        return replace(self, template=merge(self.template, {"layout": self.slide_layout}))

    def layout(self, view: View) -> dict[str, Any]:
        """Return what a view changes in the layout, its annotations after the template's."""
        notes = view.layout.get("annotations")
        if notes is None:
            return dict(view.layout)
        fixed = self.template["layout"].get("annotations", [])
        return {**view.layout, "annotations": [*fixed, *(self._note(view, n) for n in notes)]}

    def _note(self, view: View, note: Mapping[str, Any]) -> Mapping[str, Any]:
        if isinstance(note["text"], str):
            return note
        [(entry, value)] = note["text"].items()
        return {**note, "text": self.wording.fill(f"{{:{entry}}}", view.values, value)}


def merge(old: Any, new: Any) -> Any:
    """Return `old` with `new` laid over it: mappings meet key by key, all else is replaced.

    >>> merge({"line": {"width": 2}, "y": [0]}, {"line": {"color": "@sine"}, "y": [1, 2]})
    {'line': {'width': 2, 'color': '@sine'}, 'y': [1, 2]}
    """
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {**old, **{key: merge(old.get(key), item) for key, item in new.items()}}
    return new


def plain(value: Any) -> Any:
    """Return arrays as lists and numpy's numbers as Python's, so that JSON can carry them.

    >>> plain({"y": (1, float("nan"))})
    {'y': [1, None]}
    """
    if isinstance(value, float):  # most of all values, and so the first; numpy's doubles are floats
        return float(value) if math.isfinite(value) else None
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return value
