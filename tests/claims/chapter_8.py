"""The numbers in the prose of chapter 8."""

import numpy as np

from pe_book.mistakes import MISTAKES, check_matrix
from tests.claims import Claim

FOUND = check_matrix()


def caught_by(check):
    return int(FOUND.caught[:, FOUND.checks.index(check)].sum())


def conventions():
    return {6: "Six"}[sum(mistake.kind == "convention" for mistake in MISTAKES)]


def wobble():
    """Say how far the norm of the table with a wrong cosine exponent wanders."""
    table = {m.name: m.implementation for m in MISTAKES}["cosine exponent"](100, 64)
    furthest = np.abs(np.linalg.norm(table, axis=1) / np.sqrt(32) - 1).max()
    return {2: "two"}[int(np.ceil(100 * furthest))]


CLAIMS = [
    Claim(
        "Here are {} implementations. Most are wrong. {} are *conventions*",
        len(MISTAKES),
        conventions,
    ),
    Claim(
        "catches {} of the {}. It takes one line of code.",
        lambda: caught_by("golden row"),
        len(MISTAKES),
    ),
    Claim("under {} percent for the first", wobble),
]
ALLOWED = [
    r"takes about \d+ minutes",
    r"[Ss]tarting texts? 00\d(?:, 00\d)*(?: and 00\d)?",
    r"[Pp]air 0",
    r"section 3\.5",
    r"issue 391",
    r"pull request 177",
]
