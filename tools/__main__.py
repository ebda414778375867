"""Run one command: python -m tools build"""

import sys
from importlib import import_module

COMMANDS = ("build", "key", "lite", "questions", "repository")


def main(arguments: list[str]) -> int | None:
    """Run the command that the first argument names; its module is imported only then."""
    if not arguments or arguments[0] not in COMMANDS:
        print(f"usage: python -m tools {{{','.join(COMMANDS)}}} [--help]", file=sys.stderr)
        return 2
    return import_module(f"tools.{arguments[0]}").main(arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
