"""The command line: `python -m pe_check COMMAND …`, or `pe-check COMMAND …` once installed."""

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from pe_check.config import command as config_command
from pe_check.identify import command as identify_command
from pe_lib import __version__

#: Modules with `add_parser(commands)`: it adds a parser whose default `run` takes the arguments,
#: prints, and returns the exit status.
COMMANDS = (identify_command, config_command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments ask for, those of the terminal by default."""
    installed = Path(sys.argv[0]).stem == "pe-check"
    parser = argparse.ArgumentParser(
        "pe-check" if installed else "python -m pe_check", description=__doc__
    )
    parser.add_argument("--version", action="version", version=f"pe-check {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_parser(commands)
    args = parser.parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an ASCII terminal shows "?" for other letters
    try:
        status = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # `| head` has read enough; what is left must not be flushed at exit
        with open(os.devnull, "wb") as nothing:
            os.dup2(nothing.fileno(), sys.stdout.fileno())
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
