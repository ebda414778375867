"""What holds for every test of the book, doctests included."""

from __future__ import annotations

import importlib.util
import os

import pytest

# One thread for each of the tests that run side by side: on a busy machine several wait for each
# other longer than they work. Before anything loads numpy; workers start with it.
os.environ["OMP_NUM_THREADS"] = "1"

HAS_TORCH = importlib.util.find_spec("torch") is not None
IN_CI = os.environ.get("CI", "").lower() not in ("", "0", "false")
# Needs torch as soon as it is imported, which takes seconds.
NEEDS_TORCH = [
    "pe_lib/pytorch.py",
    "tests/lib/test_pytorch.py",
    *(f"pe_book/model/sentences/{name}.py" for name in ("network", "train", "measure")),
    "tests/book/test_sentences_training.py",
]
# The marks of what takes long, the longest first.
LONG = ("slow", "site")
# What lies in these folders carries a mark.
MARKS = {"environments": "slow", "site": "site"}


def pytest_ignore_collect(collection_path, config):
    """Leave out what cannot be imported, or is too slow to be imported."""
    too_slow = "not slow" in config.option.markexpr
    needs_torch = any(collection_path == config.rootpath / path for path in NEEDS_TORCH)
    return True if needs_torch and (too_slow or not HAS_TORCH) else None


def pytest_collection_modifyitems(config, items):
    """Mark the folders; workers start with the long tests, so that none runs alone at the end."""
    for item in items:
        parts = item.path.parts
        for folder, mark in MARKS.items():
            if "tests" in parts and folder in parts[parts.index("tests") :]:
                item.add_marker(mark)
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
