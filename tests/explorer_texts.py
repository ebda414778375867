"""The texts of the explorers, as they are declared."""

from collections.abc import Iterator
from typing import Any

#: The names under which a plotly figure holds texts.
FIGURE_TEXTS = ("text", "title", "name", "ticktext")


def explorer_texts() -> Iterator[str]:
    """Yield what explorers say: question, labels, sentences, table, alternative text, figure."""
    from pe_book.explorers import ALL

    for explorer in ALL.values():
        yield from (explorer.question, explorer.alt)
        for control in explorer.controls:
            yield from (control.label, getattr(control, "unit", ""))
            yield from (text for _, text in getattr(control, "options", ()))
        for preset in explorer.presets:
            yield from (preset.label, *(text for text, _ in preset.options))
        yield from texts_in(explorer.wording.spec())
        yield from figure_texts(explorer.template)


def texts_in(value: Any) -> Iterator[str]:
    """Yield every text of a table of texts, however deep it stands."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_in(each)


def figure_texts(value: Any) -> Iterator[str]:
    """Yield the texts of a plotly figure: those under the names that hold some."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from texts_in(each) if name in FIGURE_TEXTS else figure_texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from figure_texts(each)
