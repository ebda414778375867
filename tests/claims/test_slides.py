"""Every number on a slide, and in its notes, is computed (see claims/slides.py)."""

import pytest

from tests.claims import ROOT, Prose, places, slides, unclaimed

TALKS = {path.stem: path for path in sorted((ROOT / "slides").glob("*.md"))}


@pytest.mark.parametrize(
    ("talk", "claim"), [(talk, claim) for talk, found in slides.CLAIMS.items() for claim in found]
)
def test_the_talk_states_the_computed_number(talk, claim):
    assert places(claim, Prose.of(TALKS[talk])), f"{talk}.md does not say “{claim.filled[0]}”"


@pytest.mark.parametrize("talk", TALKS)
def test_every_number_of_a_talk_has_a_claim(talk):
    missing = unclaimed(Prose.of(TALKS[talk]), slides.CLAIMS[talk], slides.ALLOWED[talk])
    assert not missing, "\n".join(
        f"slides/{talk}.md: {number}. Add its claim to tests/claims/slides.py" for number in missing
    )
