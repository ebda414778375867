"""Where a Chromium is: what BROWSER_PATH names, this system's, or the one that playwright has."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

# First the one without windows: the same engine for a quarter less of the processor's time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    *(
        str(Path(os.environ[folder], "Google", "Chrome", "Application", "chrome.exe"))
        for folder in ("PROGRAMFILES", "LOCALAPPDATA")
        if folder in os.environ
    ),
)
# A browser that tests and builds start asks for nothing of its own.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def installed_browser(names: tuple[str, ...] = NAMES) -> str | None:
    """Return the path of the first browser that is there, or None.

    A wrong BROWSER_PATH is an error, not a reason to take another.
    """
    if named := os.environ.get("BROWSER_PATH"):
        if not shutil.which(named):
            raise SystemExit(f"BROWSER_PATH={named} is not a program that can be run.")
        return shutil.which(named)
    return next(filter(None, map(shutil.which, names)), None) or _playwrights_browser()


def desktop_browser() -> str | None:
    """Return the path of a Chromium as desktop readers have it, or None.

    The one without windows lacks parts of it. Its headless mode draws what a window would.
    """
    return installed_browser(NAMES[1:])


def _playwrights_browser() -> str | None:
    """Return the path of the Chromium that playwright has downloaded, or None."""
    # In a process of its own: playwright's event loop must not meet one that is running here.
    code = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as p: print(p.chromium.executable_path)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    path = found.stdout.strip()
    return path if found.returncode == 0 and Path(path).is_file() else None
