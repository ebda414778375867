"""The page of checks: its module passes its tests far from the book, and its mistake fails."""

from __future__ import annotations

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


def test_the_module_passes_its_tests_and_the_mistake_fails_as_the_page_says(tmp_path):
    """In a folder with the packages alone."""
    pytest.importorskip("torch")
    for package in ("pe_lib", "pe_check"):
        shutil.copytree(ROOT / package, tmp_path / package)
    wrong = TESTS.replace("Attention().eval()", "LengthOfTheCache().eval()")
    files = {"test_right.py": MODULE + TESTS, "test_wrong.py": f"{MODULE}\n\n{MISTAKE}\n\n{wrong}"}
    for name, code in files.items():
        (tmp_path / name).write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "--rootdir", tmp_path, *files],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
    )
    assert "1 failed, 9 passed" in done.stdout, done.stdout
    assert "FAILED test_wrong.py" in done.stdout and SAID.strip() in done.stdout
