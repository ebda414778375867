"""What holds for every test of the book, doctests included."""

from __future__ import annotations

import importlib.util
import os

import pytest

from scripts.speed import SPEED

# Before anything loads numpy; the workers of a run with several start with it.
os.environ |= SPEED

HAS_TORCH = importlib.util.find_spec("torch") is not None
IN_CI = os.environ.get("CI", "").lower() not in ("", "0", "false")
# Needs torch as soon as it is imported.
NEEDS_TORCH = ["pe_lib/pytorch.py", "tests/lib/test_pytorch.py"]
collect_ignore = [] if HAS_TORCH else NEEDS_TORCH
# The marks of what takes long, the longest first.
LONG = ("live", "slow", "site")


def pytest_collection_modifyitems(config, items):
    """Whatever lies in tests/site and tests/live carries that mark.

    Workers side by side begin with what takes long, so that none of it is left alone at the end.
    """
    for item in items:
        parts = item.path.parts
        for kind in ("site", "live"):
            if "tests" in parts and kind in parts[parts.index("tests") :]:
                item.add_marker(kind)
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: [not item.get_closest_marker(kind) for kind in LONG])


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter):
    left_out = left_out_lines(terminalreporter)
    if not left_out:
        return
    terminalreporter.section("LEFT OUT", sep="!", red=True, bold=True)
    for line in left_out:
        terminalreporter.line(line)
    if IN_CI:
        terminalreporter.line("With CI set nothing may be left out: the run fails.", red=True)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session):
    """In CI a skipped test is a failed run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if IN_CI and reporter and not session.config.option.collectonly and left_out_lines(reporter):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def left_out_lines(reporter) -> list[str]:
    """What this run did not test, one line each."""
    lines = [
        f"{report.nodeid}: {report.longrepr[2] if report.longrepr else 'skipped'}"
        for report in reporter.stats.get("skipped", [])
    ]
    if not HAS_TORCH:
        lines.append(
            f"{', '.join(NEEDS_TORCH)}: torch is not installed. "
            "python -m pip install 'torch>=2.2' brings it."
        )
    return lines
