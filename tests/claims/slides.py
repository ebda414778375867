"""The numbers on the slides and in the notes for whoever gives the talk."""

import contextlib
import io
import re

import numpy as np

import pe_lib
from pe_book import explorers
from pe_book.experiment import stored
from pe_book.mistakes import CHECKS, MISTAKES
from pe_book.questions import chapter_2
from pe_book.transformer import Task
from pe_lib import (
    angular_frequencies,
    fit_shift,
    positional_encoding,
    rotation_matrix,
    similarity,
    wavelengths,
)
from pe_lib.similarity import first_reversal
from tests.claims import ROOT, Claim, word
from tests.rendered import view_of

ROW = positional_encoding(4, 8)[3]
SLOWER = wavelengths(16, 256)[1:] / wavelengths(16, 256)[:-1]
TURNS = 50 / wavelengths(512, 1000)
COSTS = view_of("broadcasting", seq_len=8192, d_model=1024).values
TABLE = positional_encoding(64, 512)
[AS_PAIR] = [w for w in chapter_2.entry.wrong if w.reply.startswith("You used the column as")]


def fit(rows: int) -> str:
    """Return how least squares on rows of 16 columns finds the matrix of a shift by three."""
    found = fit_shift(positional_encoding(rows, 16), 3).matrix
    error = np.abs(found - rotation_matrix(3, 16)).max()
    return "almost exact" if error < 1e-6 else "wrong" if error > 0.1 else "near"


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
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(code, {"np": np, "pe_lib": pe_lib})
    return said.getvalue()


LOOKS_AT = printed("hour_3").strip("[]\n").split()

CLAIMS = {
    "lesson": [
        Claim("first two pairs of row {}, for $d = {}$", 3, 8),
        Claim(
            "sin {p} = {:.3f}, cos {p} = {:.3f}, "
            "sin {angle:.1f} = {:.3f}, cos {angle:.1f} = {:.3f}",
            *ROW[:4],
            p=3,
            angle=3 * angular_frequencies(8)[1],
        ),
        Claim("Step from {} to {}: {} bits flip", 7, 8, word((7 ^ 8).bit_count())),
        Claim(
            "With base {} and {} pairs each pair is {} as slow as",
            256,
            8,
            "twice" if np.allclose(SLOWER, 2) else "",
        ),
        Claim(
            "move the width to {} and the length to {}: {} hands never finish a turn",
            512,
            50,
            "most" if (TURNS < 1).mean() > 0.5 else "few",
        ),
        Claim(
            "With {} columns the similarity {} again after offset {}. With {} columns it does so "
            "after offset {}, but",
            16,
            "rises" if similarity(4, 16) > similarity(3, 16) else "falls",
            first_reversal(16),
            512,
            first_reversal(512),
        ),
    ],
    "story": [],
    "hour_1": [
        Claim("The last {} minutes are theirs", own_minutes("hour_1")),
        Claim("who has {:.2f}: they took the column for the pair", AS_PAIR.value),
        Claim("{:,.0f} is the limit, not the wavelength", 2 * np.pi * 10_000),
    ],
    "hour_2": [
        Claim("From {:,} rows, it is {}", 10_000, fit(10_000)),
        Claim("From {} rows, it is {}", 64, fit(64)),
        Claim("In {} rows the slow hands hardly move", 64),
        Claim("rows {}, {} and {}", 20 - 3, 20, 20 + 3),
        Claim("takes {:.0f} times {} sines and cosines, because", COSTS["ratio"], COSTS["saving"]),
        Claim("Row {} is {:.0f}, {:.0f}, {:.0f}, {:.0f}, …", 0, *TABLE[0, :4]),
    ],
    "hour_3": [
        Claim("{}, {}, {}, …, {}. Rows are multiplied from", *LOOKS_AT[:3], LOOKS_AT[-1]),
        Claim("The rows have length {:.0f}, the word vectors {}", np.linalg.norm(TABLE[5]), 8),
        Claim("at {} the head looks at itself", at_itself),
        Claim("trained on {} tokens, tested on {}", Task().length, stored()["rope"].shape[1]),
        Claim("{} groups cover {} of the {} exhibits", "Six", 6 * 3, len(MISTAKES)),
        Claim("Which of the {} checks notice", word(len(CHECKS))),
        Claim("with the {} checks of chapter 8", word(len(CHECKS))),
    ],
}
ALLOWED = {
    "lesson": [
        r"\{notes\} \d+|% minute \d+|in 45 minutes",
        r"Reject 0, 1, 2|p/\(L − 1\)",
        r"## Position 3, column 2|## From 0 to 3|position to 100",
    ],
    "story": [r"\{notes\} \d+"],
    "hour_1": [r"\{notes\} \d+|columns 0 to 5|position 3, base 100"],
    "hour_2": [
        r"\{notes\} \d+|position 100,000|to 10,000,000",
        r"the line with 64 rows|with offset 3",
    ],
    "hour_3": [
        r"\{notes\} \d+|every position from 3|Why is it 3, and not −3",
        r"words 0, and go up|Then offset 8",
        r"near position 62|turns of pair 0",
    ],
}
