"""The figures of chapters 1 to 4 show what they are given, and their texts say what is shown."""

import re

import numpy as np

import pe_lib
from pe_book.figures import chapter_1, chapter_2, chapter_3, chapter_4
from pe_book.model.sentences import examine

WORDS = "a b c b".split()


def texts(picture) -> list[str]:
    """Return the words and numbers in the figure, in the order in which they are drawn."""
    return re.findall(r">([^<>]+)<", picture.svg)


def test_weights_of_a_word_tell_what_it_gives_and_whether_the_order_changes_that():
    weights = np.array([[0.2, 0.5, 0.3], [0.1, 0.1, 0.8], [0.6, 0.2, 0.2]])
    orders = [["a", "b", "c"], ["c", "b", "a"]]
    picture = chapter_1.weights_of_a_word(orders, [weights, weights[::-1, ::-1]], "a")
    assert "a 0.20, b 0.50, and c 0.30" in picture.alt
    assert "largest difference 0)" in picture.caption
    other = chapter_1.weights_of_a_word(orders, [weights, weights], "a")
    assert "largest difference 3\u00a0×\u00a010⁻¹" in other.caption


def test_read_twice_tells_how_each_word_is_divided():
    readings = [examine(sentence, "sinusoidal") for sentence in ("the dog chased the cat",) * 2]
    alt = chapter_1.read_twice(readings).alt
    assert "dog 100% acts" in alt and "cat 0% acts" in alt


def test_moved_tells_every_journey_and_notices_an_output_that_changed():
    outputs = np.arange(8.0).reshape(4, 2)
    picture = chapter_1.moved(WORDS, [2, 0, 1, 3], outputs, outputs[[2, 0, 1, 3]])
    assert "c from place 2 to 0; a from place 0 to 1" in picture.alt
    assert "(largest difference 0)" in picture.caption
    other = chapter_1.moved(WORDS, [2, 0, 1, 3], outputs, outputs[[2, 0, 1, 3]] + [[0, 0.5]])
    assert "(largest difference 5\u00a0×\u00a010⁻¹)" in other.caption


def test_distances_tell_how_near_neighbors_are_and_the_flips_of_binary():
    count = np.arange(12)[:, np.newaxis]
    candidates = {
        "count": [count],
        "fraction": [count / 11, count[:10] / 9],
        "scaled": [count / 10_000],
        "binary": [count >> np.arange(4) & 1],
        "sine and cosine": [pe_lib.positional_encoding(12, 16)],
    }
    picture = chapter_2.distances_from(candidates, position=8)
    assert "neighbors are 0.09 and 0.0001 apart" in picture.caption
    assert "the neighbor 7 is the farthest of all, because 4 digits flip" in picture.caption
    rows = candidates["sine and cosine"][0]
    far = np.linalg.norm(rows - rows[8], axis=1).max()
    assert f"no row more than {far:.1f}." in picture.caption
    assert {"L = 12", "L = 10"} <= set(texts(picture))
    assert "because 3 digits flip" in chapter_2.distances_from(candidates, position=4).caption


def test_two_heights_tells_both_sines_and_both_cosines():
    picture = chapter_2.two_heights(frequency=0.1, first=5, second=26)
    sines, cosines = np.sin([0.5, 2.6]), np.cos([0.5, 2.6])
    assert f"{sines[0]:.2f} and {sines[1]:.2f}" in picture.alt
    assert f"{cosines[0]:.2f} and −{-cosines[1]:.2f}" in picture.alt


def test_added_tells_how_far_apart_the_encoding_brings_the_two_places_of_a_word():
    encoding = np.zeros((4, 6))
    encoding[3, 0] = 2.5
    picture = chapter_2.added(WORDS, np.ones((4, 6)), encoding)
    assert (
        "Rows 1 and 3, the two places of “b”, are equal at the top and 2.5 apart" in picture.caption
    )


