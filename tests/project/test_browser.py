"""Which Chromium is taken: the named one, the system's, or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from book import browser


@pytest.fixture
def programs(tmp_path: Path, monkeypatch):
    """A function that puts a program into PATH, which has nothing else; its value is the path."""
    monkeypatch.delenv("BROWSER_PATH", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser, "_playwrights_browser", lambda: None)

    def add(name: str) -> str:
        file = tmp_path / name
        file.write_text("#!/bin/sh\n", encoding="utf-8")
        file.chmod(0o755)
        return str(file)

    return add


def test_the_named_browser_comes_first_and_has_to_be_there(programs, monkeypatch):
    programs("chromium")
    monkeypatch.setenv("BROWSER_PATH", mine := programs("my-chrome"))
    assert browser.installed_browser() == browser.desktop_browser() == mine
    monkeypatch.setenv("BROWSER_PATH", f"{mine}-gone")
    with pytest.raises(SystemExit):
        browser.installed_browser()


def test_a_desktop_browser_is_one_with_windows(programs):
    shell = programs("chromium-headless-shell")
    assert (browser.installed_browser(), browser.desktop_browser()) == (shell, None)
    desktop = programs("google-chrome")
    assert (browser.installed_browser(), browser.desktop_browser()) == (shell, desktop)
