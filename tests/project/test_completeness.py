"""What a contributor may forget, in a sentence that names the file; `make check` runs these first.

Questions, exercises, explorers, objectives and claims have such tests beside their others.
"""

import ast
import json
import re
from pathlib import Path

from book.paths import ROOT


def code_of(chapter: Path) -> str:
    cells = json.loads(chapter.read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def functions(root: Path, folder: str) -> list[tuple[str, ast.FunctionDef]]:
    """Return every public function of a folder's modules, with the module's path in the book."""
    return [
        (file.relative_to(root).as_posix(), node)
        for file in sorted((root / folder).glob("*.py"))
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]


def unused_figures(root: Path) -> list[str]:
    """The pages of a chapter take their figures from the module of its number."""
    found = []
    for path, node in functions(root, "pe_book/figures"):
        number = int(re.search(r"chapter_(\d+)", path)[1])
        pages = list(root.glob(f"chapters/{number:02}_*.ipynb"))
        code = "\n".join(map(code_of, pages))
        if pages and not re.search(rf"\bfigures\.{node.name}\(", code):
            names = ", ".join(f"chapters/{page.name}" for page in sorted(pages))
            found.append(
                f"{path}: {names} does not show {node.name}. "
                f"Add a cell `figures.{node.name}(...)`, or remove the function."
            )
    return found


def figures_without_alt(root: Path) -> list[str]:
    found = []
    for path, function in functions(root, "pe_book/figures"):
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "picture":
                alts = [each.value for each in node.keywords if each.arg == "alt"]
                if not alts or (isinstance(alts[0], ast.Constant) and not alts[0].value.strip()):
                    found.append(
                        f"{path}: {function.name} has no alternative text. "
                        "Give picture(...) an `alt` that says what the figure shows."
                    )
    return found


def images_without_alt(root: Path) -> list[str]:
    pages = [*root.glob("*.md"), *root.glob("*/*.md"), *root.glob("chapters/*.ipynb")]
    return [
        f"{page.relative_to(root)}: the image {address} has no alternative text."
        for page in sorted(pages)
        for address in re.findall(r"!\[\s*\]\(([^)\s]+)", page.read_text(encoding="utf-8"))
    ]


def explorers_without_module(root: Path) -> list[str]:
    return [
        f"{file.relative_to(root)} has no module in JavaScript: add {file.stem}.mjs beside it."
        for file in sorted((root / "pe_book/explorers").glob("*.py"))
        if re.search(r"(?m)^EXPLORER\b", file.read_text(encoding="utf-8"))
        and not file.with_suffix(".mjs").is_file()
    ]


def test_every_explorer_has_a_module():
    missing = explorers_without_module(ROOT)
    assert not missing, "\n".join(missing)


def test_every_figure_is_shown_by_its_chapter():
    missing = unused_figures(ROOT)
    assert not missing, "\n".join(missing)


def test_every_figure_has_alternative_text():
    missing = [*figures_without_alt(ROOT), *images_without_alt(ROOT)]
    assert not missing, "\n".join(missing)


def test_what_is_missing_is_named(tmp_path):
    """In a book of one chapter that uses nothing of what is there."""
    files = {
        "chapters/03_waves.ipynb": json.dumps({"cells": [{"cell_type": "code", "source": ["x"]}]}),
        "pe_book/explorers/turns.py": 'EXPLORER = Explorer(name="turns")\n',
        "pe_book/figures/chapter_3.py": 'def turns(a):\n    return picture(a, alt=" ")\n',
        "page.md": "![](turns.png)\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    missing = [
        *explorers_without_module(tmp_path),
        *unused_figures(tmp_path),
        *figures_without_alt(tmp_path),
        *images_without_alt(tmp_path),
    ]
    named = [re.match(r"[\w/.]+", sentence)[0] for sentence in missing]
    assert named == [
        "pe_book/explorers/turns.py",
        "pe_book/figures/chapter_3.py",
        "pe_book/figures/chapter_3.py",
        "page.md",
    ]
