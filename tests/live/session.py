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


def in_a_process(sources: list[str]) -> list:
    """What a session sends in a Python of its own, which no test has set up."""
    code = (
        "import json, sys\n"
        "from pe_book.live.runner import Session\n"
        "sent = []\n"
        "session = Session(lambda *pair: sent.append(pair))\n"
        "for source in json.load(sys.stdin):\n"
        "    answer = session.run(source)\n"
        "    assert not answer['error'], answer['error']\n"
        "print(json.dumps(sent))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(sources),
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def texts(answer: dict) -> str:
    return "\n".join(note["text"] for note in answer["notes"])
