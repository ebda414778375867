"""The numbers in the prose of chapter 8."""

import re

import numpy as np

from book.paths import ROOT
from pe_book.mistakes import CHECKS, LIKELY, MISTAKES, RARE, SENTENCES, check_matrix
from pe_book.mistakes.rotary_checks import ROTARY_CHECKS, TEXT
from tests.prose.chapter_9 import exact_whole_numbers
from tests.prose.text import source

CHAPTER = ROOT / "chapters/08_mistakes_in_circulation.ipynb"


def caught_by(check):
    return sum(found[check] != "passes" for found in check_matrix(LIKELY).values())


CONVENTIONS = [mistake for mistake in MISTAKES if mistake.kind == "convention"]
UNTRACED = [mistake for mistake in RARE if "traced" in mistake.source]


def wobble():
    """Return how far the norm of the table with a wrong cosine exponent wanders, in percent."""
    table = {m.name: m.implementation for m in MISTAKES}["cosine exponent"](100, 64)
    furthest = np.abs(np.linalg.norm(table, axis=1) / np.sqrt(32) - 1).max()
    return np.ceil(100 * furthest)


def lacks_the_shape(mistake):
    try:
        return any(mistake.implementation(10, d).shape != (10, d) for d in (8, 7))
    except ValueError:
        return True


def closer_looks():
    return len(re.findall("(?m)^### “", source(CHAPTER)))


def closer_exhibits():
    section = source(CHAPTER).split("bugs, up close")[1].split("## RoPE has bugs")[0]
    return section.count("### ")


STARTING_TEXTS = set(re.findall(r"\b00\d\b", " ".join(sentence.source for sentence in SENTENCES)))
