"""The packages that pip builds: the library alone, and all that the chapters need beside it."""

from __future__ import annotations

import zipfile

import pytest

from tests.environments.conftest import copy_of_the_book

pytestmark = pytest.mark.xdist_group("binder")


@pytest.fixture(scope="module")
def wheels(tmp_path_factory, binder) -> dict[str, zipfile.ZipFile]:
    """The wheels of the packages, as pip builds them in a clone."""
    scratch = tmp_path_factory.mktemp("wheel")
    book = copy_of_the_book(scratch / "book")
    command = ["python", "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", scratch]
    binder.run(*command, book, book / "pe_check", book / "pe_book", cwd=scratch)
    built = scratch.glob("*.whl")
    return {file.name.partition("-")[0]: zipfile.ZipFile(file) for file in built}


def metadata_of(wheel: zipfile.ZipFile) -> list[str]:
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return wheel.read(name).decode().splitlines()


@pytest.mark.parametrize("package", ["pe_lib", "pe_check", "pe_book"])
def test_a_wheel_holds_every_file_of_its_package_and_nothing_else(wheels, book_copy, package):
    kinds = {".py", ".mjs", ".css", ".json", ".npy", ".npz"}
    wanted = {
        file.relative_to(book_copy).as_posix()
        for file in (book_copy / package).rglob("*")
        if file.is_file() and (file.suffix in kinds or file.name == "py.typed")
    }
    packed = {name for name in wheels[package].namelist() if ".dist-info/" not in name}
    assert packed == wanted
    assert packed


@pytest.mark.parametrize("package", ["pe_lib", "pe_check", "pe_book"])
def test_a_package_describes_itself_on_pypi(wheels, package):
    """Without a description twine refuses a package, and the release ends."""
    metadata = metadata_of(wheels[package])
    assert "Description-Content-Type: text/markdown" in metadata
    assert any(metadata[metadata.index("") :])


def test_the_library_requires_numpy_only_and_names_its_license(wheels):
    metadata = metadata_of(wheels["pe_lib"])
    required = [line for line in metadata if line.startswith("Requires-Dist:")]
    assert [line for line in required if "extra ==" not in line] == ["Requires-Dist: numpy>=1.26"]
    assert "License-Expression: MIT" in metadata


def test_pe_check_brings_its_command(wheels):
    names = wheels["pe_check"].namelist()
    [name] = [name for name in names if name.endswith("entry_points.txt")]
    assert "pe-check = pe_check.__main__:main" in wheels["pe_check"].read(name).decode()


def test_the_book_requires_the_library_and_has_its_version(wheels):
    library, book = metadata_of(wheels["pe_lib"]), metadata_of(wheels["pe_book"])
    assert "Requires-Dist: pe-lib[notebook]" in book
    version = [line for line in library if line.startswith("Version:")]
    assert [line for line in book if line.startswith("Version:")] == version
