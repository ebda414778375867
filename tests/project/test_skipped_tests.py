"""In CI a run that leaves something out fails; elsewhere it lists what it left out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from book.paths import ROOT

SKIPPED = "import pytest\n\ndef test_it():\n    pytest.skip('no luck')\n"
PASSED = "def test_it():\n    assert True\n"


@pytest.mark.parametrize(("test", "left_out"), [(SKIPPED, True), (PASSED, False)])
def test_what_is_left_out_is_listed_and_fails_a_run_in_ci(tmp_path, test, left_out):
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_one.py").write_text(test, encoding="utf-8")
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    for ci in ("true", ""):
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "."],
            cwd=tmp_path,
            env={**kept, "CI": ci, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
            capture_output=True,
            encoding="utf-8",
        )
        assert ("LEFT OUT" in done.stdout) == left_out, done.stdout
        assert (done.returncode != 0) == (left_out and bool(ci)), done.stdout
