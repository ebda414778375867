"""Every explorer's `update` gives the same view in Python and in JavaScript.

All extremes of the controls, and random settings: always those of one seed, in CI also those of a
fresh seed, which a failure names. Arrays agree within 1e-9, sentences and tables letter by letter.
That the comparison bites is shown on twins with known mistakes.
"""

import json
import os
import random
import shutil
import subprocess
import warnings
from pathlib import Path

import numpy as np
import pytest

from pe_lib import explorers
from pe_lib.explorers.base import plain

EXPLORERS = Path(explorers.__file__).parent
RUNNER = Path(__file__).with_name("twin_runner.mjs")
TOLERANCE = 1e-9
SAMPLES = 200
CORNERS = 512
SEEDS = [20_170_612] + ([random.SystemRandom().randrange(2**32)] if os.environ.get("CI") else [])


class Node:
    """One node process that runs functions of modules for the whole test session."""

    def __init__(self, executable: str) -> None:
        self.process = subprocess.Popen(
            [executable, str(RUNNER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def __call__(self, module: Path, name: str, *args):
        """Return module.name(...args), as JSON carries it."""
        request = {"module": str(module), "name": name, "args": plain(args)}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(f"{module.name}: {answer['error']} for {args}")
        return answer["value"]

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(timeout=10)
        self.process.stdout.close()


@pytest.fixture(scope="session")
def node():
    executable = shutil.which("node")
    if executable is None:
        message = "node is missing: Python and JavaScript were NOT compared"
        if os.environ.get("CI"):
            pytest.fail(message)
        warnings.warn(message, stacklevel=1)
        pytest.skip(message)
    process = Node(executable)
    yield process
    process.close()


def difference(python, javascript, where: str = "view") -> str | None:
    """Return where two views differ first, or None if they do not."""
    if isinstance(python, dict) and isinstance(javascript, dict):
        if python.keys() != javascript.keys():
            return f"{where}: keys {sorted(python)} and {sorted(javascript)}"
        pairs = [(python[key], javascript[key], f"{where}.{key}") for key in python]
    elif isinstance(python, list) and isinstance(javascript, list):
        if len(python) != len(javascript):
            return f"{where}: {len(python)} and {len(javascript)} entries"
        if numbers(python) and numbers(javascript):
            apart = np.abs(np.subtract(python, javascript))
            wrong = np.flatnonzero(~(apart <= TOLERANCE * np.maximum(1, np.abs(python))))
            if len(wrong):
                i = wrong[0]
                return f"{where}[{i}]: {python[i]!r} and {javascript[i]!r}"
            return None
        pairs = [
            (a, b, f"{where}[{i}]") for i, (a, b) in enumerate(zip(python, javascript, strict=True))
        ]
    elif numbers([python]) and numbers([javascript]):
        pairs = [([python], [javascript], where)]
    else:
        return None if python == javascript else f"{where}: {python!r} and {javascript!r}"
    return next(filter(None, (difference(*pair) for pair in pairs)), None)


def numbers(values: list) -> bool:
    """Return whether a list holds numbers alone; True and False are none."""
    return bool(values) and all(type(value) in (int, float) for value in values)


def view_of(explorer, settings: dict) -> dict:
    """Return Python's view as JSON would carry it."""
    view = explorer.update(**settings)
    return {
        "traces": plain(view.traces),
        "layout": plain(view.layout),
        "sentence": view.sentence,
        "table": plain(view.table),
    }


def corners(explorer) -> list[dict]:
    """Return the extremes of the controls, or a fixed sample of them where there are too many."""
    found = list(explorer.extremes())
    return found if len(found) <= CORNERS else random.Random(SEEDS[0]).sample(found, CORNERS)


def first_difference(node, explorer, module: Path, every_settings) -> str | None:
    """Return the first settings at which the two views differ, and where."""
    for settings in every_settings:
        found = difference(view_of(explorer, settings), node(module, "update", settings))
        if found:
            return f"{explorer.name} at {settings}: {found}"
    return None


def twin(explorer) -> Path:
    return EXPLORERS / f"{explorer.name}.mjs"


ALL = pytest.mark.parametrize("explorer", explorers.ALL.values(), ids=explorers.ALL)


def test_every_explorer_has_a_twin():
    assert [e.name for e in explorers.ALL.values() if not twin(e).exists()] == []


@ALL
def test_extremes(node, explorer):
    assert first_difference(node, explorer, twin(explorer), corners(explorer)) is None


@ALL
@pytest.mark.parametrize("seed", SEEDS)
def test_random_settings(node, explorer, seed):
    choose = random.Random(seed).choice
    settings = [explorer.sample(choose) for _ in range(SAMPLES)]
    assert first_difference(node, explorer, twin(explorer), settings) is None, f"seed {seed}"
