import numpy as np
import pytest

import pe_lib
from pe_book.mistakes import CHECKS, MISTAKES, SENTENCES, check_matrix, run_checks
from pe_lib.practice import halves_to_pairs

# x: the check fails, C: the code crashes in it, .: the mistake slips through.
EXPECTED = """
double step                  x . . . . x . . . .
column as pair               x . x x x x . . x .
a frequency for each column  x . x x x x . . x .
cosine exponent              x . x x x x . . x .
end point reached            x . . . . x . . . .
halves                       x x . . . x . . x .
frequencies from one         x . . . . x . . . .
positions from one           x x . . . . . . . .
parity of the position       x x x x x x x . x .
odd width crashes            . . . . . . . . . C
sine and cosine swapped      x x . . . . . . . .
frequencies reversed         x . . . . x x . . .
float32 angles               . . . . . . . . x .
batch axis                   x . . . . x x x . .
dropped colon                x x . . . x x x . .
axes exchanged               x x x x . x . x . .
floor division               x . . . . x . . . .
power exchanged              x . . . . x x x . .
sine alone                   x x x x x x . . x .
"""
NAMES = [
    "golden row", "first row", "norm", "Toeplitz", "rotation",
    "wavelength", "fast first", "uniqueness", "far rows", "odd d",
]  # fmt: skip


def torch_table(seq_len, d_model, base):
    torch = pytest.importorskip("torch")
    from pe_lib.pytorch import PositionalEncoding

    module = PositionalEncoding(d_model, max_len=seq_len, base=base)
    return module(torch.zeros(1, seq_len, d_model))[0].numpy()


@pytest.mark.parametrize(
    "right",
    [
        pe_lib.positional_encoding,
        pe_lib.positional_encoding_exp_log,
        lambda n, d, base: pe_lib.positional_encoding(n, d, base, dtype=np.float32),
        torch_table,
    ],
)
def test_no_check_catches_a_right_implementation(right):
    assert run_checks(right) == dict.fromkeys(NAMES, "passes")


def test_the_matrix_of_checks_and_mistakes():
    assert [check.name for check in CHECKS] == NAMES
    marks = {"passes": ".", "fails": "x", "crashes": "C"}
    found = [
        f"{name:28} {' '.join(marks[outcomes[check]] for check in NAMES)}"
        for name, outcomes in check_matrix().items()
    ]
    assert found == EXPECTED.strip().splitlines()


def test_conventions_are_the_table_in_another_form():
    exhibits = {m.name: m.implementation for m in MISTAKES if m.kind == "convention"}
    table = pe_lib.positional_encoding(30, 9)
    swapped = pe_lib.positional_encoding(30, 8).reshape(30, 4, 2)[:, :, ::-1].reshape(30, 8)
    assert set(exhibits) == {
        "end point reached", "halves", "positions from one", "sine and cosine swapped",
        "frequencies from one", "frequencies reversed",
    }  # fmt: skip
    for found, expected in [
        (exhibits["halves"](30, 9), np.concatenate([table[:, 0::2], table[:, 1::2]], axis=1)),
        (exhibits["positions from one"](30, 9), pe_lib.positional_encoding(30, 9, start=1)),
        (exhibits["sine and cosine swapped"](30, 8), swapped),
        (
            exhibits["frequencies reversed"](30, 8),
            pe_lib.positional_encoding(30, 8).reshape(30, 4, 2)[:, ::-1].reshape(30, 8),
        ),
        # B^(-2j/8) from j = 1 on are the frequencies of ten columns, base B^(10/8), but the first.
        (
            exhibits["frequencies from one"](30, 8),
            pe_lib.positional_encoding(30, 10, base=10_000.0 ** (10 / 8))[:, 2:],
        ),
        (
            exhibits["end point reached"](30, 8),
            halves_to_pairs(pe_lib.tensor2tensor_encoding(30, 8), 1),
        ),
    ]:
        np.testing.assert_allclose(found, expected, atol=1e-13)


def test_implementations_that_raise_or_return_nonsense_are_reported_not_raised():
    def raises(seq_len, d_model, base):
        raise RuntimeError("no")

    assert set(run_checks(raises).values()) == {"crashes"}
    assert set(run_checks(lambda *_: None).values()) == {"crashes"}
    zeros = run_checks(lambda n, d, base: np.zeros((n, d)))
    assert zeros["golden row"] == zeros["norm"] == zeros["uniqueness"] == "fails"


# What decides each wrong sentence: how the numbers must lie for the sentence to be wrong.
DECIDES = {
    "invariance": lambda n: n["invariant"] > 1 > 1e-13 > n["equivariant"] and n["pooled"] < 1e-13,
    "column_or_pair": lambda n: n["lowest"] < 5.6 < np.sqrt(32) < 5.7 < n["highest"],
    "slow_first": lambda n: n["first"] == 1 and 0 < n["last"] < 2e-4,
    "longest_wavelength": lambda n: 60_610 < n["longest"] < 60_612 < 62_831 < n["limit"] < 62_833,
    "even_only": lambda n: n["error"] < 1e-14,
    "constant_table": lambda n: n["change"] == n["trained"] == 0,
    "unique_by_many": lambda n: 0 < n["one pair"] < 1e-4 < 1 < n["all pairs"],
    "geometric_for_shifts": lambda n: n["residual"] < 1e-11,
    "stable_exponential": lambda n: 1.3e-16 > n["power"] and 1e-15 < n["exponential"] < 3e-15,
    "longer_is_fine": lambda n: n["trained"] > 0.98 and n["unseen"] < 0.5,
    "small_part_of_a_turn": lambda n: n["short"] < 0.01 and n["long"] > 2,
    "falls_steadily": lambda n: (n["first"], n["count"]) == (43, 13),
    "even_positions": lambda n: n["highest"] - n["lowest"] > 1,
    "unseen_fast": lambda n: 0.51 < n["share"] < 0.53 and n["first"] == 246,
}


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.evidence.__name__)
def test_numbers_decide_against_each_wrong_sentence(sentence):
    numbers = sentence.evidence().numbers
    assert DECIDES[sentence.evidence.__name__](numbers), numbers
