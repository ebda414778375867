"""The numbers in the prose of chapter 8."""

import json
import re

import numpy as np

from pe_book.mistakes import CHECKS, LIKELY, MISTAKES, RARE, SENTENCES, check_matrix
from pe_book.mistakes.rotary import LengthOfTheCache
from pe_book.mistakes.rotary_checks import ROTARY_CHECKS, TEXT, TOLERANCE
from pe_lib import wavelengths
from tests.claims import ROOT
from tests.claims.chapter_9 import exact_whole_numbers

FOUND = check_matrix()


def caught_by(check):
    found = check_matrix(mistakes=LIKELY)
    return int(found.caught[:, found.checks.index(check)].sum())


CONVENTIONS = [mistake for mistake in LIKELY if mistake.kind == "convention"]


def wobble():
    """Return how far the norm of the table with a wrong cosine exponent wanders, in percent."""
    table = {m.name: m.implementation for m in MISTAKES}["cosine exponent"](100, 64)
    furthest = np.abs(np.linalg.norm(table, axis=1) / np.sqrt(32) - 1).max()
    return np.ceil(100 * furthest)


NAMES = [mistake.name for mistake in MISTAKES]


def catchers(name):
    caught = FOUND.caught[NAMES.index(name)]
    return [check for check, found in zip(FOUND.checks, caught, strict=True) if found]


def seen_by_structure(name):
    return bool({"norm", "Toeplitz", "rotation"} & set(catchers(name)))


TOO_SLOW_MISSING_OR_SQUARED = ("frequencies from one", "floor division", "double step")
BROKEN = ("cosine exponent", "column as pair", "sine alone")
SEEN_BROKEN = all(map(seen_by_structure, BROKEN))
SEEN_SLOW = any(map(seen_by_structure, TOO_SLOW_MISSING_OR_SQUARED))
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


STARTING_TEXTS = set(re.findall(r"\b00\d\b", " ".join(sentence.source for sentence in SENTENCES)))
