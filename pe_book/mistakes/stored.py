"""What the explorers of the galleries show: every exhibit in every check, computed and stored.

`galleries` reads it; `python -m pe_book.mistakes.stored` computes and stores it.
"""

import json
from collections.abc import Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

from pe_book.mistakes.battery import CHECKS, CRASHES, FAILS, Check, outcome
from pe_book.mistakes.implementations import LIKELY, RARE, Mistake
from pe_book.mistakes.rotary import ROTARY_MISTAKES, WIDTH
from pe_book.mistakes.rotary_checks import ROTARY_CHECKS, TOLERANCE
from pe_lib.encoding import positional_encoding

ROWS, COLUMNS = 16, 8
#: More errors than this are shown by the largest of each group.
SHOWN = 50
#: Errors are shown as powers of ten of what is allowed, from 1 % to a million times as much.
LOW, HIGH = -2, 6
#: A file for each gallery, because a page loads what its explorers show.
KINDS = ("tables", "more_tables", "equations")


def galleries() -> dict[str, Any]:
    """Return the stored results: for each gallery, names, marks, errors and differences.

    `marks` has "caught", "missed" or "crashed" for each exhibit and check, `errors` hundredths of
    the power of ten by which each error differs from what is allowed, and `differences` hundredths
    of the differences to draw.
    """
    return {kind: json.loads(_file(kind).read_text(encoding="utf-8")) for kind in KINDS}


def computed() -> dict[str, Any]:
    """Compute what `galleries` returns."""
    return {
        "tables": _tables(LIKELY),
        "more_tables": _tables(RARE),
        "equations": {
            "exhibits": [exhibit.name for exhibit in ROTARY_MISTAKES],
            "checks": [check.name for check in ROTARY_CHECKS],
            "marks": [
                [
                    "caught" if check.errors(exhibit.heads).max() > TOLERANCE else "missed"
                    for check in ROTARY_CHECKS
                ]
                for exhibit in ROTARY_MISTAKES
            ],
            "errors": [
                [powers(check.errors(exhibit.heads) / TOLERANCE) for check in ROTARY_CHECKS]
                for exhibit in ROTARY_MISTAKES
            ],
            "differences": [
                [
                    _hundredths(check.differences(exhibit.heads)[:, :WIDTH])
                    for check in ROTARY_CHECKS
                ]
                for exhibit in ROTARY_MISTAKES
            ],
        },
    }


def _tables(exhibits: Sequence[Mistake]) -> dict[str, Any]:
    return {
        "exhibits": [exhibit.name for exhibit in exhibits],
        "checks": [check.name for check in CHECKS],
        "marks": [[_mark(check, exhibit) for check in CHECKS] for exhibit in exhibits],
        "errors": [[_table_errors(check, exhibit) for check in CHECKS] for exhibit in exhibits],
        "differences": [[_table_difference(exhibit)] for exhibit in exhibits],
    }


def powers(errors: np.ndarray) -> list[int]:
    """Return hundredths of the powers of ten of at most `SHOWN` errors, between LOW and HIGH.

    >>> powers(np.array([0, 0.1, 20]))
    [-200, -100, 130]
    """
    groups = np.array_split(errors, min(SHOWN, len(errors)))
    largest = np.array([group.max() for group in groups])
    return _hundredths(np.log10(np.clip(largest, 10.0**LOW, 10.0**HIGH)))


def _mark(check: Check, exhibit: Mistake) -> str:
    found = outcome(check, exhibit.implementation).outcome
    return {FAILS: "caught", CRASHES: "crashed"}.get(found, "missed")


def _table_errors(check: Check, exhibit: Mistake) -> list[int]:
    try:
        return powers(check.errors(exhibit.implementation) / check.tolerance)
    except ValueError:  # the crash is the mistake
        return []


def _table_difference(exhibit: Mistake) -> list[list[int]]:
    table = np.asarray(exhibit.implementation(ROWS, COLUMNS, 10_000.0), float)
    return _hundredths(table - positional_encoding(ROWS, COLUMNS))


def _file(kind: str) -> Traversable:
    return resources.files("pe_book") / "data" / f"gallery_{kind}.json"


def _hundredths(values: np.ndarray) -> list:
    return np.round(100 * values).astype(int).tolist()


def _store() -> None:
    for kind, results in computed().items():
        text = json.dumps(results, separators=(",", ":")) + "\n"
        Path(str(_file(kind))).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    _store()
