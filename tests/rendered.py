"""What explorers show, as their modules in JavaScript give it, for all tests that ask."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

from pe_book.declare import Explorer, Slider
from pe_book.drawing import palette
from pe_book.explorers import ALL
from pe_book.renderer import node


def view_of(explorer: str | Explorer, /, **settings: Any) -> node.View:
    """Return the view of an explorer, or of that name, with defaults for settings not given."""
    return node.view(declared(explorer), **settings)


def figure_of(explorer: str | Explorer, /, **settings: Any) -> dict[str, Any]:
    """Return the traces and the layout that are drawn."""
    return node.figure(declared(explorer), **settings)


def text_of(explorer: str | Explorer, /, **settings: Any) -> node.Rendering:
    """Return the sentence and the table in words, without the still."""
    explorer = declared(explorer)
    given = node._ask(explorer, explorer.check(**settings), ["parts", "table", "line"])
    return node.Rendering("", given["parts"], *given["table"].values(), given["line"])


def stills_of(explorer: str | Explorer, /, **settings: Any) -> list[ElementTree.Element]:
    """Return the still of wide pages and that of narrow ones, or the one of both."""
    explorer = declared(explorer)
    rendering = node.render(explorer, explorer.check(**settings))
    return list(ElementTree.fromstring(f"<stills>{rendering.svg}</stills>"))


def declared(explorer: str | Explorer) -> Explorer:
    return ALL[explorer] if isinstance(explorer, str) else explorer


def resolve(spec: Any) -> Any:
    """Return plain data with every color token replaced; an unknown one is refused."""
    tokens = palette.tokens()
    if isinstance(spec, dict):
        return {key: resolve(value) for key, value in spec.items()}
    if isinstance(spec, list | tuple):
        return [resolve(value) for value in spec]
    if isinstance(spec, str) and spec.startswith("@"):
        if spec not in tokens:
            raise ValueError(f"a color token must be one of {sorted(tokens)}, not {spec!r}")
        return tokens[spec]
    return spec


def fit(explorer: Explorer, settings: dict) -> dict:
    """Return complete settings, each slider that is above its limit moved down to it."""
    full = explorer.defaults | settings
    for control in explorer.controls:
        if isinstance(control, Slider):
            full[control.name] = min(full[control.name], control.allowed(full)[-1])
    return full


def extremes(explorer: Explorer) -> Iterator[dict]:
    """Yield every combination of the ends of the scales, of both states, of all options."""
    ends = [
        (c.values()[0], c.values()[-1]) if isinstance(c, Slider) else tuple(c.values())
        for c in explorer.controls
    ]
    names = [control.name for control in explorer.controls]
    for values in itertools.product(*ends):
        yield fit(explorer, dict(zip(names, values, strict=True)))


def sample(explorer: Explorer, choose: Callable) -> dict:
    """Return settings with each value picked from its scale, say by `random.choice`."""
    return fit(explorer, {c.name: choose(c.values()) for c in explorer.controls})
