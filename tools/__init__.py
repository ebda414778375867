"""What makes the book: the commands of the Makefile, shared with its tests and benchmarks.

`python -m tools` lists the commands. This file imports nothing but Python's own: the first of them
runs before any package is installed.
"""

import argparse

from book.paths import ROOT as ROOT


def command_parser(name: str, doc: str) -> argparse.ArgumentParser:
    """A parser for `python -m tools NAME`, with the docstring's first line as description."""
    return argparse.ArgumentParser(prog=f"python -m tools {name}", description=doc.splitlines()[0])
