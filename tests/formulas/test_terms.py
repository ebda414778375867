"""What the glossary and the page on notation say of a term, beside what decides it."""

import math
import re

import numpy as np
import pytest

import pe_lib
from pe_check.identify.measure import wrap
from pe_lib import heads, variants
from pe_lib.attention import softmax
from pe_lib.practice import (
    grid_encoding,
    halves_to_pairs,
    pairs_to_halves,
    position_ids,
    same_document,
    t5_buckets,
    to_bfloat16,
)
from tests.formulas.pages import PAGES, text_of
from tests.formulas.test_statements import ORDER, X, equivariant, layer, shifts
from tests.phrases import Phrases, each_phrase

TABLE = pe_lib.positional_encoding(40, 8)
OMEGA, LAMBDA = pe_lib.angular_frequencies(8), pe_lib.wavelengths(8)
WEIGHTS = pe_lib.attention_weights(X, X)
CAUSAL = pe_lib.attention_weights(X, X, causal=True)
GRID = grid_encoding(2, 4, 8)
BUCKETS = t5_buckets(-np.arange(100))
SCALED = {
    "alike": OMEGA / variants.interpolated_frequencies(8, 4.0),
    "base": OMEGA / pe_lib.angular_frequencies(8, variants.ntk_base(8, 4.0)),
    "by pair": OMEGA / variants.yarn_frequencies(8, 4.0, 400),
}


def is_refused(function, *arguments) -> bool:
    try:
        function(*arguments)
    except ValueError:
        return True
    return False


def angle(row: np.ndarray, column: int) -> float:
    """Return the angle of the point of which this column is the sine and the next the cosine."""
    return math.atan2(row[column], row[column + 1])


def turned_together(*, halves: bool) -> set[int]:
    """Return the columns that a rotary program turns with column 0, of 8."""
    x = np.eye(8)[:1]
    if halves:
        turned = pairs_to_halves(variants.rope(halves_to_pairs(x, 1), positions=[1]), 1)
    else:
        turned = variants.rope(x, positions=[1])
    return {*np.flatnonzero(np.abs(turned[0]) > 1e-9).tolist()}


def rope_scores(start: int) -> np.ndarray:
    turned = variants.rope(X, positions=start + np.arange(5))
    return turned @ turned.T


def perplexity(probabilities) -> float:
    return math.exp(-np.sum(probabilities * np.log(probabilities)))


def r_squared(x, y) -> float:
    return np.corrcoef(x, y)[0, 1] ** 2


