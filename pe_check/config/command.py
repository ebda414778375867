"""`pe-check config config.json`: what a configuration says of positions, layer by layer."""

import argparse
import sys
from typing import Any

from pe_check.config import inspect_config
from pe_check.config.describe import describe


def add_parser(commands: Any) -> None:
    """Add the command to the subparsers of `pe-check`."""
    parser = commands.add_parser(
        "config", help="explain the positions of a config.json", description=__doc__
    )
    parser.add_argument("config", help="a config.json, or a folder with one")
    parser.add_argument("--length", type=int, help="the positions of a text to look at")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what was found; return 0, or 2 if it is not a configuration."""
    try:
        if args.length is not None and not 1 <= args.length < 2**29:
            raise ValueError(f"--length must be at least 1 and below 2**29, not {args.length}")
        print(describe(inspect_config(args.config), args.length))
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0
