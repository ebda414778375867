"""The package that pip builds carries all that the chapters need."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.environments.conftest import copy_of_the_book

pytestmark = pytest.mark.xdist_group("binder")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory, binder) -> zipfile.ZipFile:
    scratch = tmp_path_factory.mktemp("wheel")
    book = copy_of_the_book(scratch / "book")
    command = ["python", "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", scratch, book]
    binder.run(*command, cwd=scratch)
    return zipfile.ZipFile(next(scratch.glob("*.whl")))


def test_wheel_holds_every_file_of_both_packages_and_nothing_else(wheel, book_copy):
    kinds = {".py", ".mjs", ".css", ".json", ".npy", ".npz"}
    wanted = {
        file.relative_to(book_copy).as_posix()
        for package in ("pe_lib", "pe_book")
        for file in (book_copy / package).rglob("*")
        if file.is_file() and (file.suffix in kinds or file.name == "py.typed")
    }
    packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert packed == wanted
    assert {"pe_lib/py.typed", "pe_book/explorers/waves.mjs"} <= packed
    assert {Path(name).suffix for name in packed} >= {".mjs", ".css"}


def test_wheel_requires_numpy_only_and_names_its_license(wheel):
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    metadata = wheel.read(name).decode()
    required = [line for line in metadata.splitlines() if line.startswith("Requires-Dist:")]
    assert [line for line in required if "extra ==" not in line] == ["Requires-Dist: numpy>=1.26"]
    assert "License-Expression: MIT" in metadata
