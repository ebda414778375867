"""A session of live cells and what it sends, as a page's worker runs it."""

from __future__ import annotations

import json
import subprocess
import sys

from pe_book.live.runner import Session


class Cell:
    """A session, and what it sends."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []
        self.session = Session(lambda kind, text: self.sent.append((kind, text)))

    def run(self, source: str, *args) -> dict:
        self.sent.clear()
        return self.session.run(source, *args)

    def text(self, kind: str) -> str:
        return "".join(text for k, text in self.sent if k == kind)


IN_A_PROCESS = """
import json, sys
from pe_book.live.runner import Session

sent, answers = [], []
session = Session(lambda *pair: sent.append(pair))
for source in json.load(sys.stdin):
    sent.clear()
    answer = session.run(source)
    assert not answer["error"], answer["error"]
    answers.append({"notes": answer["notes"], "sent": list(sent)})
print(json.dumps(answers))
"""


def in_a_process(sources: list[str]) -> list[dict]:
    """The notes on each cell, and what it sends, in a Python of its own that no test has set up."""
    done = subprocess.run(
        [sys.executable, "-c", IN_A_PROCESS],
        input=json.dumps(sources),
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def texts(answer: dict) -> str:
    return "\n".join(note["text"] for note in answer["notes"])
