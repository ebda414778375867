"""Every number in prose is what its expression computes (see the package's docstring)."""

import re
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from book.comments import COMMENT
from book.paths import ROOT
from tests.prose.evaluate import complaints, names_for
from tests.prose.text import cells

FOLDERS = {
    "chapters": "*.ipynb",
    "course": "problem_set_*.ipynb",
    "slides": "*.md",
    "pages": "*.md",
}
FILES = [
    path
    for folder, name in FOLDERS.items()
    for path in sorted(ROOT.glob(f"{folder}/{name}"))
    if path.stem != "references"  # it quotes papers
]


def helpers_of(path: Path):
    """Return the module whose names a file's expressions use."""
    name = path.parent.name
    if name == "chapters":
        # A further page of a chapter may have a module of its own name.
        number, rest = int(path.name[:2]), path.stem[3:]
        name = rest if Path(__file__).with_name(f"{rest}.py").is_file() else f"chapter_{number}"
    return import_module(f"tests.prose.{name}")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_numbers_are_what_their_expressions_give(path):
    names = names_for(helpers_of(path))
    wrong = [
        f"{path.relative_to(ROOT)}, cell {name}: {complaint}"
        for name, text in cells(path).items()
        for complaint in complaints(text, names)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_comment_stays_in_its_line_and_ends_no_markup(path):
    """At the beginning of a line, a comment makes what follows it HTML."""
    text = "\n".join(cells(path).values())
    assert text.count("<!--") == text.count("-->") == len(COMMENT.findall(text))
    for comment in COMMENT.findall(text):
        assert not re.search(r"--|[|$`]", comment), comment
    for line in re.findall(r"(?m)^(?:> ?)?\s*<!--.*$", text):
        assert COMMENT.fullmatch(line), line
    for before in re.findall(r"(?m)^(.*)\n(?:> ?)?<!--", text):
        assert before.endswith("$$"), before


GOOD = (
    "At $d = 64$<!-- d = --> the longest wavelength is 47,117<!-- wavelengths(d)[-1] --> positions,"
    " 74.99%<!-- wavelengths(d)[-1] / (2 * np.pi * 10_000) --> of $2\\pi\\cdot 10000$."
    " The error is 2.5 × 10⁻¹⁵<!-- error -->, its sign −1<!-- -1 -->, at row 0."
    " Four<!-- len(range(4)) --> are fast, and half<!-- 0.5 --> of them 1, 2 and 3"
    "<!-- np.arange(3) + 1 --> more.\n\n$$\n0.5 + 12.5\n$$\n<!-- error * 2e14, 12.5 -->\n"
    "With base 10<!-- base = --> it is 6.3<!-- wavelengths(8, base)[0] -->;"
    " 35<!-- wavelengths(8, high)[1] --> at base 1000<!-- high = -->."
)  # fmt: skip


def complaints_about(markdown: str) -> list[str]:
    return list(complaints(markdown, names_for(SimpleNamespace(error=2.46e-15))))


def test_right_numbers_pass():
    assert complaints_about(GOOD) == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("47,117", "47,118"),
        ("74.99%", "74.98%"),
        ("2.5 × 10⁻¹⁵", "2.5 × 10⁻¹⁴"),
        ("−1<!-- -1", "1<!-- -1"),
        ("Four<", "Five<"),
        ("half", "third"),
        ("half", "many"),
        ("1, 2 and 3<", "1, 2 and 4<"),
        ("0.5 + 12.5", "0.5 + 12.6"),
        ("$d = 64$", "$d = 65$"),
        ("6.3<", "6.2<"),
        ("at base 1000", "at base 2000"),
        (" positions,", " positions, 12.75,"),
        ("<!-- error -->", "<!-- missing -->"),
        ("<!-- error -->", "<!-- error + -->"),
        ("<!-- error -->", ""),
        ("<!-- error -->", "<!-- error, error -->"),
        ("<!-- error -->", "<!-- np.nan -->"),
        ("<!-- high = -->", "<!-- high = --> is 8<!-- unused = -->"),
    ],
)
def test_a_wrong_number_is_found(right, wrong):
    assert right in GOOD
    assert complaints_about(GOOD.replace(right, wrong, 1))
