"""Every number that is typed in a question or its replies is computed (see claims/questions.py)."""

import pytest

from tests.claims import ROOT, places, unclaimed
from tests.claims.questions import ALLOWED, CLAIMS
from tests.claims.typed import typed

FILES = {path.stem: path for path in sorted((ROOT / "pe_book" / "questions").glob("chapter_*.py"))}


@pytest.mark.parametrize(
    ("chapter", "claim"), [(chapter, claim) for chapter, found in CLAIMS.items() for claim in found]
)
def test_the_question_states_the_computed_number(chapter, claim):
    assert places(claim, typed(FILES[chapter])), f"{chapter}: no “{claim.filled[0]}”"


@pytest.mark.parametrize("chapter", FILES)
def test_every_typed_number_has_a_claim(chapter):
    missing = unclaimed(typed(FILES[chapter]), CLAIMS[chapter], ALLOWED)
    assert not missing, "\n".join(
        f"pe_book/questions/{chapter}.py: {number}. Compute it in the question, "
        "or add its claim to tests/claims/questions.py"
        for number in missing
    )
