"""The ecosystem's own commands do what they say, as everybody types them in a fresh clone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.environments.conftest import Environment
from tests.site.small_book import make_small_book


def test_the_librarys_tests_run_after_pip_install_test(tmp_path, book_copy):
    """`pip install ".[test]"`, then `pytest tests/lib`: all is collected, and a file passes."""
    environment = Environment(tmp_path / "venv")
    environment.install(".[test]", cwd=book_copy)
    quick = ["-q", "-p", "no:cacheprovider"]
    # Without CI: there a missing torch fails a run, and the extra does not bring it.
    pytest = ["env", "--unset=CI", "pytest", "tests/lib", *quick]
    collected = environment.run(*pytest, "--collect-only", cwd=book_copy).stdout
    assert int(re.search(r"(\d+) tests collected", collected)[1]) > 1000
    ran = environment.run(*pytest, "-k", "test_frequency", cwd=book_copy).stdout
    assert re.search(r"\d+ passed", ran)


def test_jupyter_book_build_builds_a_book(tmp_path):
    """`jupyter-book build .` finds the extension of the folder that it is called for."""
    book = make_small_book(tmp_path / "book")
    program = Path(sys.executable).with_name("jupyter-book")
    done = subprocess.run(
        [program, "build", "."],
        cwd=book,
        env={**os.environ, "PYODIDE_WHEELS": str(book / "wheels")},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    page = book / "_build" / "html" / "chapters" / "01_sample.html"
    # The extension writes it.
    assert "Content-Security-Policy" in page.read_text(encoding="utf-8")
