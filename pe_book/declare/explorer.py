"""What an explorer is: controls, a figure template, and a pure `update` from settings to a view.

An explorer is declared once, in `<name>.py`, as `EXPLORER = Explorer(...)`. Its twin `<name>.mjs`
exports `update(settings)` and gives the same view in the browser. Everything else, on the page and
in the notebook, reads the declaration.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Settings = dict[str, Any]
Row = Sequence[Any]


@dataclass(frozen=True)
class View:
    """What is seen at one setting: data for the figure, one sentence, and a table.

    Parameters
    ----------
    traces
        One mapping for each trace of the template, with what changes: `{"x": ..., "y": ...}`.
        Keys may be nested; `merge` says how they meet the template.
    layout
        What changes in the template's layout.
    sentence
        What is now seen, in one sentence of plain text.
    table
        The header, and rows of text or numbers: the same data for who cannot see the figure.
    """

    traces: Sequence[Mapping[str, Any]]
    layout: Mapping[str, Any] = field(default_factory=dict)
    sentence: str = ""
    table: tuple[Sequence[str], Sequence[Row]] = ((), ())


@dataclass(frozen=True)
class Slider:
    """A number on a scale.

    Parameters
    ----------
    name, label
        The argument of `update`, and the words beside the slider.
    min, max, step
        The range. `step` counts for the linear scale only.
    default
        The value at the start; it must be on the scale.
    unit
        The word after the number, in the plural ("positions").
    scale
        "linear"; "log" for about 60 even ratios rounded to two digits; "choices" for `choices`.
    choices
        The values of a slider whose scale is "choices", rising.
    below, ratio
        The name of another slider: this one stays below that one's value divided by `ratio`.
        A column lies below `d_model`; a pair below `d_model / 2`.
    """

    name: str
    label: str
    min: float = 0
    max: float = 1
    step: float = 1
    default: float = 0
    unit: str = ""
    scale: str = "linear"
    choices: tuple[float, ...] = ()
    below: str | None = None
    ratio: int = 1

    def __post_init__(self) -> None:
        if self.scale not in ("linear", "log", "choices"):
            raise ValueError(
                f"{self.name}: scale must be linear, log or choices, not {self.scale!r}"
            )
        if self.scale == "log":
            object.__setattr__(self, "choices", log_steps(self.min, self.max))
        if self.scale != "linear":
            if len(self.choices) < 2 or list(self.choices) != sorted(set(self.choices)):
                raise ValueError(f"{self.name}: choices must rise, not {self.choices}")
            object.__setattr__(self, "min", self.choices[0])
            object.__setattr__(self, "max", self.choices[-1])
        if not self.min < self.max or self.step <= 0:
            raise ValueError(
                f"{self.name}: {self.min} to {self.max} in steps of {self.step} is empty"
            )
        self.check(self.default)

    def check(self, value: Any) -> float:
        """Return the value if it lies on the scale.

        Parameters
        ----------
        value : float

        Returns
        -------
        float
            The value itself.

        Raises
        ------
        ValueError
            If it is no number, out of range, or between two steps.

        Examples
        --------
        >>> Slider("k", "offset", 0, 10, default=1).check(3)
        3
        """
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise ValueError(f"{self.name} must be a number, not {value!r}")
        if not self.min <= value <= self.max:
            raise ValueError(f"{self.name} must be from {self.min} to {self.max}, not {value}")
        if self.scale == "linear":
            steps = (value - self.min) / self.step
            if abs(steps - round(steps)) > 1e-6:
                raise ValueError(
                    f"{self.name} must be {self.min} and steps of {self.step}, not {value}"
                )
        elif value not in self.choices:
            raise ValueError(f"{self.name} must be one of {list(self.choices)}, not {value}")
        return value

    def limit(self, settings: Mapping[str, Any]) -> float:
        """Return the largest value now allowed, given the other settings.

        Parameters
        ----------
        settings : mapping of str
            With the slider that `below` names.

        Returns
        -------
        float
            In the slider's own unit; `max` where nothing else limits it.

        Examples
        --------
        >>> pair = Slider("pair", "pair j", 0, 255, below="d_model", ratio=2)
        >>> pair.limit({"d_model": 64})
        31
        """
        if self.below is None:
            return self.max
        return min(self.max, math.ceil(settings[self.below] / self.ratio) - 1)

    def values(self) -> Sequence[float]:
        """Return every value of the scale, rising.

        Returns
        -------
        sequence of float

        Examples
        --------
        >>> Slider("k", "offset", 0, 6, step=2).values()
        [0, 2, 4, 6]
        """
        if self.scale != "linear":
            return self.choices
        count = math.floor((self.max - self.min) / self.step + 1e-6) + 1
        return [self.min + i * self.step for i in range(count)]

    def spec(self) -> dict[str, Any]:
        """Return the declaration as plain data, for the page."""
        spec = {"kind": "slider", "name": self.name, "label": self.label, "unit": self.unit}
        spec |= {"default": self.default}
        if self.scale == "linear":
            spec |= {"min": self.min, "max": self.max, "step": self.step}
        else:
            spec |= {"choices": list(self.choices)}
        return spec | ({"below": self.below, "ratio": self.ratio} if self.below else {})


@dataclass(frozen=True)
class Toggle:
    """Something that is on or off.

    Parameters
    ----------
    name, label
        The argument of `update`, and the words beside the box.
    default
        The state at the start.
    """

    name: str
    label: str
    default: bool = False

    def check(self, value: Any) -> bool:
        """Return the value if it is True or False.

        Raises
        ------
        ValueError
            If it is anything else.
        """
        if not isinstance(value, bool):
            raise ValueError(f"{self.name} must be True or False, not {value!r}")
        return value

    def values(self) -> Sequence[bool]:
        """Return both values."""
        return (False, True)

    def spec(self) -> dict[str, Any]:
        """Return the declaration as plain data, for the page."""
        return {"kind": "toggle", "name": self.name, "label": self.label, "default": self.default}


@dataclass(frozen=True)
class Choice:
    """One of a few named options.

    Parameters
    ----------
    name, label
        The argument of `update`, and the words beside the field.
    options
        Pairs of value and words.
    default
        The value at the start.

    Raises
    ------
    ValueError
        If the default is not one of the options.
    """

    name: str
    label: str
    options: tuple[tuple[str, str], ...]
    default: str

    def __post_init__(self) -> None:
        self.check(self.default)

    def check(self, value: Any) -> str:
        """Return the value if it is one of the options.

        Raises
        ------
        ValueError
            If it is not.
        """
        if value not in self.values():
            raise ValueError(f"{self.name} must be one of {list(self.values())}, not {value!r}")
        return value

    def values(self) -> Sequence[str]:
        """Return the values of the options."""
        return [value for value, _ in self.options]

    def spec(self) -> dict[str, Any]:
        """Return the declaration as plain data, for the page."""
        options = [list(option) for option in self.options]
        spec = {"kind": "choice", "name": self.name, "label": self.label}
        return spec | {"options": options, "default": self.default}


Control = Slider | Toggle | Choice


def log_steps(low: float, high: float, count: int = 60) -> tuple[float, ...]:
    """Return values from low to high in even ratios, rounded to two digits, each once.

    Parameters
    ----------
    low, high : float
        Both ends, as they are; 0 < low < high.
    count : int
        Number of values before equal ones are dropped, 2 at least.

    Returns
    -------
    tuple of float
        Rising; whole numbers are ints.

    Raises
    ------
    ValueError
        If low or high breaks the rule above.

    Examples
    --------
    >>> log_steps(10, 100, 4)
    (10, 22, 46, 100)
    """
    if not 0 < low < high:
        raise ValueError(f"a log scale needs 0 < min < max, not {low} and {high}")
    ratio = math.log(high / low)
    raw = [low * math.exp(ratio * i / (count - 1)) for i in range(count)]
    rounded = [float(f"{value:.1e}") for value in raw]
    rounded[0], rounded[-1] = low, high
    return tuple(int(v) if v == int(v) else v for v in sorted(set(rounded)))


@dataclass(frozen=True)
class Explorer:
    """A question, controls, and a figure that answers it.

    Parameters
    ----------
    name
        The name of the file, of its twin, and in the page's address.
    question
        The question that it answers, shown above it.
    controls
        Sliders, toggles and choices, in the order shown. May be empty: an interactive figure.
    template
        A plotly figure as plain data, `{"data": [...], "layout": {...}}`, with color tokens.
        `layout["width"]` and `layout["height"]` give the size that it was designed for, in pixels.
    update
        A pure function from the settings, as keyword arguments, to a View.
    alt
        What the figure shows, in a sentence or two, for who cannot see it.
    """

    name: str
    question: str
    controls: tuple[Control, ...]
    template: Mapping[str, Any]
    update: Callable[..., View]
    alt: str

    def __post_init__(self) -> None:
        names = [control.name for control in self.controls]
        if len(set(names)) != len(names):
            raise ValueError(f"{self.name}: two controls share a name in {names}")
        for control in self.controls:
            below = getattr(control, "below", None)
            if below is not None and below not in names:
                raise ValueError(f"{self.name}: {control.name} is below {below!r}, not a control")
        self.check()

    def __call__(self, **settings: Any) -> Any:
        """Return the explorer at these settings, ready to be shown as the value of a cell."""
        from pe_book.faces.notebook import Panel

        return Panel(self, self.check(**settings))

    @property
    def defaults(self) -> Settings:
        """The settings at the start."""
        return {control.name: control.default for control in self.controls}

    def check(self, **settings: Any) -> Settings:
        """Return complete settings: those given, and the defaults of the others.

        Parameters
        ----------
        **settings
            Values by the names of the controls.

        Returns
        -------
        dict

        Raises
        ------
        TypeError
            If a name is unknown.
        ValueError
            If a value is not on its scale, or above the limit that another one sets.

        Examples
        --------
        >>> from pe_book.explorers import shift
        >>> shift.check(offset=5)["offset"]
        5
        """
        names = [control.name for control in self.controls]
        unknown = sorted(set(settings) - set(names))
        if unknown:
            raise TypeError(f"{self.name} has the settings {names}, not {unknown}")
        full = self.defaults | settings
        for control in self.controls:
            control.check(full[control.name])
            if isinstance(control, Slider) and full[control.name] > control.limit(full):
                raise ValueError(
                    f"{control.name} must be at most {control.limit(full)} while "
                    f"{control.below} is {full[control.below]}, not {full[control.name]}"
                )
        return full

    def fit(self, settings: Mapping[str, Any]) -> Settings:
        """Return the settings with each slider that stands above its limit moved down to it.

        Hosts use it when one slider pushes another; a caller's own mistake is for `check`.

        Parameters
        ----------
        settings : mapping of str
            Some or all settings; the defaults stand for the others.

        Returns
        -------
        dict
            Complete settings.
        """
        full = self.defaults | dict(settings)
        for control in self.controls:
            if isinstance(control, Slider) and full[control.name] > control.limit(full):
                limit = control.limit(full)
                full[control.name] = max(v for v in control.values() if v <= limit)
        return full

    def view(self, **settings: Any) -> View:
        """Return the view at these settings; the others stand at their defaults.

        Parameters
        ----------
        **settings
            As for `check`.

        Returns
        -------
        View

        Raises
        ------
        TypeError, ValueError
            As `check` does.
        """
        return self.update(**self.check(**settings))

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
        """Return settings with each value picked from its scale.

        Parameters
        ----------
        choose : callable
            Picks one of a sequence, such as `random.choice`.

        Returns
        -------
        dict
            Complete settings.
        """
        return self.fit({c.name: choose(c.values()) for c in self.controls})

    def figure(self, view: View) -> dict[str, Any]:
        """Return the template with the view merged into it: a plotly figure as plain data.

        Parameters
        ----------
        view : View
            One mapping for each trace of the template.

        Returns
        -------
        dict
            With "data" and "layout".

        Raises
        ------
        ValueError
            If the number of traces differs.
        """
        data = self.template.get("data", [])
        if len(view.traces) != len(data):
            raise ValueError(
                f"{self.name}: {len(view.traces)} traces for {len(data)} in the template"
            )
        return {
            "data": [merge(old, new) for old, new in zip(data, view.traces, strict=True)],
            "layout": merge(self.template.get("layout", {}), view.layout),
        }


def merge(old: Any, new: Any) -> Any:
    """Return `old` with `new` laid over it: mappings meet key by key, all else is replaced.

    Parameters
    ----------
    old, new
        Plain data.

    Returns
    -------
    Plain data; old and new are not changed.

    Examples
    --------
    >>> merge({"line": {"width": 2}, "y": [0]}, {"line": {"color": "@sine"}, "y": [1, 2]})
    {'line': {'width': 2, 'color': '@sine'}, 'y': [1, 2]}
    """
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {
            key: merge(old[key], new[key])
            if key in old and key in new
            else new.get(key, old.get(key))
            for key in [*old, *(key for key in new if key not in old)]
        }
    return new


def plain(value: Any) -> Any:
    """Return arrays as lists and numpy's numbers as Python's, so that JSON can carry them.

    Parameters
    ----------
    value
        Mappings, lists, tuples, arrays of any shape, strings and numbers.

    Returns
    -------
    Plain data; NaN and infinity become None, tuples lists.

    Examples
    --------
    >>> plain({"y": (1, float("nan"))})
    {'y': [1, None]}
    """
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
