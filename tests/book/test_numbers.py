"""Numbers and lists before a reader are written by pe_book/text/numbers.py alone."""

import ast
import re
from pathlib import Path

import pytest

import pe_book

BOOK = Path(pe_book.__file__).parent
TEMPLATE = re.compile(r"\{[^{}:]*:[^{}]?[<>^=+]?\d*,(\.\d+)?[a-z]?\}")


def written_by_hand(source: str) -> list[str]:
    """Return where a source groups thousands or joins a list by itself, and what to use instead."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FormattedValue(format_spec=ast.JoinedStr(values=[ast.Constant(value=spec)])):
                thousands, joins = "," in spec, False
            case ast.Constant(value=str(text)):
                thousands, joins = TEMPLATE.search(text), False
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="join")):
                thousands, joins = False, re.search(r"\b(and|or)\b", text)
            case _:
                continue
        if thousands:
            found.append(f"line {node.lineno} groups thousands: use numbers.fixed")
        if joins:
            found.append(f"line {node.lineno} joins a list: use numbers.listed")
    return found


def test_only_numbers_py_formats_numbers():
    files = [file for file in BOOK.rglob("*.py") if file != BOOK / "text/numbers.py"]
    found = {
        file.relative_to(BOOK).as_posix(): hits
        for file in files
        if (hits := written_by_hand(file.read_text(encoding="utf-8")))
    }
    assert len(files) > 50 and found == {}


@pytest.mark.parametrize(
    "source",
    [
        'f"{length:,} positions"',
        'f"{value:>9,.0f} ms"',
        '"{longest:,.0f} positions".format(longest=1)',
        '" and ".join(names)',
        '", or ".join(names)',
    ],
)
def test_the_scan_detects_formatting(source):
    assert len(written_by_hand(source)) == 1
    assert written_by_hand('f"{value:.1f} {x[0]:>{width}} {{a: 1,2}}" + ", ".join(names)') == []
