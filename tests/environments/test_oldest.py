"""The oldest versions that pyproject.toml allows: doctests and every chapter, on the oldest Python.

The lock has the newest. Colab and other hosts bring what they have.
"""

from __future__ import annotations

import re

import pytest

from book.paths import ROOT
from tests.environments.environment import Environment, faults, run_notebooks

CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
PACKAGES = (".", "./pe_check", "./pe_book[notebook]")
pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("oldest")]


@pytest.fixture(scope="module")
def oldest(tmp_path_factory, book_copy) -> Environment:
    """An environment of the lowest versions, and of any others that run notebooks and doctests."""
    environment = Environment(tmp_path_factory.mktemp("oldest") / "venv", "3.11")
    environment.install("--resolution", "lowest-direct", *PACKAGES, cwd=book_copy)
    environment.install("nbclient", "ipykernel", "pytest", cwd=book_copy)
    return environment


def test_doctests_pass_with_the_oldest_numpy(oldest, book_copy):
    # Without CI: there a missing torch fails a run, and what is oldest needs none.
    command = ["env", "--unset=CI", "python", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = oldest.run(*command, "pe_lib", "pe_check", "pe_book", cwd=book_copy)
    assert re.search(r"\d+ passed", done.stdout)


@pytest.fixture(scope="module")
def sessions(oldest, tmp_path_factory):
    return run_notebooks(oldest, CHAPTERS, tmp_path_factory.mktemp("out"), CHAPTERS[0].parent)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_chapter_runs(sessions, chapter):
    session = sessions[chapter.name]
    assert not session.error and not faults(session.outputs)
