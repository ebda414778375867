"""The controls of an explorer: a slider, a toggle, a select field, a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Slider:
    """A number: from min to max in even steps, or one of rising `choices`.

    `name` is the argument of `update`, `unit` a word in the plural ("positions"). A slider may stay
    below another one: its value times `ratio` is less than the value of the slider that `below`
    names. A column lies below `d_model`; a pair, with ratio 2, below half of it. A slider with a
    `pace` can be played on a page: that many steps a second, starting over at its end. Played, a
    `continuous` one goes through all numbers between its steps, which `update` has to take; moved
    by a button or a link, it takes `ease` seconds for each step. A button beside one that
    `shuffles` takes any value. A `kept` value goes with the reader to the other pages.
    """

    name: str
    label: str
    min: float = 0
    max: float = 1
    step: float = 1
    default: float = 0
    unit: str = ""
    choices: tuple[float, ...] = ()
    below: str | None = None
    ratio: int = 1
    pace: float = 0
    continuous: bool = False
    shuffles: bool = False
    ease: float = 0
    kept: bool = False

    def __post_init__(self) -> None:
        if self.choices:
            if len(self.choices) < 2 or list(self.choices) != sorted(set(self.choices)):
                raise ValueError(f"{self.name}: choices must rise, not {self.choices}")
            object.__setattr__(self, "min", self.choices[0])
            object.__setattr__(self, "max", self.choices[-1])
        if not self.min < self.max or self.step <= 0:
            raise ValueError(
                f"{self.name}: {self.min} to {self.max} in steps of {self.step} is empty"
            )
        self.check(self.max)
        self.check(self.default)

    @property
    def digits(self) -> int:
        """The digits after the point that tell all values apart.

        >>> Slider("x", "x", 0, 1, 0.25).digits
        2
        """
        numbers = self.choices or (self.min, self.step)
        return next(d for d in range(20) if all(round(v, d) == v for v in numbers))

    def values(self) -> Sequence[float]:
        """Return all values, rising.

        >>> Slider("k", "offset", 0, 6, step=2).values()
        [0, 2, 4, 6]
        """
        if self.choices:
            return self.choices
        steps, digits = round((self.max - self.min) / self.step), self.digits
        return [round(self.min + i * self.step, digits) for i in range(steps + 1)]

    def allowed(self, settings: Mapping[str, Any]) -> Sequence[float]:
        """Return the values that are allowed now, given the other settings.

        >>> pair = Slider("pair", "pair j", 0, 255, below="d_model", ratio=2)
        >>> pair.allowed({"d_model": 8})
        [0, 1, 2, 3]
        """
        if self.below is None:
            return self.values()
        return [value for value in self.values() if value * self.ratio < settings[self.below]]

    def check(self, value: Any) -> None:
        """Refuse a value that is not a number, out of range, or between two steps."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise ValueError(f"{self.name} must be a number, not {value!r}")
        if not self.min <= value <= self.max:
            raise ValueError(f"{self.name} must be from {self.min} to {self.max}, not {value}")
        if value not in self.values():
            rule = f"one of {list(self.choices)}" if self.choices else ""
            rule = rule or f"{self.min} and steps of {self.step}"
            raise ValueError(f"{self.name} must be {rule}, not {value}")

    def spec(self) -> dict[str, Any]:
        """Return the declaration as plain data, for the page."""
        needed = ("min", "max", "step", "unit")
        given = {name: value for name, value in asdict(self).items() if value or name in needed}
        return {"kind": "slider", "digits": self.digits} | given


@dataclass(frozen=True)
class Toggle:
    """Something that is on or off."""

    name: str
    label: str
    default: bool = False

    def check(self, value: Any) -> None:
        """Refuse what is neither True nor False."""
        if not isinstance(value, bool):
            raise ValueError(f"{self.name} must be True or False, not {value!r}")

    def values(self) -> Sequence[bool]:
        """Return both values."""
        return (False, True)

    def spec(self) -> dict[str, Any]:
        """Return the declaration as plain data, for the page."""
        return {"kind": "toggle", "name": self.name, "label": self.label}


@dataclass(frozen=True)
class Select:
    """One of a few named options: pairs of a value and the words for it."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]
    default: str

    def __post_init__(self) -> None:
        for value in self.values():
            if not isinstance(value, str):
                raise ValueError(f"{self.name}: an option must be a text, not {value!r}")
        self.check(self.default)

    def check(self, value: Any) -> None:
        """Refuse what is not one of the options."""
        if value not in self.values():
            raise ValueError(f"{self.name} must be one of {self.values()}, not {value!r}")

    def values(self) -> Sequence[str]:
        """Return the values of the options."""
        return [value for value, _ in self.options]

    def spec(self) -> dict[str, Any]:
        """Return the declaration as plain data, for the page."""
        options = [list(option) for option in self.options]
        spec = {"kind": "select", "name": self.name, "label": self.label}
        return spec | {"options": options}


@dataclass(frozen=True)
class SentenceInput:
    """A sentence of words from a vocabulary, with single spaces between them.

    `groups` are the vocabulary: the name of each kind of word, and the words; two of the first kind
    are exchanged in a second sentence, where the scene has one. `more` are the clauses that a press
    adds, in turn. The view has a scene of the words, whose tiles are its fields
    (renderer/scene.mjs). `examples` are more sentences, for menus and for tests.
    """

    name: str
    label: str
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    default: str
    longest: int
    more: tuple[str, ...]
    examples: tuple[str, ...]

    def __post_init__(self) -> None:
        for sentence in (*self.values(), *self.more):
            self.check(sentence)

    def check(self, value: Any) -> None:
        """Refuse what is not a sentence, is too long, or has a word beyond the vocabulary."""
        if not isinstance(value, str) or not value.split():
            raise ValueError(f"{self.name} must be words with spaces between them, not {value!r}")
        if value != " ".join(value.split()):
            raise ValueError(f"{self.name} must have single spaces, unlike {value!r}")
        vocabulary = [word for _, words in self.groups for word in words]
        for word in value.split():
            if word not in vocabulary:
                known = ", ".join(vocabulary)
                raise ValueError(f"{self.name}: {word!r} is not in the vocabulary: {known}")
        if len(value.split()) > self.longest:
            count = len(value.split())
            raise ValueError(f"{self.name} must be at most {self.longest} words, not {count}")

    def values(self) -> Sequence[str]:
        """Return the sentence at the start and the examples."""
        return (self.default, *self.examples)

    def spec(self) -> dict[str, Any]:
        """Return the declaration as plain data, for the page."""
        spec = {"kind": "words", "name": self.name, "label": self.label, "groups": self.groups}
        return spec | {"longest": self.longest, "more": self.more}


Control = Slider | Toggle | Select | SentenceInput


@dataclass(frozen=True)
class Switch:
    """The one control of a page that begins simply: the settings that it makes, off and on."""

    label: str
    off: Mapping[str, Any]
    on: Mapping[str, Any]
