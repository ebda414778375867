"""Finding a Chromium: the named one, npm's for visits, the system's, playwright's, and advice."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import browser


@pytest.fixture
def empty_path(tmp_path: Path, monkeypatch) -> Path:
    """A system whose PATH holds nothing; programs can be put into the directory."""
    monkeypatch.delenv("BROWSER_PATH", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser, "ELSEWHERE", ())
    monkeypatch.setattr(browser, "NPMS", tmp_path / "npms-chromium")
    monkeypatch.setattr(browser, "playwrights_browser", lambda: None)
    return tmp_path


def program(directory: Path, name: str, text: str = "#!/bin/sh\n") -> str:
    file = directory / name
    file.write_text(text, encoding="utf-8")
    file.chmod(0o755)
    return str(file)


def test_browser_path_takes_precedence(empty_path, monkeypatch):
    program(empty_path, "chromium")
    mine = program(empty_path, "my-chrome")
    monkeypatch.setenv("BROWSER_PATH", mine)
    assert browser.installed_browser() == mine


def test_a_missing_browser_path_is_an_error(empty_path, monkeypatch):
    program(empty_path, "chromium")
    monkeypatch.setenv("BROWSER_PATH", str(empty_path / "gone"))
    with pytest.raises(SystemExit, match="gone is not a program"):
        browser.installed_browser()


@pytest.mark.parametrize("name", browser.NAMES)
def test_the_systems_browser_is_found(empty_path, name):
    path = program(empty_path, name)
    assert browser.installed_browser() == path


def test_tests_use_npms_chromium_where_it_runs(empty_path):
    systems = program(empty_path, "chromium")
    assert browser.visiting_browser() == systems
    npms = program(empty_path, "npms-chromium")
    assert browser.visiting_browser() == npms
    assert browser.installed_browser() == systems
    program(empty_path, "npms-chromium", "#!/bin/sh\nexit 127\n")  # a library is missing
    assert browser.visiting_browser() == systems
    program(empty_path, "npms-chromium", "of another system")
    assert browser.visiting_browser() == systems


def test_a_desktop_browser_is_one_with_windows(empty_path):
    program(empty_path, "npms-chromium")
    program(empty_path, "chromium-headless-shell")
    assert browser.desktop_browser() is None
    desktops = program(empty_path, "chromium")
    assert browser.desktop_browser() == desktops


def test_tests_use_browser_path_before_npms_chromium(empty_path, monkeypatch):
    program(empty_path, "npms-chromium")
    mine = program(empty_path, "my-chrome")
    monkeypatch.setenv("BROWSER_PATH", mine)
    assert browser.visiting_browser() == mine


def test_playwrights_own_download_is_the_next(empty_path, monkeypatch):
    monkeypatch.setattr(browser, "playwrights_browser", lambda: "/cache/chrome")
    assert browser.installed_browser() == "/cache/chrome"


def test_a_download_that_fails_leads_to_debians_package(empty_path, monkeypatch):
    """As root, with apt-get; the package then puts it into PATH."""
    asked = []

    def run(command, **_):
        asked.append(command)
        if "install" in command and command[0].endswith("apt-get"):
            program(empty_path, command[-1])
        return subprocess.CompletedProcess(command, 1 if "playwright" in command else 0)

    program(empty_path, "apt-get")
    monkeypatch.setattr(browser.subprocess, "run", run)
    monkeypatch.setattr(browser.os, "geteuid", lambda: 0)
    shell = "chromium-headless-shell"
    assert browser.get_browser() == str(empty_path / shell)
    assert [command[-1] for command in asked] == ["chromium", "-qq", shell]


def test_without_any_browser_advice_is_printed(empty_path, monkeypatch):
    failed = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr(browser.subprocess, "run", lambda *_, **__: failed)
    monkeypatch.setattr(browser.os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit, match="sudo apt-get install chromium-headless-shell"):
        browser.main([])


def test_playwrights_browser_is_a_file_or_none():
    found = browser.playwrights_browser()
    assert found is None or Path(found).is_file()
