"""What is stored of GPT-2's positions is what its first rows give."""

import hashlib

import numpy as np
import pytest

from pe_book.data import learned_rows
from pe_book.data.learned_rows import gpt2_rows, measure, stored, tables


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
