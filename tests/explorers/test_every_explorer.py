"""Every explorer's values are those of mathematics that is independent of it."""

from importlib import import_module

import pytest

from pe_book.explorers import ALL
from tests.explorers.values import agrees, compare, view_of, views


@pytest.mark.parametrize("name", ALL)
def test_sentences_values_and_rows_are_the_expected_ones(name):
    """`expected` of test_NAME.py computes them, at its SETTINGS where it has some."""
    module = import_module(f"tests.explorers.test_{name}")
    tried = [(given, view_of(ALL[name], **given)) for given in getattr(module, "SETTINGS", [])]
    for settings, view in tried or views(name):
        compare(view, settings, *module.expected(**settings))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (0.5, 0.5 + 1e-8),
        (1, True),
        (None, 0.0),
        ("sine", "cosine"),
        ([1, 2], [1, 2, 3]),
        ([1, [2, 3]], [1, [2, 4]]),
    ],
)
def test_the_comparison_detects_differences(found, expected):
    assert not agrees(found, expected)
    assert agrees(expected, expected)
