"""Every number in the chapters' prose is computed, and stands as computed (see claims/)."""

import math
from importlib import import_module
from pathlib import Path

import pytest

from tests.claims import ROOT, Claim, Prose, places, unclaimed

CHAPTERS = sorted(ROOT.glob("chapters/*.ipynb"))


def chapter_module(path):
    # A further page of a chapter has a module of its own name.
    number, rest = int(path.name[:2]), path.stem[3:]
    name = rest if Path(__file__).with_name(f"{rest}.py").is_file() else f"chapter_{number}"
    if not Path(__file__).with_name(f"{name}.py").is_file():
        pytest.fail(f"{path.name} needs tests/claims/{name}.py: CLAIMS and ALLOWED", pytrace=False)
    return import_module(f"tests.claims.{name}")


ALL_CLAIMS = [
    pytest.param(path, claim, id=f"{path.stem}-{claim!r}")
    for path in CHAPTERS
    for claim in chapter_module(path).CLAIMS
]


@pytest.mark.parametrize(("path", "claim"), ALL_CLAIMS)
def test_the_chapter_states_the_computed_number(path, claim):
    assert places(claim, Prose.of(path)), (
        f"{path.name} does not say “{claim.filled[0]}”: "
        "the sentence was changed, or the computed value is another one"
    )


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_number_in_the_prose_has_a_claim(path):
    module = chapter_module(path)
    missing = unclaimed(Prose.of(path), module.CLAIMS, module.ALLOWED)
    assert not missing, "\n".join(
        f"chapters/{path.name}: {number}. Add its claim to {module.__name__.replace('.', '/')}.py"
        for number in missing
    )


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_exceptions_are_few_and_used(path):
    module = chapter_module(path)
    assert len(module.ALLOWED) <= 12
    prose = Prose.of(path)
    for pattern in module.ALLOWED:
        rest = [other for other in module.ALLOWED if other != pattern]
        assert unclaimed(prose, module.CLAIMS, rest), f"{pattern!r} allows nothing"


PROSE = Prose(
    "At $d = 64$ the longest wavelength is 47,117 positions, 74.99% of $2\\pi\\cdot 10000$. "
    "The error is 2.5 × 10⁻¹⁵."
)
GOOD = [
    Claim("At $d = {}$ the longest wavelength is {:,.0f} positions", 64, 47116.7),
    Claim("positions, {share:.2f}% of", share=74.9879),
    Claim("error is {:.1e}", lambda: 2.46e-15),
]


def test_a_matching_claim_covers_its_numbers():
    assert all(places(claim, PROSE) for claim in GOOD)
    assert unclaimed(PROSE, GOOD, []) == []


@pytest.mark.parametrize("left_out", range(len(GOOD)))
def test_a_number_without_a_claim_is_detected(left_out):
    assert unclaimed(PROSE, GOOD[:left_out] + GOOD[left_out + 1 :], [])


@pytest.mark.parametrize(
    "claim",
    [
        Claim("longest wavelength is {:,.0f} positions", 47117.6),
        Claim("longest wavelength is {:,.1f} positions", 47117.0),
        Claim("shortest wavelength is {:,.0f} positions", 47117.0),
        Claim("error is {:.1e}", math.ulp(1.0)),
    ],
    ids=["another value", "another precision", "another sentence", "another exponent"],
)
def test_a_changed_value_or_sentence_is_detected(claim):
    assert not places(claim, PROSE)
