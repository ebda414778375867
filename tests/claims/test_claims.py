"""Every number in prose is what its expression computes (see the package's docstring)."""

import ast
import re
from collections import Counter
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from book.comments import COMMENT
from tests.claims import ROOT
from tests.claims.evaluate import complaints, names_for
from tests.claims.needs_none import ANYWHERE, ON_A_PAGE
from tests.claims.prose import Prose, cells

#: Pages without numbers that a reader would check, or that quote others' papers.
NOT_PROSE = {
    "CHANGELOG",
    "CONTRIBUTING",
    "LICENSE-TEXT",
    "accessibility",
    "made_with",
    "references",
}
NOT_PROSE |= {"class_answers", "entry_quiz", "exit_ticket"}
FOLDERS = {"chapters": "*.ipynb", "course": "problem_set_*.ipynb", "slides": "*.md"}
PAGES = [path for folder in (".", "pages") for path in sorted(ROOT.glob(f"{folder}/*.md"))]
FILES = [path for folder, name in FOLDERS.items() for path in sorted(ROOT.glob(f"{folder}/{name}"))]
FILES += [path for path in PAGES if path.stem not in NOT_PROSE]


def helpers_of(path: Path):
    """Return the module whose names a file's expressions use."""
    name = path.parent.name if path.parent.name in ("course", "slides") else "pages"
    if path.parent.name == "chapters":
        # A further page of a chapter may have a module of its own name.
        number, rest = int(path.name[:2]), path.stem[3:]
        name = rest if Path(__file__).with_name(f"{rest}.py").is_file() else f"chapter_{number}"
    return import_module(f"tests.claims.{name}")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_numbers_are_what_their_expressions_give(path):
    names = names_for(helpers_of(path))
    needs_none = [*ANYWHERE, *ON_A_PAGE.get(path.stem, [])]
    wrong = [
        f"{path.relative_to(ROOT)}, cell {name}: {complaint}"
        for name, text in cells(path).items()
        for complaint in complaints(text, names, needs_none)
    ]
    assert not wrong, "\n".join(wrong)


def test_each_pattern_that_needs_no_expression_matches_a_number():
    texts = {path.stem: [Prose.of(text) for text in cells(path).values()] for path in FILES}
    everywhere = [prose for found in texts.values() for prose in found]
    for pattern in ANYWHERE:
        assert any(covers(pattern, prose) for prose in everywhere), pattern
    for stem, patterns in ON_A_PAGE.items():
        for pattern in patterns:
            assert any(covers(pattern, prose) for prose in texts[stem]), (stem, pattern)


def covers(pattern: str, prose: Prose) -> bool:
    spans = [match.span() for match in re.finditer(pattern, prose.text)]
    return any(a <= start and end <= b for a, b in spans for start, end in prose.numbers())


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


def found(markdown: str, **names) -> list[str]:
    return list(complaints(markdown, names_for(SimpleNamespace(**names)), [r"row 0\b"]))


GOOD = (
    "At $d = 64$<!-- d = --> the longest wavelength is 47,117<!-- wavelengths(d)[-1] --> positions,"
    " 74.99%<!-- wavelengths(d)[-1] / (2 * np.pi * 10_000) --> of $2\\pi\\cdot 10000$"
    "<!-- 10_000 -->. The error is 2.5 × 10⁻¹⁵<!-- error -->, its sign −1<!-- -1 -->, at row 0."
    " Four<!-- len(range(4)) --> are *fast*<!-- 'fast' if error < 1 else 'slow' -->, and half"
    "<!-- 0.5 --> of them 1, 2 and 3<!-- np.arange(3) + 1 --> more"
    "<!-- error > 0 -->.\n\n$$\n0.5 + 12.5\n$$\n<!-- error * 2e14, 12.5 -->\n"
    "With base 10<!-- base = --> it is 6.3<!-- wavelengths(8, base)[0] --> at"
    " <a href=\"#waves:length=512\">length 512</a>; 35<!-- wavelengths(8, high)[1] --> at base 1000"
    "<!-- high = -->."
)  # fmt: skip


def test_right_numbers_pass():
    assert found(GOOD, error=2.46e-15) == []


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("47,117", "47,118", "47,118 is written, and wavelengths"),
        ("47,117", "47,120", "47,120 is written"),
        ("74.99%", "74.98%", "74.98% is written"),
        ("2.5 × 10⁻¹⁵", "2.4 × 10⁻¹⁵", "is written, and error gives 2.46e-15"),
        ("2.5 × 10⁻¹⁵", "2.5 × 10⁻¹⁴", "is written"),
        ("−1<!-- -1", "1<!-- -1", "1 is written, and -1 gives -1"),
        ("47,117<", "−47,117<", "is written"),
        ("Four<", "Five<", "“five” is written"),
        ("*fast*", "*slow*", "gives “fast”"),
        ("half", "third", "“third” is written"),
        ("1, 2 and 3<", "1, 2 and 4<", "4 is written"),
        ("0.5 + 12.5", "0.5 + 12.6", "12.6 is written"),
        ("length 512", "length 513", "nothing computes 513"),
        ("$d = 64$", "$d = 65$", "is written, and wavelengths(d)[-1] gives"),
        ("6.3<", "6.2<", "6.2 is written"),
        ("at base 1000", "at base 2000", "35 is written"),
        ("at row 0", "at row 7", "nothing computes 7"),
        (" positions,", " positions, 12,", "nothing computes 12"),
        ("<!-- error > 0 -->", "<!-- error > 1 -->", "error > 1 is false"),
        ("<!-- error -->", "<!-- missing -->", "missing raises NameError"),
        ("<!-- error -->", "<!-- error + -->", "raises SyntaxError"),
        ("<!-- error -->", "", "nothing computes 2.5"),
        ("<!-- error -->", "<!-- error, error -->", "2 values for 1 numbers"),
        ("<!-- error -->", "<!-- np.nan -->", "gives nan"),
        ("wavelengths(d)[-1] -->", "wavelengths(64)[-1] -->", None),
        ("<!-- high = -->", "<!-- high = --> is 8<!-- unused = -->", "no expression uses unused"),
    ],
)
def test_what_is_wrong_is_said(right, wrong, message):
    assert GOOD.count(right) >= 1
    complaints = found(GOOD.replace(right, wrong, 1), error=2.46e-15)
    # Another expression still uses the setting.
    assert (complaints == []) if message is None else any(message in each for each in complaints), (
        complaints
    )


def test_a_setting_that_no_expression_uses_is_said():
    text = "At $d = 64$<!-- d = --> it is 47,117<!-- wavelengths(64)[-1] -->."
    assert found(text) == ["“…At $d = 64$”: no expression uses d"]


def test_each_helper_is_used():
    """A name of a helper module stands in a comment, or at a second place in the tests."""
    code = [path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/*.py")]
    comments = [
        each for path in FILES for text in cells(path).values() for each in COMMENT.findall(text)
    ]
    words = Counter(re.findall(r"\w+", " ".join([*code, *comments])))
    for path in Path(__file__).parent.glob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [alias.name for alias in node.names]
            else:
                targets = getattr(node, "targets", [])
                names = [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
                names += [node.name] if isinstance(node, ast.FunctionDef) else []
            unused = [n for n in names if words[n] < 2 and not n.startswith("test_")]
            assert not unused, (path.name, unused)
