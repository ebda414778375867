"""python -m pe_lib identify TABLE: what is this table? In a CI: 0 if it is the paper's, else 1."""

import argparse
import sys
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

from pe_lib.identify import identify
from pe_lib.identify.files import read_table


def main(arguments: list[str]) -> int:
    """Print what a table is; return 0 for the paper's, 1 for any other, 2 for bad input."""
    parser = argparse.ArgumentParser("python -m pe_lib", description=__doc__)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("identify", help="say what a table is, with its evidence")
    command.add_argument("table", help="a .npy, .npz, .csv, .safetensors file; module:function")
    asked = parser.parse_args(arguments).table
    module, colon, name = asked.partition(":")
    try:
        if colon and not Path(module).suffix and not Path(asked).exists():
            answer = identify(getattr(import_module(module), name))
        else:
            answer = identify(read_table(asked))
    except (Exception, SystemExit) as error:  # an imported module may raise anything
        kind = "" if type(error) is ValueError else f"{asked}: {type(error).__name__}: "
        print(f"error: {kind}{error}", file=sys.stderr)
        return 2
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an ASCII terminal shows "?" for other letters
    print(answer)
    return 0 if answer.paper else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
