"""The cells of the exercises in their chapters: what each file declares, written and compared."""

import json
import uuid
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

from pe_book import exercises

#: In JupyterLab this folds the solution's code, as its tag does on a page.
FOLDED = {"source_hidden": True}
DETAILS = "<details>\n<summary>Worked solution</summary>\n\n{}\n\n</details>"


def all_exercises() -> dict[str, ModuleType]:
    """Return the modules of the exercises by their names: those that declare a task."""
    names = [module.name for module in iter_modules(exercises.__path__)]
    modules = {name: import_module(f"pe_book.exercises.{name}") for name in names if name[0] != "_"}
    return {name: module for name, module in modules.items() if hasattr(module, "TASK")}


def declared(exercise: ModuleType) -> list[dict]:
    """Return the task, the starting code, and the solution's text and code, each as a cell."""
    return [
        {"cell_type": "markdown", "source": exercise.TASK.strip()},
        {"cell_type": "code", "source": exercise.START.strip(), "tag": "live"},
        {"cell_type": "markdown", "source": DETAILS.format(exercise.EXPLANATION.strip())},
        {
            "cell_type": "code",
            "source": exercise.SOLUTION.strip(),
            "tag": "hide-cell",
            "jupyter": FOLDED,
        },
    ]


def cells_of(name: str, notebook: dict) -> list[dict]:
    """Return the cells of a notebook that carry the tag of an exercise, `exercise-name`."""
    return [c for c in notebook["cells"] if f"exercise-{name}" in c["metadata"].get("tags", [])]


def differences(name: str, exercise: ModuleType, notebook: dict) -> list[str]:
    """Return what the cells of an exercise lack, as sentences; none without such cells."""
    cells, file = cells_of(name, notebook), f"pe_book/exercises/{name}.py"
    if cells and len(cells) != 4:
        return [f"{file} declares 4 cells, and {len(cells)} carry the tag exercise-{name}"]
    return [
        f"cell {cell['id']} differs from {file}"
        for cell, wanted in zip(cells, declared(exercise), strict=bool(cells))
        if (cell["cell_type"], "".join(cell["source"])) != (wanted["cell_type"], wanted["source"])
        or wanted.get("tag", "") not in ["", *cell["metadata"]["tags"]]
        or wanted.get("jupyter") != cell["metadata"].get("jupyter")
    ]


def write(name: str, exercise: ModuleType, notebook: dict) -> None:
    """Write the cells of an exercise into the notebook, where its tagged cells are.

    If there is one cell with the tag, it becomes the starting code, and the others are new.

    Raises ValueError if some of the four cells are missing.
    """
    cells = cells_of(name, notebook)
    if len(cells) not in (0, 1, 4):
        raise ValueError(*differences(name, exercise, notebook))
    if len(cells) == 1:
        place = notebook["cells"].index(cells[0])
        cells = [cells[0] if number == 1 else {} for number in range(4)]
        notebook["cells"][place : place + 1] = cells
    for cell, wanted in zip(cells, declared(exercise), strict=bool(cells)):
        cell.setdefault("id", uuid.uuid4().hex[:8])
        tags = cell.setdefault("metadata", {}).setdefault("tags", [])
        tags += [tag for tag in (f"exercise-{name}", wanted.get("tag")) if tag not in [None, *tags]]
        if "jupyter" in wanted:
            cell["metadata"]["jupyter"] = wanted["jupyter"]
        cell["cell_type"] = wanted["cell_type"]
        cell["source"] = wanted["source"].splitlines(keepends=True)
        if cell["cell_type"] == "code":
            cell |= {"execution_count": None, "outputs": []}


def write_all(chapters: Path) -> None:
    """Write the cells of every exercise into the chapters that have a cell with its tag."""
    for file in sorted(chapters.glob("*.ipynb")):
        notebook = json.loads(file.read_text(encoding="utf-8"))
        for name, exercise in all_exercises().items():
            if differences(name, exercise, notebook):
                write(name, exercise, notebook)
                text = json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False)
                file.write_text(f"{text}\n", encoding="utf-8", newline="\n")
                print(f"{file.name}: wrote the exercise {name}")
