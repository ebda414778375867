"""Statements of chapters 9 and 10 about transformers that its configurations do not show."""

from __future__ import annotations

import math

import pytest

from book.paths import ROOT
from tests.prose.chapter_10 import QWEN3_VL, SECTIONS
from tests.prose.conftest import asked_of_transformers

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("transformers")]
CHAPTER_9 = (ROOT / "chapters/09_positions_in_practice.ipynb").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def found(transformers) -> dict:
    """Return what the library does."""
    return asked_of_transformers(transformers, "statements_of_transformers.py")


def test_the_version_is_the_one_that_the_chapter_names(found):
    assert f"transformers {found['version'].rpartition('.')[0]}" in CHAPTER_9


def test_gaps_are_documents_by_one_rule_and_not_by_the_other(found):
    assert found["packed_by_mask"] == [0, 1, 2] and found["packed_by_flash_attention"] == 1


def test_mscale_all_dim_multiplies_scores_by_a_square(found):
    assert found["mscale"] == pytest.approx((0.1 * math.log(40) + 1) ** 2)


def test_sections_and_sinks(found):
    assert found["sections"] == {"qwen2_vl": SECTIONS, "qwen3_vl": QWEN3_VL}
    assert len(found["sinks"]) == 1
