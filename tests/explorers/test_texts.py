"""One snapshot of the texts of each explorer, with a text on each line.

`make snapshots` renews them. Whoever changes a text reads the diff; nothing has to be registered.
"""

import random
import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

import pytest

from pe_book.declare import Explorer
from pe_book.explorers import ALL
from tests.rendered import extremes, figure_of, sample, text_of, view_of
from tests.text_snapshot import TextSnapshot

#: How many settings each snapshot has at most, and how many are tried for sentences not yet seen.
MAX_SETTINGS, MAX_TRIED = 8, 40
#: The names under which a figure holds texts.
FIGURE_TEXTS = ("text", "title", "ticktext")


def texts_in(value: Any) -> Iterator[str]:
    """Yield every text in nested lists and mappings."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts_in(item)


def figure_texts(value: Any) -> Iterator[str]:
    """Yield the texts of a figure: titles, ticks and notes."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from texts_in(item) if name in FIGURE_TEXTS else figure_texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from figure_texts(item)


def declared_lines(explorer: Explorer) -> Iterator[str]:
    """Yield the texts that no setting changes."""
    yield f"question: {explorer.question}"
    yield f"alternative text: {explorer.alt}"
    for control in explorer.controls:
        parts = [control.label, getattr(control, "unit", "")]
        parts += [text for _, text in getattr(control, "options", ())]
        yield f"control {control.name}: {' | '.join(filter(None, parts))}"
    if explorer.switch:
        yield f"switch: {explorer.switch.label}"
    if explorer.prediction:
        for name, text in explorer.prediction.spec().items():
            if isinstance(text, str) and name != "shape":
                yield f"prediction, {name}: {text}"
    yield from (f"words: {text}" for text in texts_in(explorer.wording.words))
    texts = figure_texts(figure_of(explorer))
    yield from (f"figure: {text}" for text in sorted({*texts}) if text.strip())


def settings_with_other_sentences(explorer: Explorer) -> Iterator[dict]:
    """Yield the defaults, two other settings, and those with other sentences."""
    choose, seen = random.Random(1).choice, set()
    drawn = (sample(explorer, choose) for _ in range(MAX_TRIED))
    ends = islice(extremes(explorer), MAX_TRIED)
    for tried, settings in enumerate(chain([explorer.defaults], drawn, ends)):
        names = tuple(view_of(explorer, **settings).sentences)
        if names not in seen or tried < 3:
            yield settings
        seen.add(names)


def sentence_lines(explorer: Explorer, settings: dict) -> Iterator[str]:
    """Yield the line, each sentence, and the table's heading and first rows."""
    text = text_of(explorer, **settings)
    changed = {k: v for k, v in settings.items() if v != explorer.defaults[k]}
    yield ""
    yield f"at {', '.join(f'{k}={v}' for k, v in changed.items()) or 'the start'}"
    if text.line:
        yield "".join(part for _, part in text.line)
    yield from re.split(r"(?<=[.!?]) ", text.sentence)
    yield from (" | ".join(row) for row in [text.header, *text.rows[:3]])


@pytest.mark.parametrize("name", ALL)
def test_texts(name, snapshot):
    explorer = ALL[name]
    lines, seen = list(declared_lines(explorer)), set()
    for settings in islice(settings_with_other_sentences(explorer), MAX_SETTINGS):
        lines += sentence_lines(explorer, settings)
        seen.update(view_of(explorer, **settings).sentences)
    sentences = explorer.wording.sentences
    lines += [f"{name}: {text}" for name, text in sentences.items() if name not in seen]
    assert lines == snapshot(extension_class=TextSnapshot)
