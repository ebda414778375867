"""What an explorer says: templates for sentences and tables, filled with the values of a view.

A placeholder is `{name}`, `{name:format}` or `{name:format(argument, …)}`; without a name it stands
for the value at hand, such as a table's cell. A format is one of FORMATS or an entry of `words`.
`wording.mjs` fills the same templates in the browser. Project Fluent does this too, but its numbers
need Babel in every notebook, and it has neither significant digits nor powers of ten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from pe_book import numbers

PLACEHOLDER = re.compile(r"\{(\w*)(?::([\w ]+)(?:\(([^)]*)\))?)?\}")
#: Each takes a number and the arguments in the template: digits, or the forms of a noun.
FORMATS: dict[str, Callable[..., str]] = {
    "fixed": numbers.fixed,
    "signed": numbers.signed,
    "significant": numbers.significant,
    "scientific": numbers.scientific,
    "percent": numbers.percent,
    "plural": numbers.plural,
    "byte_size": numbers.byte_size,
}


#: Settings that every explorer draws in the color of their role (drawing/palette.css).
COLORS = {"position": "position", "offset": "offset", "pair": "pair"}


class Text(NamedTuple):
    """What is said at one setting: the sentence, and the figure's data as a table."""

    sentence: str
    header: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class Wording:
    """The templates of one explorer.

    `sentences` are templates by name; a view names those that are said. `columns` has a heading and
    a template of the cells for each column of the table. An entry of `words` is a template, or
    several by value: a whole number, "true", "false", "none" or a text; "other" is all else. A
    value of the sentence that `colors` names has the color of its role in the figure.
    """

    sentences: Mapping[str, str]
    columns: Sequence[tuple[str, str]] = ()
    words: Mapping[str, str | Mapping[str, str]] = field(default_factory=dict)
    colors: Mapping[str, str] = field(default_factory=lambda: dict(COLORS))

    def text(
        self, said: Sequence[str], values: Mapping[str, Any], rows: Sequence[Sequence[Any]]
    ) -> Text:
        """Return the named sentences, the headings, and the rows in words."""
        return Text(
            " ".join(self.fill(self.sentences[name], values) for name in said),
            [self.fill(heading, values) for heading, _ in self.columns],
            [
                [
                    self.fill(template, values, cell)
                    for (_, template), cell in zip(self.columns, row, strict=True)
                ]
                for row in rows
            ],
        )

    def parts(self, said: Sequence[str], values: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return the named sentences in parts, each with the role whose color it has, or "".

        >>> Wording({"main": "At {position}, {p}."}).parts(["main"], {"position": 7, "p": "stop"})
        [('', 'At '), ('position', '7'), ('', ', stop.')]
        """
        template = " ".join(self.sentences[name] for name in said)
        parts, last = [], 0
        for match in PLACEHOLDER.finditer(template):
            if role := self.colors.get(match[1]):
                parts += [("", template[last : match.start()]), (role, match[0])]
                last = match.end()
        parts.append(("", template[last:]))
        return [(role, self.fill(part, values)) for role, part in parts if part]

    def fill(self, template: str, values: Mapping[str, Any], value: Any = None) -> str:
        """Return a template with its placeholders filled; `value` is the value at hand.

        >>> wording = Wording({}, words={"hand": {"1": "one hand", "other": "{:plural(hand)}"}})
        >>> wording.fill("{j:hand} of {n}: {share:percent(1)}", {"j": 1, "n": 8, "share": 1 / 8})
        'one hand of 8: 12.5%'
        """

        def put(match: re.Match[str]) -> str:
            name, form, arguments = match.groups()
            given = values[name] if name else value
            return self._formatted(given, form, arguments, values)

        return PLACEHOLDER.sub(put, template)

    def _formatted(
        self, given: Any, form: str | None, arguments: str | None, values: Mapping[str, Any]
    ) -> str:
        if form in self.words:
            entry = self.words[form]
            if isinstance(entry, Mapping):
                entry = entry.get(_key(given), entry.get("other"))
            if entry is None:
                raise ValueError(f"words {form!r} have no entry for {given!r}, and no 'other'")
            return self.fill(entry, values, given)
        if form == "listed":
            items = (self._formatted(item, arguments, None, values) for item in given)
            return numbers.listed(list(items))
        if form is None:
            return given if isinstance(given, str) else numbers.fixed(given)
        if form not in FORMATS:
            known = [*FORMATS, "listed", *self.words]
            raise ValueError(f"a format is one of {known}, not {form!r}")
        return FORMATS[form](given, *map(_argument, arguments.split(", ") if arguments else ()))

    def spec(self) -> dict[str, Any]:
        """Return the templates as plain data, for the page."""
        return asdict(self)


def _key(value: Any) -> str:
    """Return the name under which `words` hold what is said of a value.

    >>> _key(True), _key(3.0), _key(0.5), _key(None), _key("rope")
    ('true', '3', 'other', 'none', 'rope')
    """
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return str(int(value)) if value == int(value) else "other"


def _argument(text: str) -> int | str:
    return int(text) if text.isdigit() else text
