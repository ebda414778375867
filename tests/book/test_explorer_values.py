"""Every explorer's values are compared with mathematics that is independent of it."""

from pathlib import Path

import pytest

from pe_book.explorers import ALL
from tests.book.explorer_values import agrees


def test_every_explorer_is_compared_with_independent_mathematics():
    tests = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_explorer_*.py")]
    held = [name for name in ALL if f'compare("{name}", ' in "".join(tests)]
    held += [name for name in ALL if f'view_of("{name}", ' in "".join(tests)]
    missing = sorted(set(ALL) - set(held))
    assert missing == [], f"compute what {missing} must say here, without pe_lib"


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
