"""Every number in the problem sets' text is computed from their solutions and hidden tests."""

import re

import numpy as np
import pytest

import pe_lib
from tests.claims import ROOT, Claim, Prose, places, unclaimed, word
from tools.course import COURSE, cells, read


def code(assignment: str, name: str) -> str:
    return "".join(cells(read(COURSE / f"{assignment}.ipynb"))[name]["source"])


def solution(assignment: str, task: str):
    names = {"np": np, "pe_lib": pe_lib}
    exec(code(assignment, task), names)
    return names[task]


def farthest() -> int:
    """Return the largest offset that problem set 2 asks for."""
    tried = re.findall(
        r"\((\d[\d_]*), (\d[\d_]*), \d+,", code("problem_set_2", "offset_between-marks")
    )
    return max(abs(int(q) - int(p)) for p, q in tried)


def mirrored(center: float, position: int) -> int:
    """Return where problem set 2 takes a row."""
    rows = pe_lib.positional_encoding(9, 8)
    image = solution("problem_set_2", "reflection")(center, 8, 10_000.0) @ rows[position]
    return int(np.linalg.norm(rows - image, axis=1).argmin())


WINDOW = solution("problem_set_3", "window")
CLAIMS = {
    "problem_set_1": [],
    "problem_set_2": [
        Claim("{:,} positions has {} billion pairs", 10**5, word(10**5 * (10**5 - 1) / 2e9)),
        Claim("is a whole number from −{} to {}.", farthest(), farthest()),
        Claim("with $c = {}$, rows {} and {} change", 2.5, mirrored(2.5, 3), mirrored(2.5, 2)),
    ],
    "problem_set_3": [
        # The word itself has 0.39 of the weight.
        Claim("the nearest words, itself {}, does", "included" if WINDOW(0.5, 0.3, 99) else "not"),
        Claim(
            "numbers from 0 to {}.",
            re.search(r"min\((\d+), ", code("problem_set_3", "depends_on"))[1],
        ),
        Claim(
            "Differences below {} are",
            "1e−6" if "< 1e-6" in code("problem_set_3", "depends_on") else "",
        ),
    ],
}
#: Headings and marks (tests/course), and ends that belong to a definition.
ALLOWED = [
    r"# Problem set \d",
    r"## \d\.|\(\d marks\)|tasks, \d+ marks",
    r"Plan \d+ minutes for them, and 10 for",
    r"from 0|may be 0|2 \* center",
]


@pytest.mark.parametrize("assignment", CLAIMS)
def test_the_text_states_the_computed_numbers(assignment):
    prose = Prose.of(ROOT / "course" / f"{assignment}.ipynb")
    for claim in CLAIMS[assignment]:
        assert places(claim, prose), f"{assignment} does not say “{claim.filled[0]}”"
    missing = unclaimed(prose, CLAIMS[assignment], ALLOWED)
    assert not missing, "\n".join(f"{assignment}: {number}" for number in missing)


def test_an_example_states_the_weights_of_its_words():
    weights = np.exp(-0.5 * np.arange(1000))
    own, following, *_ = weights / weights.sum()
    said = f"should be {WINDOW(0.5, 0.5, 1000)}: its own weight is {own:.2f}, the next "
    notebook = (COURSE / "problem_set_3.ipynb").read_text(encoding="utf-8")
    assert f"{said}{following:.2f}" in notebook
