"""The explorers' sentences say what is computed in claims/explorers.py."""

import pytest

from pe_book import explorers
from tests.claims import explorers as said
from tests.claims import tidy


@pytest.mark.parametrize(("name", "settings", "claim"), said.CLAIMS)
def test_the_sentence_says_what_is_computed(name, settings, claim):
    assert tidy(claim.filled[0]) in tidy(explorers.ALL[name].text(**settings).sentence)
