"""Conditions and directions of what chapters prove and sum up: “for even d”, “falls on the whole”.

Each phrase stands beside what decides it. In a theorem, a proposition, a corollary, or a law, every
word that sets a condition or a direction has to stand in such a phrase.
"""

import re
from collections.abc import Iterator

import numpy as np
import pytest

import pe_lib
from pe_lib import variants
from pe_lib.practice import pairs_to_halves, to_bfloat16
from tests.formulas.pages import PAGES, text_of
from tests.phrases import Phrases, each_phrase

CONDITIONS = re.compile(
    r"\b(?:even|odd|any|every|without|unless|no|one|shortest|longest|largest|smallest|many|alone|"
    r"same|none|always|never|whole|only|zero|each)\b"
)
X = np.random.default_rng(1).normal(size=(5, 8))
ORDER = pe_lib.permutation_matrix([3, 0, 4, 1, 2])


def layer(x: np.ndarray, **options) -> np.ndarray:
    return pe_lib.attention(x, x, x, **options)


def equivariant(**options) -> bool:
    return np.allclose(layer(ORDER @ X, **options), ORDER @ layer(X, **options))


def lengths_are_equal(d: int) -> bool:
    return bool(np.ptp(np.linalg.norm(pe_lib.positional_encoding(50, d), axis=1)) < 1e-9)


def products_depend_on_offsets(d: int) -> bool:
    rows = pe_lib.positional_encoding(40, d)
    return pe_lib.toeplitz_deviation(rows @ rows.T) < 1e-9


def shifts(d: int) -> bool:
    try:
        matrix = pe_lib.rotation_matrix(3, d)
    except ValueError:
        return False
    rows = pe_lib.positional_encoding(40, d)
    return np.allclose(matrix @ rows[7], rows[10]) and np.allclose(matrix @ rows[30], rows[33])


