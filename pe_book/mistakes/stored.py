"""What the explorer of bugs shows: every bug under every test, computed and stored.

`groups` reads it; `python -m pe_book.mistakes.stored` computes and stores it.
"""

import json
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from pe_book.mistakes.battery import CHECKS, CRASHES, FAILS, outcome
from pe_book.mistakes.implementations import LIKELY, RARE, Mistake
from pe_book.mistakes.rotary import ROTARY_MISTAKES, RotaryMistake
from pe_book.mistakes.rotary_checks import ROTARY_CHECKS, TOLERANCE
from pe_lib.encoding import positional_encoding

ROWS, COLUMNS = 16, 8
#: Of the mistakes in rotary heads, the first ones are in how a vector is turned.
TURNING, COUNTING = ROTARY_MISTAKES[:7], ROTARY_MISTAKES[7:]
FILE = resources.files("pe_book") / "data" / "bugs.json"


def groups() -> list[dict[str, Any]]:
    """Return the stored results: for each group of bugs names, kinds, marks and pictures.

    `marks` has "caught", "missed" or "crashed" for each bug and test. The picture of a table is
    what its first rows are off by, and that of a rotary head what twelve tokens are off by under
    each test; both are in hundredths.
    """
    return json.loads(FILE.read_text(encoding="utf-8"))


def computed() -> list[dict[str, Any]]:
    """Compute what `groups` returns."""
    return [_tables(LIKELY), _tables(RARE), _rotary(TURNING), _rotary(COUNTING)]


def _tables(bugs: Sequence[Mistake]) -> dict[str, Any]:
    marks = {FAILS: "caught", CRASHES: "crashed"}
    return _named(bugs, CHECKS) | {
        "marks": [
            [marks.get(outcome(test, bug.implementation), "missed") for test in CHECKS]
            for bug in bugs
        ],
        "pictures": [_hundredths(_difference(bug)) for bug in bugs],
    }


def _rotary(bugs: Sequence[RotaryMistake]) -> dict[str, Any]:
    errors = [[test.errors(bug.heads) for test in ROTARY_CHECKS] for bug in bugs]
    return _named(bugs, ROTARY_CHECKS) | {
        "marks": [
            ["caught" if each.max() > TOLERANCE else "missed" for each in tests] for tests in errors
        ],
        "pictures": [_hundredths(np.minimum(tests, 1)) for tests in errors],
    }


def _named(bugs: Sequence, tests: Sequence) -> dict[str, list[str]]:
    return {
        "bugs": [bug.name for bug in bugs],
        "kinds": [bug.kind for bug in bugs],
        "tests": [test.name for test in tests],
    }


def _difference(bug: Mistake) -> np.ndarray:
    table = np.asarray(bug.implementation(ROWS, COLUMNS, 10_000.0), float)
    return table - positional_encoding(ROWS, COLUMNS)


def _hundredths(values: np.ndarray) -> list:
    return np.round(100 * np.asarray(values)).astype(int).tolist()


def _store() -> None:
    text = json.dumps(computed(), separators=(",", ":")) + "\n"
    Path(str(FILE)).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    _store()
