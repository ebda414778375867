"""The figures of chapters 5 to 8 show what they are given, and their texts say what is shown."""

import re

import numpy as np
import pytest

import pe_lib
from pe_book.figures import chapter_5, chapter_6, chapter_8, chapter_11
from pe_book.model.experiments import three_back
from pe_lib import heads


def words(picture):
    return set(re.findall(r">([^<>]+)<", picture.svg))


RESULTS = {
    "date": "2030-01-02",
    "machine": {"processor": "a processor", "python": "3.11.7", "numpy": "2.4.6"},
    "contenders": {
        "limit": {"words": "write limit", "dtype": "float64"},
        "limit32": {"words": "write limit", "dtype": "float32"},
        "ours": {"words": "pe_lib", "dtype": "float64"},
        "vectorized": {"words": "vectorized", "dtype": "float64"},
    },
    "shapes": [[512, 512], [8192, 1024]],
    "times": [
        {},
        {"limit": {"ms": 10}, "limit32": {"ms": 5}, "ours": {"ms": 15}, "vectorized": {"ms": 1200}},
    ],
}


def test_measured_times_are_listed_fastest_first_with_machine_and_date():
    picture = chapter_5.measured_times(RESULTS, (8192, 1024))
    assert picture.alt.endswith("pe_lib, float64: 15 ms; vectorized, float64: 1200 ms.")
    assert "write limit, float32: 5.0 ms; write limit, float64: 10 ms;" in picture.alt
    assert "80.0 times faster" in picture.caption
    assert "2030-01-02: a processor, Python 3.11.7, numpy 2.4.6" in picture.caption


def test_directions_tell_how_many_hold_the_share():
    table = np.diag([3.0, 2.0, 1.0])
    picture = chapter_6.directions({3: table - table.mean(axis=0)}, share=0.5)
    assert "reach 50% at 1 for 3 positions" in picture.alt


def test_the_head_tells_where_it_looks():
    table = pe_lib.positional_encoding(30, 64)
    weights = heads.head_weights(table, heads.look_back_head(2, 64), sharpness=30)
    assert "2 back for 100%" in chapter_6.head(weights, 2).alt
    assert "5 back for 0%" in chapter_6.head(weights, 5).alt


def test_score_matrices_sort_kept_from_lost():
    table = pe_lib.positional_encoding(20, 16)
    picture = chapter_6.score_matrices(
        {"alone": table @ table.T, "random": heads.scores(table, heads.random_head(16))}
    )
    assert picture.caption.endswith("Lost: random. Kept: alone.")
    assert re.search(r"alone: \d\s×\s10⁻¹.; random: 0\.\d\d\.", picture.alt)


def test_accuracy_is_reported_separately_for_trained_and_unseen_positions():
    found = np.array([[np.nan, 1.0, 0.5, 0.0], [np.nan, 1.0, 0.7, 0.2]])
    picture = chapter_11.accuracy({"rope": found}, trained_length=2, chance=0.1)
    assert "RoPE 1.00 at trained and 0.35 at unseen positions" in picture.alt
    assert "2 seeds" in picture.caption
    assert {"trained", "never seen"} <= words(picture)


def test_accuracy_draws_every_encoding_of_the_experiment():
    picture = chapter_11.accuracy(three_back.stored(), trained_length=32, chance=1 / 16)
    for name in ("no encoding", "sinusoid", "learned", "RoPE", "ALiBi"):
        assert name in words(picture)


def test_where_it_looks_tells_how_many_are_whole_turns_away():
    back = np.array([[[0, 1, 2, 3, 3, 9, 6, 6]]])
    picture = chapter_11.where_it_looks(back, look_back=3, trained_length=5)
    assert "3 back for 100% of the queries" in picture.alt
    assert "33% of the queries" in picture.alt
    assert "6.28 positions each" in picture.caption


def test_norms_tell_how_far_each_table_wanders():
    picture = chapter_8.norms({"right": pe_lib.positional_encoding(9, 8), "twice": np.ones((9, 8))})
    assert "right from 2.00 to 2.00; twice from 2.83 to 2.83" in picture.alt


@pytest.mark.parametrize(
    "draw",
    [
        lambda: chapter_6.directions({n: np.eye(8) for n in (1, 2, 3, 4)}),
        lambda: chapter_8.norms({n: np.ones((9, 8)) for n in "abcd"}),
    ],
)
def test_no_curve_is_left_out_for_want_of_a_color(draw):
    with pytest.raises(ValueError, match="shorter"):
        draw()