def off_the_blocks(d: int) -> float:
    matrix = pe_lib.rotation_matrix(3, d)
    blocks = np.kron(np.eye(d // 2), np.ones((2, 2)))
    return float(np.abs(matrix[blocks == 0]).max())


def sine_alone_works(omega: float, k: float) -> bool:
    """Return whether one factor leads from each sine to the one k positions on."""
    positions = np.arange(1, 30)
    now, then = np.sin(positions * omega), np.sin((positions + k) * omega)
    factor = (now @ then) / (now @ now)
    return np.allclose(factor * now, then)


def off_the_law(k: float, d: int, base: float = 1e4) -> float:
    return abs(float(pe_lib.similarity(k, d, base) - pe_lib.similarity_law(k, base)))


def unfinished(base: float, length: int, d: int = 128) -> int:
    return int((pe_lib.wavelengths(d, base) > length).sum())


def falls_at_each_step(d: int) -> bool:
    return bool((np.diff(pe_lib.similarity(np.arange(60), d)) < 0).all())


WAVES = pe_lib.wavelengths(64)
#: A page; what it says in a law or in its summary; and whether that holds.
LAWS_AND_SUMMARIES: Phrases = {
    "01_order_problem": [
        ("without positions and without a mask",
         lambda: equivariant() and not equivariant(causal=True)),
        ("for every input $X$ and every permutation matrix $P$", equivariant),
        ("every order of the words gives the same vector",
         lambda: np.allclose(layer(ORDER @ X).mean(axis=0), layer(X).mean(axis=0))),
        ("rows and columns move together",
         lambda: np.allclose((ORDER @ X) @ (ORDER @ X).T, ORDER @ (X @ X.T) @ ORDER.T)),
        ("It is not invariant; only a pooled output is",
         lambda: not np.allclose(layer(ORDER @ X), layer(X))),
        ("A causal mask breaks the symmetry", lambda: not equivariant(causal=True)),
        ("the outputs move along, unchanged", equivariant),
    ],
    "02_formula": [
        ("For even $d$, every row of the table has length",
         lambda: lengths_are_equal(8) and not lengths_are_equal(7)),
        ("Good rows are bounded",
         lambda: np.abs(pe_lib.positional_encoding_at([10**6], 64)).max() <= 1),
        ("radians per position, not degrees",
         lambda: np.isclose(pe_lib.positional_encoding(2, 2)[1, 0], np.sin(1))),
        ("Its sine and cosine stand in columns $2j$ and $2j+1$",
         lambda: [*pe_lib.positional_encoding(1, 4)[0]] == [0, 1, 0, 1]),
        ("Sine for even and cosine for odd *columns*, not positions",
         lambda: not pe_lib.positional_encoding(1, 8)[0, 0::2].any()),
        ("Column 6 belongs to pair 3",
         lambda: np.isclose(pe_lib.positional_encoding(2, 8)[1, 6], np.sin(1e4 ** (-6 / 8)))),
        ("with $2i/d$ the base is squared",
         lambda: np.allclose(1e4 ** (-2 * np.arange(0, 8, 2) / 8),
                             pe_lib.angular_frequencies(8, 1e8))),
        ("with it every row has length", lambda: lengths_are_equal(8)),
    ],
    "03_frequency_and_wavelength": [
        ("for whole numbers $p$ and $q$",
         lambda: np.isclose(np.sin(1 + 2 * np.pi), np.sin(1))
         and np.abs(np.exp(1j * np.arange(1, 3000)) - 1).min() > 1e-6),
        ("differ by whole turns", lambda: np.isclose(np.exp(2j * np.pi * 3), 1)),
        ("for a whole number $n$", lambda: not np.isclose(np.exp(2j * np.pi * 2.5), 1)),
        ("But $\\pi$ is irrational",
         lambda: np.abs(np.sin(np.arange(1, 3000))).min() > 1e-6),
        ("The shortest wavelength is", lambda: np.isclose(WAVES.min(), 2 * np.pi)),
        ("The longest is", lambda: np.isclose(WAVES.max(), 2 * np.pi * 1e4 ** (1 - 2 / 64))),
        ("is the limit for many columns; no table reaches it",
         lambda: WAVES.max() < pe_lib.wavelengths(1024).max() < 2 * np.pi * 1e4),
        ("Small $j$ is the *fast* end", lambda: (np.diff(WAVES) > 0).all()),
        ("one step short of", lambda: np.isclose(WAVES[-1] * WAVES[1] / WAVES[0], 2e4 * np.pi)),
        ("Unfinished hands, the slow ones, are the only ones that meet new angles",
         lambda: (np.flatnonzero(WAVES > 512) > np.flatnonzero(WAVES <= 512).max()).all()),
        ("A larger base reaches farther and resolves less",
         lambda: pe_lib.similarity(500, 128, 1e6) > pe_lib.similarity(500, 128, 1e3)
         and pe_lib.similarity(5, 128, 1e6) > pe_lib.similarity(5, 128, 1e3)),
        ("More columns fill the range more finely; they hardly extend it",
         lambda: 1 < pe_lib.wavelengths(512).max() / WAVES.max() < 1.5),
        ("One frequency makes rows unique; the others keep them clearly apart",
         lambda: np.abs(np.exp(1j * np.arange(1, 1000)) - 1).min() < 1e-3
         < pe_lib.similarity(0, 8) - pe_lib.similarity(710, 8)),
    ],
    "04_offsets_are_rotations": [
        ("For even $d$ and any offset $k$ there is one matrix $M_k$",
         lambda: shifts(8) and not shifts(7)),
        ("for every position $p$", lambda: shifts(16)),
        ("pair $j$ has the block", lambda: shifts(8)),
        ("and everything else is zero", lambda: off_the_blocks(8) == 0),
        ("For one frequency $\\omega$ and sine alone, no number $m$ gives",
         lambda: not sine_alone_works(0.7, 3)),
        ("for all $p$, unless", lambda: sine_alone_works(0.7, np.pi / 0.7)),
        ("**Theorem (similarity).** For even $d$",
         lambda: products_depend_on_offsets(8) and not products_depend_on_offsets(7)),
        ("It depends on $k$ alone, and is the same for $k$ and $-k$",
         lambda: products_depend_on_offsets(8)
         and pe_lib.similarity(3, 8) == pe_lib.similarity(-3, 8)),
        ("and many pairs",
         lambda: off_the_law(30, 2048) < 0.02 < off_the_law(30, 8)),
        ("by $k$: it turns each pair by", lambda: shifts(8)),
        ("the same at every position", lambda: shifts(8)),
        ("Shifts add up",
         lambda: np.allclose(pe_lib.rotation_matrix(2, 8) @ pe_lib.rotation_matrix(3, 8),
                             pe_lib.rotation_matrix(5, 8))),
        ("With odd $d$ the last sine has no cosine to turn with, and there is no $M_k$",
         lambda: not shifts(7) and pe_lib.positional_encoding(1, 7)[0, -1] == 0),
        ("depends on their offset alone, and not on its sign: distance without direction",
         lambda: pe_lib.similarity(3, 8) == pe_lib.similarity(-3, 8)),
        ("It falls on the whole, not at every step",
         lambda: not falls_at_each_step(512)
         and pe_lib.similarity(5, 512) > pe_lib.similarity(50, 512)),
        ("RoPE turns queries and keys",
         lambda: np.allclose(variants.rope(X) @ variants.rope(X).T,
                             variants.rope(X, positions=np.arange(5) + 70)
                             @ variants.rope(X, positions=np.arange(5) + 70).T)),
    ],
    "05_loop_and_vectorized": [
        ("an odd width needs one cosine fewer",
         lambda: (pe_lib.positional_encoding(1, 7)[0] == 1).sum() == 3),
        ("Float32 angles lose digits in proportion to the position",
         lambda: np.spacing(np.float32(2**20)) == 1024 * np.spacing(np.float32(2**10))),
        ("so multiply by it", lambda: pe_lib.angular_frequencies(8).max() == 1),
        ("exp/log and the power are both stable",
         lambda: np.allclose(pe_lib.positional_encoding_exp_log(50, 64),
                             pe_lib.positional_encoding_vectorized(50, 64), atol=1e-11)),
        ("A shift is a rotation", lambda: shifts(8)),
    ],
    "06_inside_a_transformer": [
        ("The dot product of two rows depends on the offset alone",
         lambda: products_depend_on_offsets(8)),
        ("for short texts the table occupies few directions",
         lambda: np.linalg.matrix_rank(pe_lib.positional_encoding(50, 512), tol=1e-3) < 100),
    ],
    "07_beyond_sinusoids": [
        ("without a mask, ALiBi cannot tell",
         lambda: np.array_equal(variants.alibi_bias(5, 0.5), variants.alibi_bias(5, 0.5).T)),
        ("Slowing pairs removes new angles",
         lambda: (variants.interpolated_frequencies(64, 4)
                  <= pe_lib.angular_frequencies(64)).all()),
    ],
    "07_rope_in_15_minutes": [
        ("by its position times $\\omega_j$, pair by pair",
         lambda: np.allclose(variants.rope(X)[3], pe_lib.rotation_matrix(3, 8) @ X[3])),
    ],
    "09_positions_in_practice": [
        ("At offset 0 every layout and every base gives the same score",
         lambda: np.allclose((variants.rope(X, 100.0) ** 2).sum(axis=1), (X**2).sum(axis=1))),
        ("Never round positions or angles to 16 bits",
         lambda: to_bfloat16(np.array([1001.0]))[0] != 1001),
    ],
}  # fmt: skip


def flips(bit: int) -> int:
    """Return in how many of 64 steps a binary digit flips, the last digit first."""
    return int((np.diff(np.arange(65) >> bit & 1) != 0).sum())


def correlated(one: np.ndarray, other: np.ndarray) -> bool:
    return float(np.corrcoef(one, other)[0, 1]) > 0.99


TURNS = np.linspace(0, 2 * np.pi, 1000)
BACK = pe_lib.positional_encoding(60, 64) @ pe_lib.rotation_matrix(-3, 64).T
#: The same for the running text of chapters and talks.
#: How far apart the columns of a pair of 8 are in llama.cpp's types of RoPE (ggml.h).
LLAMA_CPP = {"NORM": 1, "NEOX": 4}


def turns_with_column_0() -> dict[str, int]:
    """Return the column that turns together with the first one, for each layout of RoPE."""
    [_, neighbor] = np.flatnonzero(variants.rope(np.eye(8)[[0, 0]])[1])
    after = pairs_to_halves(np.eye(8), 1)
    return {"neighbors": int(neighbor), "halves": int(np.flatnonzero(after[neighbor])[0])}


RUNNING_TEXT: Phrases = {
    "02_formula": [
        ("The last binary digit flips at every step, the next digit at every second step, and",
         lambda: [flips(bit) for bit in range(3)] == [64, 32, 16]),
        ("each wave is twice as long as the one before", lambda: flips(0) == 2 * flips(1)),
        ("so take several, each slower than the one before", lambda: (np.diff(WAVES) > 0).all()),
        ("each further hand is slower by the same factor, as each further binary digit flips half",
         lambda: np.ptp(np.diff(np.log(WAVES))) < 1e-9),
        ("The shortest stripes are those of", lambda: WAVES.argmin() == 0),
        ("once while rising and once while falling",
         lambda: ((np.diff(np.sign(np.sin(TURNS) - 0.4)) != 0).sum()) == 2),
        ("the cosine is positive while the sine rises and negative while it falls",
         lambda: correlated(np.gradient(np.sin(TURNS)), np.cos(TURNS))),
        ("so no position adds a longer vector to its word than another",
         lambda: lengths_are_equal(512)),
        ("(For odd $d$ the last sine has no cosine beside it, and the lengths vary.)",
         lambda: not lengths_are_equal(7)),
        ("The sine at position $p + k$ follows from the sine *and* the cosine at $p$, and not from",
         lambda: not sine_alone_works(0.7, 3)),
    ],
    "03_frequency_and_wavelength": [
        ("from fast to slow", lambda: (np.diff(WAVES) > 0).all()),
        ("The left end stays at 2π, about 6.3 positions, because pair 0 turns by one radian at",
         lambda: pe_lib.wavelengths(8, 50)[0] == pe_lib.wavelengths(8, 1e6)[0]),
        ("The right end moves out a little, and never beyond 62,832",
         lambda: WAVES[-1] < pe_lib.wavelengths(512)[-1] < 62_832),
        ("After 44 and after 710 positions the first hand is back, but the second gives",
         lambda: max(abs(np.exp(1j * 44) - 1), abs(np.exp(1j * 710) - 1)) < 0.02
         < min(abs(np.exp(4.4j) - 1), abs(np.exp(71j) - 1))),
        ("one term for each pair, and no term is negative",
         lambda: (1 - np.cos(np.arange(99))).min() >= 0),
        ("one more than there are from the first hand to the last",
         lambda: np.isclose((WAVES[-1] / WAVES[0]) * (WAVES[1] / WAVES[0]), 1e4)),
        ("rows farther apart are on the whole less alike",
         lambda: pe_lib.similarity(5, 128) > pe_lib.similarity(500, 128)),
        ("With a larger $B$ the same fall is spread over more doublings, so each doubling of the "
         "distance changes the similarity less",
         lambda: np.log(2) / np.log(1e6) < np.log(2) / np.log(1e4)),
        ("Then the cosine of the last pair falls from 1 to −1 and never takes a value twice",
         lambda: (np.diff(np.cos(np.linspace(0, np.pi, 99))) < 0).all()),
        ("Because $\\pi \\approx 22/7$, rows 44 apart are only",
         lambda: abs(44 - 7 * 2 * np.pi) < 0.02),
    ],
    "04_offsets_are_rotations": [
        ("A fast hand turns far and a slow one little, but each turns by the same angle wherever",
         lambda: shifts(16)),
        ("(the minus sign stands at the lower left because in each pair the sine comes first)",
         lambda: pe_lib.rotation_matrix(1, 2)[1, 0] < 0 < pe_lib.rotation_matrix(1, 2)[0, 1]),
        ("The larger the base, the farther out rows stay similar",
         lambda: pe_lib.similarity(500, 128, 1e6) > pe_lib.similarity(500, 128, 1e3)),
        ("a word three back looks exactly as similar as a word three ahead",
         lambda: pe_lib.similarity(3, 8) == pe_lib.similarity(-3, 8)),
        ("on one side only", lambda: (BACK @ pe_lib.positional_encoding(60, 64).T)[30].argmax()
         == 27),
        ("the signs of the two sines are exchanged",
         lambda: np.allclose(pe_lib.rotation_matrix(2, 2), pe_lib.rotation_matrix(-2, 2).T)),
        ("each doubling of the distance costs the same", lambda: np.isclose(
            pe_lib.similarity_law(4) - pe_lib.similarity_law(8),
            pe_lib.similarity_law(64) - pe_lib.similarity_law(128))),
        ("The positions are gone, and only $n - m$ is left", lambda: shifts(8)),
    ],
    "05_loop_and_vectorized": [
        ("A loop that steps by two has $2j$ already, and a second factor of two squares the base",
         lambda: np.allclose(1e4 ** (-2 * np.arange(0, 8, 2) / 8),
                             pe_lib.angular_frequencies(8, 1e8))),
        ("its rounding error grows in proportion to the position",
         lambda: np.spacing(np.float32(2**20)) == 1024 * np.spacing(np.float32(2**10))),
    ],
    "06_inside_a_transformer": [
        ("the transpose of $M_3$ is $M_{-3}$", lambda: np.allclose(
            pe_lib.rotation_matrix(3, 8).T, pe_lib.rotation_matrix(-3, 8))),
        ("is the row three *earlier*", lambda: np.allclose(
            pe_lib.positional_encoding(9, 8)[8] @ pe_lib.rotation_matrix(3, 8),
            pe_lib.positional_encoding(9, 8)[5])),
        ("so the dot product of two rows is largest when they are the same row",
         lambda: (pe_lib.positional_encoding(40, 64) @ pe_lib.positional_encoding(40, 64).T)[9]
         .argmax() == 9),
    ],
    "07_rope_in_15_minutes": [
        ("A head of width 128 has 64 pairs, from fast to slow",
         lambda: len(pe_lib.angular_frequencies(128)) == 64
         and (np.diff(pe_lib.angular_frequencies(128)) < 0).all()),
        ("with $\\zeta_j$ a little below 1, so that far keys count less",
         lambda: 0.9 ** (30 - 5) < 0.9 ** (30 - 25)),
    ],
    "hour_3": [
        ("Rows are multiplied from the right, and that turns the other way", lambda: np.allclose(
            pe_lib.positional_encoding(9, 8)[8] @ pe_lib.rotation_matrix(3, 8),
            pe_lib.positional_encoding(9, 8)[5])),
        ("One matrix serves every position from 3 on", lambda: shifts(8)),
        ("no row is closer to a row than the row itself",
         lambda: pe_lib.similarity(np.arange(1, 99), 64).max() < 1),
    ],
    "lesson": [
        ("With base 256 and 8 pairs each pair is twice as slow as the one before",
         lambda: np.allclose(np.diff(np.log2(pe_lib.wavelengths(16, 256))), 1)),
        ("With 16 columns the similarity rises again after offset 3",
         lambda: pe_lib.similarity(4, 16) > pe_lib.similarity(3, 16)),
        ("It depends on the offset $k$ alone", lambda: shifts(8)),
    ],
    "10_positions_elsewhere": [
        ("NORM is neighbors, NEOX is halves",
         lambda: turns_with_column_0()
         == {"neighbors": LLAMA_CPP["NORM"], "halves": LLAMA_CPP["NEOX"]}),
    ],
}  # fmt: skip


def laws(text: str) -> Iterator[str]:
    """Return what a page states as a theorem, and the like."""
    kinds = "Theorem|Proposition|Corollary|Similarity law"
    for match in re.finditer(rf"(?ms)^\*\*(?:{kinds})\b.*?(?=\n\n|\Z)", text):
        yield " ".join(match[0].split())


def summary(text: str) -> str:
    found = re.search(r"(?s)## In short\n(.*?)(?=\n## |\*\*Read on|\Z)", text)
    return " ".join(found[1].split()) if found else ""


def proofs(text: str) -> str:
    return " ".join(" ".join(re.findall(r"(?s)\*\*Proof\.?\*\*.*?∎", text)).split())


CHAPTERS = {path.stem: path for path in PAGES if path.suffix == ".ipynb"}


@each_phrase(LAWS_AND_SUMMARIES)
def test_what_a_law_or_a_summary_says_is_true(name, phrase, is_true):
    text = text_of(CHAPTERS[name])
    statements = [*laws(text), proofs(text), summary(text)]
    assert any(phrase in part for part in statements), f"{name} does not say “{phrase}”"
    assert is_true()


@each_phrase(RUNNING_TEXT)
def test_what_the_running_text_says_is_true(name, phrase, is_true):
    [path] = (path for path in PAGES if path.stem == name)
    assert phrase in " ".join(text_of(path).split()), f"{name} does not say “{phrase}”"
    assert is_true()


@pytest.mark.parametrize("page", CHAPTERS)
def test_every_condition_of_a_law_is_computed(page):
    for law in laws(text_of(CHAPTERS[page])):
        rest = re.sub(r"\*\*.*?\*\*", "", law)
        for phrase, _ in LAWS_AND_SUMMARIES.get(page, []):
            rest = rest.replace(re.sub(r"\*\*.*?\*\* ?", "", phrase), "")
        rest = re.sub(r"\$[^$]*\$", "", rest)
        assert not CONDITIONS.findall(rest), f"add to LAWS_AND_SUMMARIES what decides this: {rest}"
