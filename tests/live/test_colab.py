"""Colab: its own, older packages, no library, one notebook alone, and the setup cell's command."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.repository import with_setup_cell
from tests.live.conftest import ROOT, Environment, copy_of_the_book
from tests.live.sessions import faults, run_notebook

CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
pytestmark = pytest.mark.slow
# As Colab had them in 2025, except numpy for a Python that Colab did not have.
COLABS_OWN = (
    "numpy==2.0.2" if sys.version_info < (3, 13) else "numpy==2.1.3",
    "matplotlib==3.10.0",
    "plotly==5.24.1",
    "ipywidgets==7.7.1",
    "ipykernel<7",
    "nbclient",
)


@pytest.fixture(scope="session")
def remote(tmp_path_factory) -> Path:
    """The book in a git repository that knows its own address."""
    book = copy_of_the_book(tmp_path_factory.mktemp("remote") / "book")
    subprocess.run(
        [sys.executable, "scripts/repository.py", f"--url=file://localhost{book}", "--branch=main"],
        cwd=book,
        check=True,
    )
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
    environment.pip_install(*COLABS_OWN, cwd=environment.home)
    site = Path(environment.python("import sysconfig as s; print(s.get_path('purelib'))", Path()))
    module = site / "google" / "colab"
    module.mkdir(parents=True)
    (module / "__init__.py").write_text("from google.colab import output\n", encoding="utf-8")
    (module / "output.py").write_text(
        "calls = []\n"
        "def enable_custom_widget_manager(): calls.append('enable_custom_widget_manager')\n",
        encoding="utf-8",
    )
    startup = environment.home / ".ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "colab.py").write_text("import google.colab\n", encoding="utf-8")
    return environment


def test_without_address_the_first_cell_says_what_to_do(colab, tmp_path):
    chapter = tmp_path / CHAPTERS[0].name
    shutil.copy(CHAPTERS[0], chapter)
    text = with_setup_cell(chapter.read_text(encoding="utf-8"), chapter.name, "", "main")
    chapter.write_text(text, encoding="utf-8")
    with pytest.raises(pytest.fail.Exception, match="make repository URL="):
        run_notebook(colab, chapter, tmp_path / "out.ipynb", tmp_path)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_chapter_runs_alone(colab, remote, tmp_path, chapter):
    # Whichever chapter a reader opens first: the library is not there yet.
    colab.run("python", "-m", "pip", "uninstall", "-q", "-y", "pe-lib", cwd=tmp_path)
    before = colab.python("import numpy; print(numpy.__version__)", tmp_path)
    notebook = tmp_path / chapter.name
    shutil.copy(remote / "chapters" / chapter.name, notebook)

    outputs = run_notebook(colab, notebook, tmp_path / "out.ipynb", tmp_path)

    assert not faults(outputs)
    where = colab.python("import pe_lib; print(pe_lib.__file__)", tmp_path)
    assert str(colab.directory) in where
    # A changed numpy under a running kernel would ask the reader to restart it.
    assert colab.python("import numpy; print(numpy.__version__)", tmp_path) == before
