"""Environments of their own, as a reader gets them in Binder and in Colab."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
# What would lead a new environment back to this one.
INHERITED = ("PYTHON", "VIRTUAL_ENV", "JUPYTER", "IPYTHON", "PE_LIB", "PIP_CONSTRAINT", "CONDA")


class Environment:
    """A virtual environment in a home of its own."""

    def __init__(self, directory: Path):
        self.directory = directory
        self.home = directory.parent / f"{directory.name}-home"
        self.home.mkdir()
        subprocess.run([sys.executable, "-m", "venv", directory], check=True)

    @property
    def variables(self) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(INHERITED)}
        kept["PATH"] = f"{self.directory / 'bin'}{os.pathsep}{kept['PATH']}"
        kept["HOME"] = str(self.home)
        # The one thing shared with other environments: what pip downloaded before.
        kept["PIP_CACHE_DIR"] = os.environ.get("PIP_CACHE_DIR", pip_cache())
        return kept

    def run(self, *command: str | Path, cwd: Path, check: bool = True, **kwargs):
        """Run a program of this environment; a failure shows what it said."""
        done = subprocess.run(
            command, cwd=cwd, env=self.variables, capture_output=True, text=True, **kwargs
        )
        if check and done.returncode:
            pytest.fail(f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}", False)
        return done

    def python(self, code: str, cwd: Path) -> str:
        return self.run("python", "-c", code, cwd=cwd).stdout.strip()

    def pip_install(self, *arguments: str, cwd: Path) -> None:
        self.run("python", "-m", "pip", "install", "--quiet", *arguments, cwd=cwd)


def pip_cache() -> str:
    command = [sys.executable, "-m", "pip", "cache", "dir"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def copy_of_the_book(target: Path) -> Path:
    """What a fresh clone would hold, changes that are not committed yet included."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    for name in listed.stdout.split("\0"):
        if name and (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    return target


@pytest.fixture(scope="session")
def book_copy(tmp_path_factory) -> Path:
    """A copy of the book that nothing has touched."""
    return copy_of_the_book(tmp_path_factory.mktemp("clone"))
