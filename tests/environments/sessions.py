"""Run notebooks in an environment of their own, and look at what a reader would see."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from tests.environments.conftest import Environment

RUNNER = Path(__file__).with_name("notebooks.py")
WIDGET = "application/vnd.jupyter.widget-view+json"


# Chapter 11 trains fifteen models, for a minute. It does so when the book is built; here, where
# every cell has to run, it trains one of each kind for a few steps.
TRAINS = "three_back.train_models("
TRAINS_BRIEFLY = f"{TRAINS}seeds=[0], task=Task(steps=20), "


def brief(notebook: Path) -> str:
    """The notebook's text, with the training of chapter 11 cut short."""
    text = notebook.read_text(encoding="utf-8")
    assert text.count(TRAINS) == (notebook.name[:2] == "11"), f"{notebook.name}: other training"
    return text.replace(TRAINS, TRAINS_BRIEFLY)


@dataclass
class Session:
    """The outputs of all cells in order, each with its cell's id; why it ended early, if it did."""

    outputs: list[dict]
    error: str


def run_notebooks(
    environment: Environment, notebooks: list[Path], output: Path, directory: Path
) -> dict[str, Session]:
    """Run all cells of each notebook; what came out, by the notebook's name."""
    given = output / "given"
    given.mkdir(parents=True)
    for notebook in notebooks:
        (given / notebook.name).write_text(brief(notebook), encoding="utf-8")
    names = [notebook.name for notebook in notebooks]
    paths = [given / name for name in names]
    done = environment.run("python", RUNNER, directory, output, *paths, cwd=directory)
    print(done.stderr)  # pytest shows it with a failing test: why a kernel died
    return {name: session(output / name) for name in names}


def session(notebook: Path) -> Session:
    error = notebook.with_suffix(".txt")
    outputs = [
        {**one, "cell": cell["id"]}
        for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
        for one in cell["outputs"]
    ]
    return Session(outputs, error.read_text(encoding="utf-8") if error.is_file() else "")


def faults(outputs: list) -> list[str]:
    """What a reader should not see: errors, warnings, and figures that only leave their name."""
    found = []
    for output in outputs:
        text = "".join(output.get("text", ""))
        if output["output_type"] == "error":
            found.append(f"{output['cell']}: {output['ename']}: {output['evalue']}")
        elif output.get("name") == "stderr" and not text.startswith("\nNote: you may need"):
            found.append(f"{output['cell']}: {text.strip()}")
        elif set(output.get("data", {})) == {"text/plain"}:
            plain = "".join(output["data"]["text/plain"])
            if plain.startswith("<") and " object at 0x" in plain:
                found.append(f"{output['cell']}: {plain}")
    return found


def shows_widgets(outputs: list) -> bool:
    """Whether any output came as a widget, that is, with a slider that drives Python."""
    return any(WIDGET in output.get("data", {}) for output in outputs)


def has_explorers(notebook: Path) -> bool:
    """Whether a chapter holds explorers."""
    return "import explorers" in notebook.read_text(encoding="utf-8")
