"""Phrases that a reader sees, each beside the computation that decides whether it is true."""

from collections.abc import Callable

import pytest

#: By page, question or explorer: a phrase, and whether what it says is true.
Phrases = dict[str, list[tuple[str, Callable[[], bool]]]]


def each_phrase(*collections: Phrases) -> pytest.MarkDecorator:
    """Return a mark that runs a test for each phrase, with its `name` and `is_true`."""
    cases = [
        pytest.param(name, phrase, is_true, id=f"{name}-{phrase[:40]}")
        for phrases in collections
        for name, listed in phrases.items()
        for phrase, is_true in listed
    ]
    return pytest.mark.parametrize(("name", "phrase", "is_true"), cases)
