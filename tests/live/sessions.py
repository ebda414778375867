"""Run a notebook in an environment of its own, and look at what a reader would see."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.live.conftest import Environment

RUNNER = Path(__file__).with_name("notebooks.py")
WIDGET = "application/vnd.jupyter.widget-view+json"


def run_notebook(environment: Environment, notebook: Path, output: Path, directory: Path) -> list:
    """Run all cells; the outputs of all cells in order, each with its cell's id."""
    done = environment.run(
        "python", RUNNER, notebook, output, directory, cwd=directory, check=False
    )
    if done.returncode:
        pytest.fail(f"{notebook.name} does not run:\n{done.stderr[-4000:]}", pytrace=False)
    cells = json.loads(output.read_text(encoding="utf-8"))["cells"]
    return [
        {**one, "cell": cell["id"]}
        for cell in cells
        if cell["cell_type"] == "code"
        for one in cell["outputs"]
    ]


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
