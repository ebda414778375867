"""What `make` calls runs by itself, from any folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
#: What a script says that asks for nothing. The others say how they are used.
SAYS = {
    "browser": lambda: os.environ["BROWSER_PATH"],
    "course": lambda: "nbgrader is not installed. `make course` installs it.",
    "key": lambda: "The key, for the teacher alone: _build/key.html",
}
#: tests/project/test_notebooks.py starts it.
ELSEWHERE = {"rewrite_notebooks"}
COMMANDS = [
    file
    for file in sorted((ROOT / "scripts").glob("*.py"))
    if "__main__" in file.read_text("utf-8") and file.stem not in ELSEWHERE
]


@pytest.mark.parametrize("file", COMMANDS, ids=lambda file: file.stem)
def test_a_script_does_what_it_is_for(file, tmp_path, monkeypatch):
    (tmp_path / "nbgrader.py").write_text("raise ImportError", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("BROWSER_PATH", sys.executable)
    monkeypatch.setenv("COLUMNS", "200")
    asked = file.stem not in SAYS
    command = [sys.executable, file, *["--help"] * asked]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    said = done.stdout + done.stderr
    if asked:
        purpose = file.read_text("utf-8").splitlines()[0].strip('"')
        assert said.startswith(f"usage: {file.name} ") and purpose in said
    else:
        assert said.strip() == SAYS[file.stem]()
    assert done.returncode == (file.stem == "course")
