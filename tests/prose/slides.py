"""The numbers on the slides and in the notes for whoever gives the talk."""

import contextlib
import io
import re

import numpy as np

import pe_lib
from book.paths import ROOT
from pe_book import explorers
from pe_book.mistakes import CHECKS, MISTAKES
from pe_book.model.experiments.three_back import stored
from pe_book.model.transformer import Task
from pe_book.questions import chapter_2
from pe_lib import angular_frequencies, positional_encoding, similarity
from pe_lib.similarity import first_reversal
from tests.rendered import view_of

ROW = positional_encoding(4, 8)[3]
TABLE = positional_encoding(64, 512)
[AS_PAIR] = [w for w in chapter_2.entry.wrong if w.reply.startswith("You used the column as")]


def own_minutes(talk: str) -> int:
    """Return the minutes of the slides that a talk does not take from another one."""
    text = (ROOT / "slides" / f"{talk}.md").read_text(encoding="utf-8")
    return sum(map(int, re.findall(r"(?m)^::::\{notes\} (\d+)$", text)))


def at_itself() -> int:
    """Return the shortest word vectors at which the head of the explorer looks at itself."""
    look_back = explorers.ALL["look_back"]
    return next(w for w in range(13) if view_of(look_back, words=w).sentences == ["own word"])


def printed(talk: str) -> str:
    """Return what the code on a slide prints."""
    text = (ROOT / "slides" / f"{talk}.md").read_text(encoding="utf-8")
    [code] = re.findall(r"(?ms)^```python\n(.+?)^```", text)
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(code, {"np": np, "pe_lib": pe_lib})
    return output.getvalue()


LOOKS_AT = [int(place) for place in printed("hour_3").strip("[]\n").split()]
