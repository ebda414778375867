"""The explorers' sentences say what is computed in claims/explorers.py."""

import pytest

from pe_book import explorers
from tests.claims import explorers as said
from tests.claims import tidy
from tests.rendered import text_of


@pytest.mark.parametrize(("name", "settings", "claim"), said.CLAIMS)
def test_the_sentence_says_what_is_computed(name, settings, claim):
    assert tidy(claim.filled[0]) in tidy(text_of(explorers.ALL[name], **settings).sentence)
