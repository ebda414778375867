"""Stored rows, tables of packages and measured times are what their sources give."""

import hashlib

import numpy as np
import pytest

from pe_book.data import learned_rows
from pe_book.data.learned_rows import gpt2_rows, measure, stored, tables
from pe_book.data.measured import table_benchmark
from pe_book.data.published import published_tables
from pe_check.identify import identify

TENSOR2TENSOR = ["halves", "end point reached"]
#: The deviations from the paper's table that the packages' sources show.
FINDINGS = {
    "PyTorch tutorial, PositionalEncoding": [],
    "torchtune, RotaryPositionalEmbeddings": ["RoPE cache"],
    "keras-hub, SinePositionEncoding": [],
    "transformers, M2M100": ["padding", *TENSOR2TENSOR],
    "transformers, Speech2Text": ["padding", *TENSOR2TENSOR],
    "transformers, Whisper's encoder": TENSOR2TENSOR,
    "transformers, DistilBERT": [],
    "transformers, XLNet's relative positions": ["halves", "backwards", "another start"],
    "diffusers, time steps": ["halves", "sine and cosine swapped", "scaled positions"],
    "diffusers, 2-D as in MAE": ["grid", "halves", "scaled positions"],
    "timm, 2-D": ["grid", "halves"],
    "x-transformers, ScaledSinusoidalEmbedding": ["halves", "amplitude"],
    "positional-encodings, 1-D": [],
}


def test_the_rows_are_those_of_the_checkpoint():
    rows = gpt2_rows()
    assert rows.shape == (64, 768)
    np.testing.assert_allclose(rows[0, :5], [-0.0188, -0.1974, 0.0040, 0.0113, 0.0638], atol=5.1e-5)
    digest = hashlib.sha256(rows.astype(np.float32).tobytes()).hexdigest()
    assert digest == "b1db8bb0a73327217527517abf70043979d4c601d6d214a0403c94b320a851e4"


def test_what_is_stored_is_what_the_rows_give():
    kept = stored()
    assert list(kept) == ["gpt2", "sinusoid", "random", "walk", "smooth"]
    for name, rows in tables().items():
        found = measure(rows)
        np.testing.assert_allclose(kept[name].shares, found.shares, atol=5.1e-4)
        # Nearly equal variances, as of random rows, let another machine turn the directions.
        if name != "random":
            np.testing.assert_allclose(kept[name].components, found.components, atol=1.1e-3)
        # Each column is cut where it goes beyond the size that it has from row 4 on.
        assert kept[name].columns.shape == (learned_rows.COLUMNS, 64)
        np.testing.assert_allclose(kept[name].columns, found.columns, atol=0.51 / 8 + 1e-6)
        assert np.abs(kept[name].columns[:, learned_rows.FIRST :]).max(axis=1) == pytest.approx(1)
        assert len(kept[name].cosines) == learned_rows.OFFSETS
        for one, other in zip(kept[name].cosines, found.cosines, strict=True):
            np.testing.assert_allclose(one, other, atol=5.1e-4)


def test_the_columns_are_those_that_vary_most():
    for name, rows in tables().items():
        later = rows[learned_rows.FIRST :]
        varied = np.sort(later.var(axis=0))[-learned_rows.COLUMNS :]
        shown = measure(rows).columns[:, learned_rows.FIRST :]
        most = later[:, later.var(axis=0) >= varied[0]].T
        n = learned_rows.COLUMNS
        found = np.corrcoef(shown, most)[:n, n:].diagonal()
        assert found == pytest.approx(np.ones(n)), name
        assert (later.var(axis=0) >= varied[0]).sum() == learned_rows.COLUMNS


def test_a_published_table_is_what_its_source_says():
    published = {name.partition(" (")[0]: table for name, table in published_tables().items()}
    learned = identify(published.pop("GPT-2, learned"))
    assert not learned.sinusoidal and learned.base is None
    assert set(published) == set(FINDINGS)
    for name, table in published.items():
        found = identify(table)
        assert found.sinusoidal and found.base == 10_000 and found.error < 2e-5, name
        assert [finding.name for finding in found.findings] == FINDINGS[name], name


def test_the_stored_benchmark_supports_the_chapters():
    results = table_benchmark()
    for times in results["times"]:
        assert times["ours"]["ms"] < times["vectorized"]["ms"] < times["loop"]["ms"]
    largest = results["errors"]["largest"]
    assert max(largest["ours"]) <= 1e-15 and max(largest["ours32"]) <= 2.0**-25 + 1e-15
    for name in ("loop", "vectorized", "exp_log", "tutorial64"):
        assert largest[name][-1] > 1e5 * largest["ours"][-1]
