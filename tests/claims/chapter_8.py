"""The numbers in the prose of chapter 8."""

import json
import re

import numpy as np

from pe_book.mistakes import CHECKS, LIKELY, MISTAKES, RARE, SENTENCES, check_matrix
from pe_book.mistakes.rotary import LengthOfTheCache
from pe_book.mistakes.rotary_checks import ROTARY_CHECKS, TEXT, TOLERANCE
from pe_lib import wavelengths
from pe_lib.practice import to_bfloat16
from tests.claims import ROOT, Claim, word

FOUND = check_matrix()


def caught_by(check):
    found = check_matrix(mistakes=LIKELY)
    return int(found.caught[:, found.checks.index(check)].sum())


CONVENTIONS = [mistake for mistake in LIKELY if mistake.kind == "convention"]


def wobble():
    """Say how far the norm of the table with a wrong cosine exponent wanders."""
    table = {m.name: m.implementation for m in MISTAKES}["cosine exponent"](100, 64)
    furthest = np.abs(np.linalg.norm(table, axis=1) / np.sqrt(32) - 1).max()
    return {2: "two"}[int(np.ceil(100 * furthest))]


NAMES = [mistake.name for mistake in MISTAKES]


def catchers(name):
    caught = FOUND.caught[NAMES.index(name)]
    return [check for check, found in zip(FOUND.checks, caught, strict=True) if found]


def seen_by_structure(name):
    return bool({"norm", "Toeplitz", "rotation"} & set(catchers(name)))


TOO_SLOW_MISSING_OR_SQUARED = ("frequencies from one", "floor division", "double step")
BROKEN = ("cosine exponent", "column as pair", "sine alone")
FIRST_TURN = wavelengths(512) > 512


def lacks_the_shape(mistake):
    try:
        return any(mistake.implementation(10, d).shape != (10, d) for d in (8, 7))
    except ValueError:
        return True


def closer_looks():
    cells = json.loads((ROOT / "chapters/08_mistakes_in_circulation.ipynb").read_text("utf-8"))
    text = "\n".join("".join(cell["source"]) for cell in cells["cells"])
    return len(re.findall("(?m)^### “", text))


def closer_exhibits():
    section = (ROOT / "chapters/08_mistakes_in_circulation.ipynb").read_text("utf-8")
    section = section.split("exhibits, closer")[1].split("## Rotary heads")[0]
    return section.count("### ")


def equations_that_see(heads):
    return [check.name for check in ROTARY_CHECKS if check.errors(heads).max() > TOLERANCE]


STARTING_TEXTS = set(re.findall(r"\b00\d\b", " ".join(said.source for said in SENTENCES)))

CLAIMS = [
    Claim(
        "The matrix has {} implementations that are likely to meet you. Most are wrong. {} are "
        "right tables in another order or with other frequencies",
        word(len(LIKELY)),
        word(len(CONVENTIONS)).capitalize(),
    ),
    Claim("{} more, with a matrix of their own", word(len(RARE)).capitalize()),
    Claim(
        "catches {} of the {} exhibits. It takes one line of code.",
        lambda: word(caught_by("golden row")),
        word(len(LIKELY)),
    ),
    Claim("under {} percent for the first", wobble),
    Claim("with {} checks of a few lines each", word(len(CHECKS))),
    Claim(
        "Norm, Toeplitz and rotation hold for *{}* choice of frequencies. They catch a broken pair",
        "every"
        if all(map(seen_by_structure, BROKEN))
        and not any(map(seen_by_structure, TOO_SLOW_MISSING_OR_SQUARED))
        else "no",
    ),
    Claim(
        "**The golden row sees {}.**",
        "most" if caught_by("golden row") == max(map(caught_by, FOUND.checks)) else "least",
    ),
    Claim("Every exhibit but {} has the right shape", word(sum(map(lacks_the_shape, MISTAKES)))),
    Claim(
        "Its {} wavelength is $2\\pi\\cdot 10000$ exactly. The formula stops one step {}",
        *(("slowest", "earlier") if wavelengths(512)[-1] < 2 * np.pi * 10_000 else ("", "later")),
    ),
    Claim(
        "bfloat16, a short number format in which large models compute, holds the first {} "
        "positions exactly, so a test of {} tokens from position 0",
        int(np.argmax(to_bfloat16(np.arange(1000)) != np.arange(1000))) - 1,
        word(len(TEXT)),
    ),
    Claim("It breaks *{}* alone.", *equations_that_see(LengthOfTheCache)),
    Claim("{} such *equations* hold", word(len(ROTARY_CHECKS)).capitalize()),
    Claim("{} exhibits, closer", word(closer_exhibits()).capitalize()),
    Claim("{} of the sentences deserve a closer look", word(closer_looks()).capitalize()),
    Claim("This book began from {} short texts", word(len(STARTING_TEXTS))),
    Claim(
        "that are still on their first turn (chapter 3), and those are the {} ones",
        "slow" if FIRST_TURN[-1] and not FIRST_TURN[0] else "fast",
    ),
]
ALLOWED = [
    r"Llama 3\.1",
    r"[Pp]osition 0\b",
    r"takes about \d+ minutes",
    r"[Ss]tarting texts? 00\d(?:, 00\d)*(?: and 00\d)?",
    r"[Pp]air 0",
    r"section 3\.5",
    r"issue 391",
    r"pull request 177",
]
