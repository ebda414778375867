"""What chapters 9 and 10 say of the transformers library is what that library does."""

from __future__ import annotations

import math

import numpy as np
import pytest

from book.paths import ROOT
from pe_lib import angular_frequencies
from tests.check.conftest import asked_of_transformers
from tests.prose.chapter_10 import QWEN3_VL, SECTIONS

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("transformers")]
CHAPTER_9 = (ROOT / "chapters/09_positions_in_practice.ipynb").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def says(transformers) -> dict:
    """What the library says."""
    return asked_of_transformers(transformers, "statements_of_transformers.py")


def test_the_version_is_the_one_that_the_chapter_names(says):
    assert f"transformers {says['version'].rpartition('.')[0]}" in CHAPTER_9


def test_no_rope_layers_has_a_1_for_each_layer_that_uses_rope(says):
    assert says["no_rope_layers"] == [1, 1, 1, 0, 1, 1, 1, 0]
    assert says["uses_rope"] == [bool(layer) for layer in says["no_rope_layers"]]


def test_proportional_divides_exponents_by_the_whole_head(says):
    wanted = np.where(np.arange(128) < 32, angular_frequencies(256, 1e6), 0)
    np.testing.assert_allclose(says["proportional"], wanted, rtol=1e-6)


def test_gaps_are_documents_by_one_rule_and_not_by_the_other(says):
    assert says["packed_by_mask"] == [0, 1, 2] and says["packed_by_flash_attention"] == 1


def test_layouts(says):
    neighbors = {"cohere", "glm", "ernie4_5", "helium", "llama4", "deepseek_v2", "gptj"}
    found = says["partner"]
    assert {name for name, column in found.items() if column == 1} == neighbors
    assert {found[name] for name in found.keys() - neighbors} == {4}  # half of eight
    assert says["rope_interleave"] == [True, True]


def test_bases(says):
    assert says["default_base"] == 10_000
    assert says["gemma3"] == {"sliding_attention": 10_000, "full_attention": 1_000_000}
    kinds = says["gemma3_full_layers"]
    assert [n for n, kind in enumerate(kinds) if kind == "full_attention"] == [5, 11]


def test_mscale_all_dim_multiplies_scores_by_a_square(says):
    assert says["mscale"] == pytest.approx((0.1 * math.log(40) + 1) ** 2)


def test_llama_4(says):
    assert says["llama4"] == [8192, 8192, 0.1, 6]  # of eight layers


def test_sections_and_sinks(says):
    assert says["sections"] == {"qwen2_vl": SECTIONS, "qwen3_vl": QWEN3_VL}
    assert len(says["sinks"]) == 1
