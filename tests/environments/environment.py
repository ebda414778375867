"""Environments of their own, as a reader gets them elsewhere, and sessions that run notebooks."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from book.paths import ROOT

UV = (sys.executable, "-m", "uv")
# What would lead a new environment back to this one.
INHERITED = ("PYTHON", "VIRTUAL_ENV", "JUPYTER", "IPYTHON", "PE_LIB", "UV_PROJECT")
RUNNER = Path(__file__).with_name("notebooks.py")


class Environment:
    """A virtual environment in a home of its own."""

    def __init__(self, directory: Path, python: str = sys.executable):
        self.directory = directory
        self.home = directory.parent / f"{directory.name}-home"
        self.home.mkdir()
        # The one thing shared with other environments: what was downloaded before.
        caches = {"PIP_CACHE_DIR": [sys.executable, "-m", "pip"], "UV_CACHE_DIR": UV}
        self.caches = {
            name: subprocess.check_output([*command, "cache", "dir"], encoding="utf-8").strip()
            for name, command in caches.items()
        }
        environment = {**os.environ, "PYENV_VERSION": python}  # pyenv hides what is not chosen
        command = [*UV, "venv", "--quiet", "--seed", "--python", python, directory]
        subprocess.run(command, check=True, env=environment)

    @property
    def variables(self) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(INHERITED)}
        kept["PATH"] = f"{self.directory / 'bin'}{os.pathsep}{kept['PATH']}"
        # What is never imported need not be compiled.
        return kept | self.caches | {"HOME": str(self.home), "PIP_NO_COMPILE": "1"}

    def run(self, *command: str | Path, cwd: Path, **kwargs) -> subprocess.CompletedProcess:
        """Run a program of this environment; a failure shows what it printed."""
        done = subprocess.run(
            command, cwd=cwd, env=self.variables, capture_output=True, encoding="utf-8", **kwargs
        )
        if done.returncode:
            pytest.fail(f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}", False)
        return done

    def python(self, code: str) -> str:
        return self.run("python", "-c", code, cwd=self.home).stdout.strip()

    def install(self, *arguments: str | Path, cwd: Path) -> None:
        """Install with the uv of the environment that runs the tests."""
        self.run(*UV, "pip", "install", "-q", "-p", self.directory, *arguments, cwd=cwd)


def own_files() -> list[Path]:
    """Return what git keeps or would keep, so that a file counts before it is committed."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    files = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [file for file in files if file.is_file()]


def copy_of_the_book(target: Path) -> Path:
    """Copy what a fresh clone would hold, changes that are not committed yet included."""
    for file in own_files():
        copy = target / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, copy)
    return target


@dataclass
class Session:
    """The outputs of all cells in order, each with its cell's id; why it ended early, if it did."""

    outputs: list[dict]
    error: str


def run_notebooks(
    environment: Environment, notebooks: list[Path], output: Path, directory: Path
) -> dict[str, Session]:
    """Run all cells of each notebook; return what came out, by the notebook's name."""
    given = output / "given"
    given.mkdir(parents=True)
    for notebook in notebooks:
        text = notebook.read_text(encoding="utf-8")
        (given / notebook.name).write_text(text, encoding="utf-8")
    paths = [given / notebook.name for notebook in notebooks]
    done = environment.run("python", RUNNER, directory, output, *paths, cwd=directory)
    print(done.stderr)  # pytest shows it with a failing test: why a kernel died
    return {path.name: session(output / path.name) for path in paths}


def session(notebook: Path) -> Session:
    error = notebook.with_suffix(".txt")
    outputs = [
        {**output, "cell": cell["id"]}
        for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
        for output in cell["outputs"]
    ]
    return Session(outputs, error.read_text(encoding="utf-8") if error.is_file() else "")


def faults(outputs: list) -> list[str]:
    """Return what a reader should not see: errors, warnings, figures that only leave their name."""
    found = []
    for output in outputs:
        text = "".join(output.get("text", ""))
        if output["output_type"] == "error":
            found.append(f"{output['cell']}: {output['ename']}: {output['evalue']}")
        elif output.get("name") == "stderr" and not text.startswith("\nNote: you may need"):
            found.append(f"{output['cell']}: {text.strip()}")
        elif set(output.get("data", {})) == {"text/plain"}:
            plain = "".join(output["data"]["text/plain"])
            if plain.startswith("<") and " object at 0x" in plain:
                found.append(f"{output['cell']}: {plain}")
    return found
