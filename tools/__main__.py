"""Run one command: python -m tools build"""

from __future__ import annotations

import os
import sys
from importlib import import_module

COMMANDS = {
    "book": "build the book and serve it on this machine",
    "build": "build the book into _build/html",
    "course": "make the problem sets for nbgrader",
    "install": "make the environment, and install into it",
    "key": "write the key of all questions, for the teacher",
    "lock": "renew constraints.txt and requirements.txt",
    "questions": "write the questions for Moodle and Canvas, for the teacher",
    "release": "build, check and try out what a tag publishes",
    "repository": "say where the book lives",
    "serve": "serve the built book on this machine",
}


def main(arguments: list[str]) -> int | None:
    """Run the command that the first argument names; its module is imported only then."""
    if not arguments or arguments[0] not in COMMANDS:
        width = max(map(len, COMMANDS))
        lines = [f"  {name:{width}}  {purpose}" for name, purpose in COMMANDS.items()]
        print("usage: python -m tools COMMAND [--help]", *lines, sep="\n")
        return 0 if arguments in ([], ["--help"]) else 2
    name, *rest = arguments
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # a console whose encoding lacks a letter shows "?"
    return import_module(f"tools.{name}").main(rest)


if __name__ == "__main__":
    if sys.getfilesystemencoding() == "ascii":
        # Else a folder with other letters, handed on to node or a kernel, is not found.
        os.environ["PYTHONUTF8"] = "1"
        os.execv(sys.executable, [sys.executable, "-m", "tools", *sys.argv[1:]])
    sys.exit(main(sys.argv[1:]))
