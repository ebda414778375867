"""Print the path of a Chromium for the browser tests, after getting one if there is none.

In this order: what BROWSER_PATH names; a Chromium or Chrome of this system; the one that playwright
downloaded before, or downloads now; Debian's package, where this process may install it.

The tests' visits to pages take npm's before these, where it runs: the same engine for 15% less of
the processor's time than Debian's, but it cannot print.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools import ROOT, command_parser

# node_modules/.stamp-tests puts it there. Its libraries come with Debian's.
NPMS = ROOT / "node_modules" / ".chromium" / "chromium"
# First the one without windows: the same engine for a quarter less of the processor's time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    *(
        str(Path(os.environ[folder], "Google", "Chrome", "Application", "chrome.exe"))
        for folder in ("PROGRAMFILES", "LOCALAPPDATA")
        if folder in os.environ
    ),
)
# A browser that tests and benchmarks start asks for nothing of its own.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ADVICE = """\
No Chromium for the browser tests, and none could be had. Install one and run the command again:

    sudo apt-get install chromium-headless-shell    (Debian)
    python -m playwright install chromium           (any system)

or name one that is there: BROWSER_PATH=/path/to/chrome make test
"""


def installed_browser() -> str | None:
    """The path of a browser that is there already, or None.

    BROWSER_PATH is taken at its word: a wrong one is an error, not a reason to take another.
    """
    named = os.environ.get("BROWSER_PATH")
    if named:
        if not shutil.which(named):
            raise SystemExit(f"BROWSER_PATH={named} is not a program that can be run.")
        return shutil.which(named)
    for candidate in (*NAMES, *ELSEWHERE):
        path = shutil.which(candidate)
        if path:
            return path
    return playwrights_browser()


def visiting_browser() -> str | None:
    """The path of the browser that looks at pages in the least time, or None."""
    if os.environ.get("BROWSER_PATH") or not runs(NPMS):
        return installed_browser()
    return str(NPMS)


def desktop_browser() -> str | None:
    """The path of a Chromium or Chrome as desktop readers have it, or None.

    The one without windows and npm's lack parts of it. Its headless mode draws what a window would.
    """
    if os.environ.get("BROWSER_PATH"):
        return installed_browser()
    found = (shutil.which(name) for name in (*NAMES[1:], *ELSEWHERE))
    return next(filter(None, found), None) or playwrights_browser()


def runs(program: Path) -> bool:
    """Whether the program is there, for this system, with all the libraries that it needs."""
    try:
        return subprocess.run([program, "--version"], capture_output=True).returncode == 0
    except OSError:
        return False


def playwrights_browser() -> str | None:
    """The path of the Chromium that playwright downloaded, or None."""
    # In a process of its own: playwright's event loop must not meet one that is running here.
    code = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as p: print(p.chromium.executable_path)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    path = found.stdout.strip()
    return path if found.returncode == 0 and Path(path).is_file() else None


def get_browser() -> str | None:
    """Download or install a browser, saying so; its path, or None where no way worked."""
    print("No Chromium on this system: playwright downloads its own.", file=sys.stderr)
    download = [sys.executable, "-m", "playwright", "install", "chromium"]
    if subprocess.run(download, stdout=sys.stderr).returncode == 0:
        return playwrights_browser()
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("That did not work: apt-get installs Debian's package.", file=sys.stderr)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-qq"], ["install", "-y", "-qq", NAMES[0]]):
            subprocess.run(["apt-get", *command], stdout=sys.stderr, env=environment)
        return installed_browser()
    return None


def main(arguments: list[str]) -> None:
    command_parser("browser", __doc__).parse_args(arguments)
    path = installed_browser() or get_browser()
    if not path:
        raise SystemExit(ADVICE)
    print(path)
