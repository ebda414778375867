"""List the sentences that changed since a commit, for a second pair of eyes.

Numbers, formulas, labels and replies are compared by tests with what is computed. Whether a
sentence follows from the one before it, no test can say: somebody who did not write it reads it.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools import ROOT, command_parser

#: What is read, as git has it, without what is about the repository; `**` is any folder.
READ = (
    *(f":(glob){folder}*.md" for folder in ("", "pages/", "slides/")),
    *(f":!{name}.md" for name in ("README", "CHANGELOG", "CONTRIBUTING", "LICENSE-TEXT")),
    *(f":(glob){folder}/*.ipynb" for folder in ("chapters", "course")),
    ":(glob)pe_book/**/*.py",
)
#: What a string that is a program holds.
CODE = re.compile(r"^\s*(?:def|import|from|for|return) .*|^\w+ = ", re.M)
SENTENCE_ENDS = re.compile(r"(?<=[.!?])[\"”’)*_]*\s+(?=\S)|\n\s*\n|\n(?=[|#>-])")


def texts(name: str, source: str) -> Iterator[str]:
    """Yield the Markdown of a page or a notebook, or the texts of a program, as its name ends."""
    if name.endswith(".py"):
        yield from strings(source)
    elif name.endswith(".ipynb"):
        for cell in json.loads(source)["cells"]:
            if cell["cell_type"] == "markdown":
                yield "".join(cell["source"])
    else:
        yield source


def strings(program: str) -> Iterator[str]:
    """Yield the texts of Python code, docstrings and code in strings left out."""
    tree = ast.parse(program)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and id(node) not in docstrings and not CODE.search(text):
            yield text


def sentences(name: str, source: str) -> list[str]:
    """Return the sentences of a file, each in one line; none of one that is not there."""
    if not source:
        return []
    parts = (part for text in texts(name, source) for part in SENTENCE_ENDS.split(text))
    return [tidy for part in parts if len((tidy := " ".join(part.split())).split()) > 1]


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, encoding="utf-8", check=True
    )
    return done.stdout


def changed(since: str, root: Path = ROOT) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield each file with the sentences that it had at a commit alone, and those that are new."""
    for name in git(root, "diff", "--name-only", "--no-renames", since, "--", *READ).splitlines():
        was_there = git(root, "ls-tree", "--name-only", since, "--", name)
        old = sentences(name, git(root, "show", f"{since}:{name}") if was_there else "")
        file = root / name
        new = sentences(name, file.read_text(encoding="utf-8") if file.exists() else "")
        gone = [sentence for sentence in old if sentence not in new]
        added = [sentence for sentence in new if sentence not in old]
        if gone or added:
            yield name, gone, added


def main(arguments: list[str]) -> None:
    parser = command_parser("sentences", __doc__)
    parser.add_argument("since", nargs="?", default="origin/main", help="a commit or a branch")
    for name, gone, added in changed(parser.parse_args(arguments).since):
        print(f"\n{name}")
        for mark, found in (("-", gone), ("+", added)):
            print(*(f"  {mark} {sentence}" for sentence in found), sep="\n", end="\n" * bool(found))
