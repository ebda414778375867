"""What explorers show, as their modules in JavaScript give it, for all tests that ask."""

from __future__ import annotations

from typing import Any

from pe_book.declare import Explorer
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
    """Return the sentence, the table and the law in words."""
    explorer = declared(explorer)
    return node.render(explorer, explorer.check(**settings))


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
