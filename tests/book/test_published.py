"""What `identify` says of the tables that published packages make."""

import numpy as np
import pytest

from pe_book.data.published import published_tables, what_they_are
from pe_check.identify import identify
from pe_lib import tensor2tensor_encoding

TENSOR2TENSOR = ["halves", "end point reached"]
FINDINGS = {
    "PyTorch tutorial, PositionalEncoding": [],
    "torchtune, RotaryPositionalEmbeddings": ["RoPE cache"],
    "keras-hub, SinePositionEncoding": [],
    "transformers, M2M100": ["padding", *TENSOR2TENSOR],
    "transformers, Speech2Text": ["padding", *TENSOR2TENSOR],
    "transformers, Whisper's encoder": TENSOR2TENSOR,
    "transformers, DistilBERT": [],
    "transformers, XLNet's relative positions": ["halves", "backwards", "another start"],
    "diffusers, time steps": [
        "halves",
        "sine and cosine swapped",
        "scaled positions",
    ],
    "diffusers, 2-D as in MAE": ["grid", "halves", "scaled positions"],
    "timm, 2-D": ["grid", "halves"],
    "x-transformers, ScaledSinusoidalEmbedding": ["halves", "amplitude"],
    "positional-encodings, 1-D": [],
}
TABLES = {name.partition(" (")[0]: table for name, table in published_tables().items()}


def test_every_published_table_has_its_expectation():
    assert set(TABLES) == {*FINDINGS, "GPT-2, learned"}


@pytest.mark.parametrize("name", FINDINGS)
def test_a_published_table_is_what_its_source_says(name):
    found = identify(TABLES[name])
    assert found.sinusoidal and found.base == 10_000 and found.error < 2e-5
    assert [finding.name for finding in found.findings] == FINDINGS[name]


def test_learned_rows_are_not_called_sinusoidal():
    found = identify(TABLES["GPT-2, learned"])
    assert not found.sinusoidal and found.base is None
    assert "explains 48.2% of the variance of the first 64 rows" in found.explanation
    assert "rows alone" not in found.explanation


def test_tensor2tensor_by_its_published_rule():
    found = identify(tensor2tensor_encoding(64, 32))
    assert [finding.name for finding in found.findings] == TENSOR2TENSOR
    found = identify(tensor2tensor_encoding(64, 33))  # its odd width ends in zeros
    assert [finding.name for finding in found.findings] == ["padding", *TENSOR2TENSOR]


def test_fairseq_by_its_published_rule():
    # fairseq/modules/sinusoidal_positional_embedding.py: the row of the padding index is zero, and
    # the first token has the row after it.
    omega = np.exp(np.arange(16) * -(np.log(10_000) / 15))
    angles = np.arange(42)[:, np.newaxis] * omega
    table = np.concatenate([np.sin(angles), np.cos(angles)], axis=1).astype(np.float32)
    assert identify(table[2:]).start == 2
    table[1] = 0
    found = identify(table)
    assert [finding.name for finding in found.findings] == ["padding", *TENSOR2TENSOR]
    assert "Row 1 is zero" in found.explanation


def test_the_chapter_lists_them_all():
    rows = what_they_are()
    assert len(rows) == len(FINDINGS) + 1
    assert rows[-1][1:] == ("Not a sinusoidal table, within rounding.", "–")
