"""The oldest versions that pyproject.toml allows: doctests and every chapter, on the oldest Python.

The locks hold the newest. Colab and other hosts bring what they have.
"""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from tests.environments.conftest import ROOT, Environment, python_of
from tests.environments.sessions import faults, run_notebooks
from tools.lock import PYTHONS, UV, name_of

CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DIRECT = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["notebook"]]
pytestmark = pytest.mark.xdist_group("oldest")


@pytest.fixture(scope="module")
def oldest(tmp_path_factory, book_copy) -> Environment:
    """An environment of the lowest versions, and of any others that run notebooks and doctests."""
    environment = Environment(tmp_path_factory.mktemp("oldest") / "venv", python_of(PYTHONS[0]))
    install = [UV, "--no-config", "pip", "install", "--quiet", "--python", environment.directory]
    lowest = [*install, "--resolution", "lowest-direct", ".[notebook]", "./pe_book"]
    environment.run(*lowest, cwd=book_copy)
    environment.run(*install, "nbclient", "ipykernel", "pytest", cwd=book_copy)
    return environment


def test_the_oldest_versions_are_installed(oldest, tmp_path):
    listed = json.loads(
        oldest.run("python", "-m", "pip", "list", "--format=json", cwd=tmp_path).stdout
    )
    found = {name_of(package["name"]): package["version"] for package in listed}
    for requirement in DIRECT:
        name, lowest = re.fullmatch(r"([\w-]+)>=([\d.]+)", requirement).groups()
        assert f"{found[name]}.".startswith(f"{lowest}."), requirement


def test_doctests_pass_with_the_oldest_numpy(oldest, book_copy):
    # Without CI: there a missing torch fails a run, and what is oldest needs none.
    command = ["python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "pe_lib", "pe_book"]
    done = oldest.run("env", "--unset=CI", *command, cwd=book_copy)
    assert re.search(r"\d+ passed", done.stdout)


@pytest.fixture(scope="module")
def sessions(oldest, tmp_path_factory):
    return run_notebooks(oldest, CHAPTERS, tmp_path_factory.mktemp("out"), CHAPTERS[0].parent)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_chapter_runs(sessions, chapter):
    session = sessions[chapter.name]
    assert not session.error
    assert not faults(session.outputs)
