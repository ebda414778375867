"""The source package is the book: every file of a clone, and its tests run from it."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.environments.conftest import copy_of_the_book

MADE_BY_SETUPTOOLS = {"PKG-INFO", "setup.cfg"}
#: One of each room, and none that needs the pages, a clone or the network.
TESTS = [
    "tests/lib/test_frequency.py",
    "tests/book/test_questions.py",
    "tests/claims/test_pages.py",
    "tests/project/test_teaching.py",
    "pe_lib/frequency.py",
]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory) -> tuple[Path, Path]:
    """A clone, and what its source package holds."""
    scratch = tmp_path_factory.mktemp("sdist")
    clone = copy_of_the_book(scratch / "book")
    code = "from setuptools import build_meta; build_meta.build_sdist('..')"
    subprocess.run([sys.executable, "-c", code], cwd=clone, check=True, capture_output=True)
    [package] = scratch.glob("*.tar.gz")
    with tarfile.open(package) as archive:
        archive.extractall(scratch / "out", filter="data")
    [folder] = (scratch / "out").iterdir()
    return clone, folder


def files(folder: Path) -> set[str]:
    found = {f.relative_to(folder).as_posix() for f in folder.rglob("*") if f.is_file()}
    return {name for name in found if ".egg-info/" not in name} - MADE_BY_SETUPTOOLS


def test_the_sdist_holds_every_file_of_a_clone(unpacked):
    clone, folder = unpacked
    assert files(folder) == files(clone)


def test_tests_run_from_the_sdist(unpacked):
    _, folder = unpacked
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout[-2000:]
    assert " passed" in done.stdout and "skipped" not in done.stdout