def test_ruler_counts_the_hands_beyond_the_line():
    picture = chapter_3.ruler({4: np.array([10.0, 100.0]), 6: np.array([1, 2, 3000.0])}, length=50)
    assert picture.alt.endswith("hollow: 1 of 2 and 1 of 3.")
    assert "L = 50" in texts(picture)
    assert chapter_3.ruler({4: np.array([10.0, 50.0])}, length=50).alt.endswith("hollow: 0 of 2.")


def test_arcs_tell_which_hands_finish_and_how_far_the_last_one_came():
    picture = chapter_3.arcs(np.geomspace(10, 36_000, 8), length=100)
    finished = int((np.geomspace(10, 36_000, 8) <= 100).sum())
    assert (
        f"The first {finished} are covered all the way around. The last {8 - finished}"
        in picture.alt
    )
    assert f"Pairs 0 to {finished - 1} have gone all the way around." in picture.caption
    assert "Pair 7 has moved by 1°" in picture.caption
    assert "10 turns" in texts(picture)
    # A hand that is just around is around.
    just = chapter_3.arcs(100 * 2.0 ** np.arange(-3, 5), length=100)
    assert "Pairs 0 to 3 have gone all the way around." in just.caption


def test_margins_find_the_nearest_rows():
    picture = chapter_3.margins({d: pe_lib.positional_encoding(101, d) for d in (2, 8, 64)})
    near = np.linalg.norm(pe_lib.positional_encoding(45, 2)[44] - [0, 1])
    assert f"{near:.2f} at k = 44 (d = 2)" in picture.caption
    assert "at k = 1 (d = 64)" in picture.caption


def test_bases_tell_where_each_curve_gets_low_or_that_it_does_not():
    offsets = np.arange(1, 101)
    curves = {10: 1 - offsets / 50, 100: 1 - offsets / 101, 1000: 1 - offsets / 1000}
    caption = chapter_3.bases(curves).caption
    assert "48 positions for base 10, 96 positions for base 100" in caption
    assert "none of these offsets for base 1000" in caption


def test_bases_find_a_low_offset_that_no_line_is_drawn_through():
    values = np.ones(100_000)
    values[77_776] = 0
    caption = chapter_3.bases({10: values, 100: values + 1, 1000: values + 2}).caption
    assert "below 0.05 at 77,777 positions for base 10, none of these" in caption


def test_dot_products_tell_the_diagonal_and_how_even_it_is():
    picture = chapter_4.dot_products(pe_lib.positional_encoding(20, 12))
    assert "the value is 6" in picture.alt
    spread = re.search(r"it varies by ([^,]+),", picture.caption)[1]
    assert spread == "0" or "10⁻¹" in spread


def test_fooled_counts_the_hands_that_are_back():
    caption = chapter_3.fooled(2 * np.pi * np.array([1.0, 3.0]), offsets=[44, 1]).caption
    apart = np.sqrt(sum(2 - 2 * np.cos(44 / np.array([1, 3]))))
    assert f"After 44 positions 1 of 2 are back, and the rows are {apart:.2f} apart" in caption
    assert "after 1 positions 0 of 2 are back" in caption


def test_the_dashed_line_of_fooled_is_where_each_hand_began(monkeypatch):
    """A hand that is back lies on it: after no positions each one does."""
    drawn = []
    monkeypatch.setattr(chapter_3, "picture", lambda figure, **texts: drawn.extend(figure.axes))
    chapter_3.fooled(2 * np.pi * np.array([1.0, 3.0]), offsets=[0, 1])
    for axes in drawn[:2]:
        began, hand = (line.get_xydata() for line in axes.lines if len(line.get_xdata()) == 2)
        np.testing.assert_allclose(began, hand, atol=1e-12)


def test_rigid_hands_tell_the_angles_that_stay():
    picture = chapter_4.rigid(2 * np.pi * np.array([1.0, 10.0]), positions=[0, 7], offset=4)
    assert "4.0 and 0.4 radians" in picture.caption and "0 and 7" in picture.alt


def test_looks_back_tells_where_the_largest_weights_are():
    weights = np.eye(6, k=-2) + 0.1
    assert "to the key 2 back, at least 1.10" in chapter_4.looks_back(weights, offset=2).caption
    assert "not at one offset" in chapter_4.looks_back(weights.T, offset=2).caption
