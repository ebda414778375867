"""The commands of the Makefile: `python -m tools NAME`."""

import argparse


def command_parser(name: str, doc: str) -> argparse.ArgumentParser:
    """Return a parser for `python -m tools NAME`, described by the docstring's first line."""
    return argparse.ArgumentParser(prog=f"python -m tools {name}", description=doc.splitlines()[0])
