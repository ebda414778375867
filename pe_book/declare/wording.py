"""The texts of an explorer: templates for sentences and tables, filled with the values of a view.

A placeholder is `{name}`, `{name:format}` or `{name:format(argument, …)}`; without a name it is
the value at hand, such as a table's cell. A format is one of FORMATS in `wording.mjs`, which
fills the templates, or an entry of `words`. Project Fluent does this too, but it has neither
significant digits nor powers of ten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

#: Settings whose sliders and numbers have the color of their role (drawing/palette.css).
COLORS = {name: name for name in ("position", "offset", "pair", "base")}


@dataclass(frozen=True)
class Wording:
    """The templates of one explorer.

    `line` is one short line between the figure and its sliders. `sentences` are templates by name;
    a view names those that are said, below the sliders. `columns` has a heading and a template of
    the cells for each column of the table. An entry of `words` is a template, or several by value:
    a whole number, "true", "false", "none" or a text; "other" is all else. A value of the line or
    a sentence that `colors` names has the color of its role in the figure.
    """

    sentences: Mapping[str, str]
    columns: Sequence[tuple[str, str]] = ()
    words: Mapping[str, str | Mapping[str, str]] = field(default_factory=dict)
    colors: Mapping[str, str] = field(default_factory=lambda: dict(COLORS))
    line: str = ""

    def spec(self) -> dict[str, Any]:
        """Return the templates as plain data, for the page."""
        return asdict(self)
