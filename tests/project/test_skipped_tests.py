"""What a run leaves out it says at the end, and in CI a run that leaves something out fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PASSES = "def test_it():\n    assert True\n"
SKIPS = "import pytest\n\ndef test_it():\n    pytest.skip('no luck')\n"
# None in sys.modules is how Python marks a module that cannot be imported.
PLUGINS = {"without_torch": "None", "with_torch": "sys"}


def run(directory: Path, test: str, *, ci: bool, plugin: str, workers: int = 0):
    """Run one test under the book's conftest, with torch there or not."""
    shutil.copy(ROOT / "conftest.py", directory)
    (directory / "test_one.py").write_text(test, encoding="utf-8")
    text = f"import sys\n\nsys.modules['torch'] = {PLUGINS[plugin]}\n"
    (directory / f"{plugin}.py").write_text(text, encoding="utf-8")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    environment |= {"CI": "true" if ci else "", "PYTHONPATH": f"{directory}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "pytest", "-p", plugin, "-p", "no:cacheprovider"]
    command += ["--rootdir", str(directory), "-n", str(workers), "test_one.py"]
    return subprocess.run(
        command, cwd=directory, env=environment, capture_output=True, encoding="utf-8"
    )


@pytest.mark.parametrize("workers", [0, 1])
def test_a_skipped_test_fails_the_run_in_ci_and_only_there(tmp_path, workers):
    for ci in (True, False):
        done = run(tmp_path, SKIPS, ci=ci, plugin="with_torch", workers=workers)
        assert done.returncode == (1 if ci else 0), done.stdout
        assert "LEFT OUT" in done.stdout
        assert "no luck" in done.stdout
        assert ("nothing may be left out" in done.stdout) == ci


def test_a_missing_torch_is_reported_with_the_untested_modules(tmp_path):
    for ci in (True, False):
        done = run(tmp_path, PASSES, ci=ci, plugin="without_torch")
        assert done.returncode == (1 if ci else 0), done.stdout
        assert "tests/book/test_sentences_training.py: torch is not installed" in done.stdout


def test_a_complete_run_reports_nothing(tmp_path):
    done = run(tmp_path, PASSES, ci=True, plugin="with_torch")
    assert done.returncode == 0, done.stdout
    assert "LEFT OUT" not in done.stdout
