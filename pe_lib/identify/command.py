"""`python -m pe_lib identify TABLE`: what a table is. In a CI: 0 if it is the paper's, else 1."""

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from pe_lib.identify import identify
from pe_lib.identify.files import read_table


def add_parser(commands: Any) -> None:
    """Add the command to the subparsers of `python -m pe_lib`."""
    parser = commands.add_parser(
        "identify", help="say what a table is, with its evidence", description=__doc__
    )
    parser.add_argument("table", help="a .npy, .npz, .csv, .safetensors file; module:function")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Print what a table is; return 0 for the paper's, 1 for any other, 2 for bad input."""
    name = asked.table
    module, colon, attribute = name.partition(":")
    try:
        if colon and not Path(module).suffix and not Path(name).exists():
            answer = identify(getattr(import_module(module), attribute))
        else:
            answer = identify(read_table(name))
    except (Exception, SystemExit) as error:  # an imported module may raise anything
        kind = "" if type(error) is ValueError else f"{name}: {type(error).__name__}: "
        print(f"error: {kind}{error}", file=sys.stderr)
        return 2
    print(answer)
    return 0 if answer.paper else 1
