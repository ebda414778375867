"""The page of checks: its module passes its tests far from the book, and its mistake fails."""

from __future__ import annotations

import doctest
import re
import shutil
import subprocess
import sys

import pytest

from book.paths import ROOT

PAGE = (ROOT / "pages/your_checks.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?ms)^```(python|text)\n(.*?)^```$", PAGE)
MODULE, TESTS, MISTAKE = (
    code for kind, code in BLOCKS if kind == "python" and not code.startswith(">>>")
)
[SAID] = [text for kind, text in BLOCKS if kind == "text"]


@pytest.fixture
def place(tmp_path):
    """A folder with the packages alone."""
    for package in ("pe_lib", "pe_check"):
        shutil.copytree(ROOT / package, tmp_path / package)
    return tmp_path


def run(place, code: str) -> subprocess.CompletedProcess:
    """Run code as a file of tests."""
    pytest.importorskip("torch")
    (place / "test_attention.py").write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", place]
    return subprocess.run(
        [*command, "test_attention.py"], cwd=place, capture_output=True, encoding="utf-8"
    )


def test_the_module_passes_its_tests(place):
    done = run(place, MODULE + TESTS)
    assert "5 passed" in done.stdout, done.stdout


def test_the_mistake_fails_as_the_page_says(place):
    wrong = TESTS.replace("Attention().eval()", "LengthOfTheCache().eval()")
    done = run(place, f"{MODULE}\n\n{MISTAKE}\n\n{wrong}")
    assert "1 failed, 4 passed" in done.stdout, done.stdout
    assert SAID.strip() in done.stdout


def test_the_examples_give_what_they_show():
    text = "\n".join(code for kind, code in BLOCKS if code.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(text, {}, "your_checks.md", None, 0)
    result = doctest.DocTestRunner().run(test)
    assert result.attempted >= 8 and not result.failed
