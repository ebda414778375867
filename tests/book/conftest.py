"""What tests of the book share: one node process for all of them, and the live cells of a page."""

from __future__ import annotations

import json
import subprocess
import warnings
from pathlib import Path

import pytest

from pe_book.declare.explorer import to_json_values
from pe_book.notebook import host
from tests.book.live_session import Cell
from tests.node import node_executable

RUNNER = Path(__file__).with_name("module_runner.mjs")


class Node:
    """One node process that runs functions of modules for the whole test session."""

    def __init__(self, executable: str) -> None:
        self.process = subprocess.Popen(
            [executable, str(RUNNER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def __call__(self, module: Path, name: str, *args):
        """Return module.name(...args), as JSON carries it."""
        request = {"module": str(module), "name": name, "args": to_json_values(args)}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(f"{module.name}: {answer['error']} for {args}")
        return answer["value"]

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(timeout=10)
        self.process.stdout.close()


@pytest.fixture(scope="session")
def node():
    process = Node(node_executable())
    yield process
    process.close()


@pytest.fixture
def cell(monkeypatch):
    """A session of live cells."""
    monkeypatch.setattr(warnings, "formatwarning", warnings.formatwarning)  # a session has its own
    monkeypatch.setattr(host, "settings_on_page", {})
    return Cell()