TERMS: Phrases = {
    "glossary": [
        ("each score is lowered in proportion to the distance, and the words get no position "
         "vectors",
         lambda: np.allclose(variants.alibi_bias(5, 0.5)[4], -0.5 * np.arange(4, -1, -1.0))),
        ("Each position takes a weighted mean of the values of all positions; the weights come "
         "from comparing its query with their keys",
         lambda: np.allclose(WEIGHTS.sum(axis=1), 1) and np.allclose(layer(X), WEIGHTS @ X)
         and np.allclose(WEIGHTS, softmax(X @ X.T / math.sqrt(8)))),
        ("so it skips whole numbers above", lambda: to_bfloat16([255.0, 256, 257]).tolist()
         == [255, 256, 256]),
        ("combining a column and a row into a table: every entry of the column is combined with "
         "every entry of the row",
         lambda: (np.arange(3)[:, np.newaxis] * np.arange(4)).shape == (3, 4)),
        ("a range of offsets that share one learned number. Near offsets have buckets of their "
         "own.",
         lambda: len({*BUCKETS[:8]}) == 8 and len({*BUCKETS[91:]}) == 1),
        ("a position sees only itself and earlier positions",
         lambda: np.array_equal(CAUSAL > 0, np.tri(5, dtype=bool))),
        ("The mask belongs to places, not to words,", lambda: np.array_equal(
            pe_lib.attention_weights(ORDER @ X, ORDER @ X, causal=True) > 0, np.tri(5))),
        ("A vector for each position, added to the word at that position.",
         lambda: len(pe_lib.positional_encoding(5, 8) + X) == 5),
        ("Positions with two coordinates or more: each axis has columns, or pairs, of its own.",
         lambda: not np.ptp(GRID[:4, :4], axis=0).any()
         and np.array_equal(GRID[:4, 4:], GRID[4:8, 4:])),
        ("make scores depend on the offset between two positions, not on the positions themselves",
         lambda: np.allclose(rope_scores(0), rope_scores(100))),
        ("Several documents in one row of a batch, kept apart by a mask.", lambda: np.array_equal(
            same_document([2, 3])[:2], [[1, 1, 0, 0, 0]] * 2)),
        ("Empty tokens that give all texts of a batch the same length; a mask hides them.",
         lambda: position_ids([[0, 0, 1, 1]])[0, 2:].tolist() == [0, 1]),
        ("to the vector at each position separately, the same at every position",
         lambda: np.allclose(np.maximum(ORDER @ X, 0), ORDER @ np.maximum(X, 0))),
        ("so a layer with this mask is not equivariant", lambda: not equivariant(causal=True)),
        ("Reordering the input reorders the output in the same way", equivariant),
        ("Reordering the input does not change the output: $g(PX) = g(X)$. A mean over positions "
         "is invariant.", lambda: np.allclose((ORDER @ X).mean(axis=0), X.mean(axis=0))),
        ("A decoder has the causal mask and can write from left to right; an encoder has no mask, "
         "so every position sees all positions",
         lambda: not np.triu(CAUSAL, 1).any() and (WEIGHTS > 0).all()),
        ("turns column $j$ together with column $j + d/2$",
         lambda: turned_together(halves=True) == {0, 4}),
        ("Pair $j$ is in columns $2j$ and $2j+1$",
         lambda: turned_together(halves=False) == {0, 1}
         and all(np.isclose(wrap(angle(TABLE[9], 2 * j) - 9 * OMEGA[j]), 0) for j in range(4))),
        ("A function that says how alike two inputs are. For sines and cosines it depends on the "
         "difference of the inputs alone.",
         lambda: pe_lib.toeplitz_deviation(TABLE @ TABLE.T) < 1e-9),
        ("subtract the mean of its numbers and divide by their standard deviation",
         lambda: np.isclose(((X[0] - X[0].mean()) / X[0].std()).std(), 1)),
        ("It has no row for a position beyond its end.",
         lambda: len(variants.learned_encoding(9, 4)) == 9),
        ("the sum of the squared errors is smallest",
         lambda: np.isclose(np.polyfit([0, 1, 2], [0, 0, 3], 0), 1)),
        ("The smallest distance between two different rows.", lambda: min(
            np.linalg.norm(TABLE[p] - TABLE[q]) for p in range(40) for q in range(p)) < 1),
        ("such as the mean of no numbers. Every number computed from it is NaN as well, and it "
         "does not even equal itself.",
         lambda: np.isnan(np.nan + 1) and np.nan != np.nan),
        ("refuses tables that hold one",
         lambda: is_refused(pe_lib.fit_shift, np.full((9, 4), np.nan), 1)),
        ("the number of positions from one word to another, with a sign", lambda: shifts(8)),
        ("The two columns that share a frequency: a sine and a cosine, together a point on a "
         "circle.",
         lambda: np.allclose(np.hypot(TABLE[:, 0::2], TABLE[:, 1::2]), 1)),
        ("in each row and column. $PX$ is $X$ with its rows in another order",
         lambda: np.allclose([ORDER.sum(axis=0), ORDER.sum(axis=1)], 1)
         and np.allclose(np.sort(ORDER @ X, axis=0), np.sort(X, axis=0))),
        ("as if it had to choose among that many equally likely words. Lower is better.",
         lambda: np.isclose(perplexity(np.full(5, 0.2)), 5)
         and perplexity(np.array([0.9, 0.1])) < perplexity(np.array([0.5, 0.5]))),
        ("slow all pairs alike, raise the base, or decide pair by pair and also scale the "
         "attention scores (YaRN)",
         lambda: np.allclose(SCALED["alike"], 4) and variants.ntk_base(8, 4.0) > 10_000
         and SCALED["by pair"].min() < 1.01 < 3.99 < SCALED["by pair"].max()
         and variants.yarn_score_factor(4.0) > 1),
        ("A large share does not prove that the relation is linear.",
         lambda: r_squared(np.arange(9), np.arange(9) ** 2) > 0.9),
        ("queries and keys are rotated by their positions, and nothing is added to the words",
         lambda: np.allclose(np.linalg.norm(variants.rope(X), axis=1), np.linalg.norm(X, axis=1))),
        ("A map that keeps all lengths and angles and does not reflect. A shift by $k$ positions "
         "rotates pair $j$ by $k\\,\\omega_j$.",
         lambda: np.isclose(np.linalg.det(pe_lib.rotation_matrix(3, 8)), 1)
         and np.isclose(pe_lib.rotation_matrix(3, 8)[2, 2], np.cos(3 * OMEGA[1]))),
        ("The dot product of a query and a key. Divided by $\\sqrt d$, it goes into softmax.",
         lambda: np.allclose(WEIGHTS, softmax(X @ X.T / math.sqrt(8)))),
        ("Two training runs with different seeds start with different weights.",
         lambda: (heads.random_head(4, seed=0).W_q != heads.random_head(4, seed=1).W_q).all()),
        ("the dot product of two rows $k$ apart, divided by the number of pairs",
         lambda: np.isclose(TABLE[9] @ TABLE[12] / 4, pe_lib.similarity(3, 8))),
        ("Exponentials divided by their sum. Softmax turns scores into positive weights that sum "
         "to",
         lambda: np.allclose(softmax(X[0]), np.exp(X[0]) / np.exp(X[0]).sum())),
        ("minus row: one value along each diagonal",
         lambda: np.ptp(np.diagonal(TABLE @ TABLE.T, 3)) < 1e-9),
        ("completes no turn in a text of the given length: its wavelength is longer than the text",
         lambda: np.array_equal(OMEGA * 100 < 2 * np.pi, LAMBDA > 100)),
        ("the number of positions in which pair $j$ makes one turn",
         lambda: np.allclose(pe_lib.positional_encoding_at(LAMBDA[1:2], 8)[0, 2:4], [0, 1])),
        ("the angle by which pair $j$ turns for each position, in radians",
         lambda: np.isclose(angle(TABLE[8], 2) - angle(TABLE[7], 2), OMEGA[1])),
    ],
    "notation": [
        ("position of a word, counted from 0", lambda: np.allclose(TABLE[0], [0, 1] * 4)),
        ("length of a sequence | positions |", lambda: len(TABLE) == 40),
        ("number of columns of the table, width of a word vector", lambda: TABLE.shape[1] == 8),
        ("$0, \\dots, L-1$", lambda: np.allclose(
            TABLE[-1], pe_lib.positional_encoding_at([39], 8)[0])),
        ("$0, \\dots, d/2 - 1$", lambda: len(OMEGA) == 8 // 2),
        ("10000 unless said otherwise",
         lambda: np.array_equal(OMEGA, pe_lib.angular_frequencies(8, 10000.0))),
        ("offset: how many positions further on | positions, either sign |", lambda: np.allclose(
            [pe_lib.rotation_matrix(k, 8) @ TABLE[9] for k in (2, -2)], TABLE[[11, 7]])),
        ("row $p$ of the table | $d$ numbers between $-1$ and $1$ |",
         lambda: TABLE[5].shape == (8,) and -1 < TABLE.min() < -0.9 and TABLE.max() == 1),
        ("$d \\times d$, even $d$ |",
         lambda: pe_lib.rotation_matrix(1, 8).shape == (8, 8)
         and is_refused(pe_lib.rotation_matrix, 1, 7)),
        ("mean of $\\cos(\\omega_j k)$ over the pairs | between $-1$ and $1$ |",
         lambda: np.isclose(pe_lib.similarity(3, 8), np.cos(3 * OMEGA).mean())),
        ("word vectors, one row for each position | $L \\times d$ |",
         lambda: layer(X).shape == X.shape),
        ("the exponent is then $2i/d$ or $i/d$", lambda: np.allclose(
            [1e4 ** (-2 * i / 8) for i in range(4)], [1e4 ** (-i / 8) for i in range(0, 8, 2)])),
        ("half | the same numbers in another order of columns", lambda: np.array_equal(
            halves_to_pairs(np.hstack([TABLE[:, 0::2], TABLE[:, 1::2]]), 1), TABLE)),
        ("| positions from 0 | positions from 1 | row 0 is",
         lambda: TABLE[0].tolist() == [0, 1] * 4),
        ("A vector is a row when it is part of a table ($XW$), and a column when a matrix acts "
         "on it",
         lambda: np.allclose(pe_lib.rotation_matrix(2, 8) @ TABLE[1], TABLE[3])
         and not np.allclose(TABLE[1] @ pe_lib.rotation_matrix(2, 8), TABLE[3])),
        ("Angles are in radians. $\\ln$ is the natural logarithm.",
         lambda: np.isclose(TABLE[1, 0], math.sin(1)) and np.isclose(
             OMEGA[1], math.exp(-2 / 8 * math.log(1e4)))),
    ],
}  # fmt: skip


@each_phrase(TERMS)
def test_what_is_said_of_a_term_is_true(name, phrase, is_true):
    [path] = (path for path in PAGES if path.stem == name)
    assert phrase in " ".join(text_of(path).split()), f"{name} does not say “{phrase}”"
    assert is_true()


NOTATION = next(path for path in PAGES if path.stem == "notation")
EXCEPTIONS = re.findall(
    r"(?ms)^- in \[([^]]+)\]\(\.\./(chapters/(\d+)\S+?)\)(.+?)(?=^- |^\|)", text_of(NOTATION)
)


@pytest.mark.parametrize(("called", "chapter", "number", "exceptions"), EXCEPTIONS)
def test_a_chapter_has_the_letters_that_are_its_exceptions(called, chapter, number, exceptions):
    assert called in (f"chapter {int(number)}", "RoPE in 15 minutes")
    formulas = " ".join(re.findall(r"\$+([^$]+)\$+", text_of(NOTATION.parents[1] / chapter)))
    for letter in re.findall(r"\$([^$]+)\$", exceptions):
        assert letter.replace(" ", "") in formulas.replace(" ", ""), letter
