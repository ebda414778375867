"""Finding a Chromium: the named one, npm's for visits, the system's, playwright's, and advice."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from scripts import browser


@pytest.fixture
def bare_system(tmp_path: Path, monkeypatch) -> Path:
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


def test_a_named_browser_comes_first(bare_system, monkeypatch):
    program(bare_system, "chromium")
    mine = program(bare_system, "my-chrome")
    monkeypatch.setenv("BROWSER_PATH", mine)
    assert browser.installed_browser() == mine


def test_a_named_browser_that_is_not_there_is_an_error(bare_system, monkeypatch):
    program(bare_system, "chromium")
    monkeypatch.setenv("BROWSER_PATH", str(bare_system / "gone"))
    with pytest.raises(SystemExit, match="gone is not a program"):
        browser.installed_browser()


@pytest.mark.parametrize("name", browser.NAMES)
def test_the_systems_browser_is_found(bare_system, name):
    path = program(bare_system, name)
    assert browser.installed_browser() == path


def test_visits_take_npms_where_it_runs(bare_system):
    systems = program(bare_system, "chromium")
    assert browser.visiting_browser() == systems
    npms = program(bare_system, "npms-chromium")
    assert browser.visiting_browser() == npms
    assert browser.installed_browser() == systems
    program(bare_system, "npms-chromium", "#!/bin/sh\nexit 127\n")  # a library is missing
    assert browser.visiting_browser() == systems
    program(bare_system, "npms-chromium", "of another system")
    assert browser.visiting_browser() == systems


def test_visits_take_a_named_browser_before_npms(bare_system, monkeypatch):
    program(bare_system, "npms-chromium")
    mine = program(bare_system, "my-chrome")
    monkeypatch.setenv("BROWSER_PATH", mine)
    assert browser.visiting_browser() == mine


def test_playwrights_own_download_is_the_next(bare_system, monkeypatch):
    monkeypatch.setattr(browser, "playwrights_browser", lambda: "/cache/chrome")
    assert browser.installed_browser() == "/cache/chrome"


def test_a_download_that_fails_leads_to_debians_package(bare_system, monkeypatch):
    """As root, with apt-get; the package then puts it into PATH."""
    asked = []

    def run(command, **_):
        asked.append(command)
        if "install" in command and command[0].endswith("apt-get"):
            program(bare_system, command[-1])
        return subprocess.CompletedProcess(command, 1 if "playwright" in command else 0)

    program(bare_system, "apt-get")
    monkeypatch.setattr(browser.subprocess, "run", run)
    monkeypatch.setattr(browser.os, "geteuid", lambda: 0)
    shell = "chromium-headless-shell"
    assert browser.get_browser() == str(bare_system / shell)
    assert [command[-1] for command in asked] == ["chromium", "-qq", shell]


def test_nothing_at_all_ends_with_advice(bare_system, monkeypatch):
    failed = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr(browser.subprocess, "run", lambda *_, **__: failed)
    monkeypatch.setattr(browser.os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit, match="sudo apt-get install chromium-headless-shell"):
        browser.main()


def test_what_playwright_downloaded_is_a_file_or_nothing():
    found = browser.playwrights_browser()
    assert found is None or Path(found).is_file()
