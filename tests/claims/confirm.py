"""What readers are told, block by block, and that somebody has read each block as it stands.

A computation cannot decide every sentence. So `confirmed.txt` holds a hash of each block: a cell or
a paragraph of a page, and the texts of each top-level name in the modules that speak to readers. A
block that was changed fails `test_confirmed.py` until it was read again and confirmed:

    make confirm      prints each new and changed block, and writes confirmed.txt

A sentence whose number, direction or kind can be computed gets a claim as well: the hash says that
somebody looked, not that it is true.
"""

import ast
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONFIRMED = Path(__file__).with_name("confirmed.txt")
PAGES = ["chapters/*.ipynb", "course/*.ipynb", "*.md", "slides/*.md"]
#: They speak to those who make the book, or list what was done.
NOT_READ = {"CONTRIBUTING.md", "CHANGELOG.md", "LICENSE-TEXT.md"}
SPEAKING = [
    f"pe_book/{folder}/*.py"
    for folder in ("questions", "exercises", "figures", "explorers", "mistakes", "your_table")
]


def blocks() -> dict[str, str]:
    """Return the text of every block by its place, such as "glossary.md Perplexity"."""
    found: dict[str, str] = {}
    for pattern in PAGES + SPEAKING:
        for path in sorted(ROOT.glob(pattern)):
            if path.name in NOT_READ:
                continue
            read = {".ipynb": _cells, ".md": _sections, ".py": _names}[path.suffix]
            for name, text in read(path.read_text(encoding="utf-8")):
                place = f"{path.relative_to(ROOT).as_posix()} {name}"
                found[place] = " ".join([*found.get(place, "").split(), *text.split()])
    return {place: text for place, text in found.items() if text}


def _cells(text: str) -> Iterator[tuple[str, str]]:
    for cell in json.loads(text)["cells"]:
        if cell["cell_type"] == "markdown":
            yield cell["id"], "".join(cell["source"])


def _sections(text: str) -> Iterator[tuple[str, str]]:
    heading = "top"
    for part in re.split(r"(?m)^(?=#)", text):
        heading = part.partition("\n")[0].strip("# ") if part.startswith("#") else heading
        yield heading, part


def _names(text: str) -> Iterator[tuple[str, str]]:
    """Yield the texts of each top-level statement, by the name that it defines."""
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.Expr):  # the docstring
            continue
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement
        name = getattr(target, "id", getattr(target, "name", "top"))
        yield name, " | ".join(_texts(statement))


def _texts(node: ast.AST) -> Iterator[str]:
    """Yield the strings of several words, with the code of the fields in them; no docstrings."""
    if isinstance(node, ast.JoinedStr):
        yield "".join(
            part.value if isinstance(part, ast.Constant) else f"{{{ast.unparse(part.value)}}}"
            for part in node.values
        )
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str) and " " in node.value.strip():
            yield node.value
    else:
        children = list(ast.iter_child_nodes(node))
        documented = isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node)
        for child in children:
            if not (documented and child is node.body[0]):
                yield from _texts(child)


def hashes(found: dict[str, str]) -> dict[str, str]:
    return {place: hashlib.sha256(text.encode()).hexdigest()[:12] for place, text in found.items()}


def confirmed() -> dict[str, str]:
    lines = CONFIRMED.read_text(encoding="utf-8").splitlines()
    return {place: mark for mark, _, place in (line.partition(" ") for line in lines)}


def unconfirmed(found: dict[str, str], marks: dict[str, str]) -> dict[str, str]:
    """Return the new and the changed blocks, and those that are no longer there, as ""."""
    now = hashes(found)
    changed = {place: found[place] for place in now if marks.get(place) != now[place]}
    return changed | {place: "" for place in marks if place not in now}


def write(found: dict[str, str]) -> None:
    lines = [f"{mark} {place}\n" for place, mark in hashes(found).items()]
    CONFIRMED.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    found = blocks()
    changed = unconfirmed(found, confirmed() if CONFIRMED.exists() else {})
    for place, text in changed.items():
        print(f"\n== {place}\n{text or '(gone)'}")
    write(found)
    print(f"\n{len(changed)} of {len(found)} blocks are confirmed anew. Read them: is each so?")
