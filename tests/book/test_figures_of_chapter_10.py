"""The figure of chapter 10 says what it was given."""

import numpy as np

from pe_book.figures import chapter_10 as figures


def test_the_figure_of_buckets_names_where_the_last_ones_begin():
    shown = figures.buckets(
        np.arange(6),
        {"causal": np.array([0, 1, 2, 2, 3, 3]), "no mask": np.array([0, 1, 1, 2, 2, 2])},
    )
    assert "causal: bucket 3 from distance 4 on; no mask: bucket 2 from distance 3 on" in shown.alt
    assert "longer" in shown.alt and "<svg" in shown.svg
