"""Where the code runs is detected by one variable."""

import ast
from pathlib import Path

import pytest

import pe_book
import pe_lib
from pe_book.notebook.host import host

PACKAGES = [Path(package.__file__).parent for package in (pe_lib, pe_book)]


@pytest.fixture(autouse=True)
def nowhere(monkeypatch):
    monkeypatch.delenv("PE_LIB_PAGE", raising=False)


@pytest.mark.parametrize("value", [None, "", "0"])
def test_a_notebook_is_the_default(monkeypatch, value):
    if value is not None:
        monkeypatch.setenv("PE_LIB_PAGE", value)
    assert host() == "notebook"


def test_the_build_says_that_it_builds_pages(monkeypatch):
    monkeypatch.setenv("PE_LIB_PAGE", "1")
    assert host() == "page"


def test_a_misspelled_setting_is_refused(monkeypatch):
    monkeypatch.setenv("PE_LIB_PAGE", "yes")
    with pytest.raises(ValueError, match="not 'yes'"):
        host()


def test_only_host_py_reads_the_environment():
    """The variable's name stands, as a string, in host.py alone."""
    files = [file for package in PACKAGES for file in package.rglob("*.py")]
    assert PACKAGES[1] / "notebook/host.py" in files
    for file in files:
        strings = [
            node.value
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        asks = "PE_LIB_PAGE" in strings
        assert not asks or file == PACKAGES[1] / "notebook/host.py", (file, asks)
