"""The packages as they are installed: each holds its files, and the library needs numpy alone."""

from __future__ import annotations

import subprocess
import zipfile

import pytest

from tests.environments.environment import UV

PACKAGES = {"pe_lib": ".", "pe_check": "pe_check", "pe_book": "pe_book"}
KINDS = {".py", ".mjs", ".css", ".json", ".npy", ".npz", ".typed"}


@pytest.fixture(scope="module")
def wheels(tmp_path_factory, book_copy) -> dict[str, zipfile.ZipFile]:
    """The wheels of the packages, as they are built in a clone."""
    target = tmp_path_factory.mktemp("wheels")
    for folder in PACKAGES.values():
        command = [*UV, "build", "--quiet", "--wheel", "--out-dir", target, folder]
        subprocess.run(command, cwd=book_copy, check=True)
    return {file.name.partition("-")[0]: zipfile.ZipFile(file) for file in target.glob("*.whl")}


def metadata_of(wheel: zipfile.ZipFile) -> list[str]:
    [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    return wheel.read(name).decode().splitlines()


@pytest.mark.parametrize("package", PACKAGES)
def test_a_wheel_holds_every_file_of_its_package_and_nothing_else(wheels, book_copy, package):
    wanted = {
        file.relative_to(book_copy).as_posix()
        for file in (book_copy / package).rglob("*")
        if file.is_file() and file.suffix in KINDS
    }
    packed = {name for name in wheels[package].namelist() if ".dist-info/" not in name}
    assert packed == wanted


def test_the_library_needs_numpy_alone_and_all_have_one_version(wheels):
    metadata = {name: metadata_of(wheel) for name, wheel in wheels.items()}
    required = [line for line in metadata["pe_lib"] if line.startswith("Requires-Dist:")]
    assert [line for line in required if "extra ==" not in line] == ["Requires-Dist: numpy>=1.26"]
    lines = [line for each in metadata.values() for line in each]
    assert len({line for line in lines if line.startswith("Version:")}) == 1
    # PyPI refuses a package without a description.
    assert all("Description-Content-Type: text/markdown" in lines for lines in metadata.values())
