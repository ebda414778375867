import numpy as np
import pytest

import pe_lib
from pe_lib.mistakes import CHECKS, MISTAKES, check_matrix, run_checks

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
axes exchanged               x x x x . x . x . .
floor division               x . . . . x . . . .
power exchanged              x . . . . x x x . .
sine alone                   x x x x x x . . x .
"""
NAMES = [
    "golden row", "first row", "norm", "Toeplitz", "rotation",
    "wavelength", "fast first", "uniqueness", "far rows", "odd d",
]  # fmt: skip


@pytest.fixture(scope="module")
def matrix():
    return check_matrix()


def torch_table(seq_len, d_model, base):
    torch = pytest.importorskip("torch")
    from pe_lib.pytorch import PositionalEncoding

    module = PositionalEncoding(d_model, max_len=seq_len, base=base)
    return module(torch.zeros(1, seq_len, d_model))[0].numpy()


@pytest.mark.parametrize(
    "right",
    [
        pe_lib.positional_encoding,
        pe_lib.positional_encoding_vectorized,
        pe_lib.positional_encoding_exp_log,
        pe_lib.positional_encoding_doubling,
        pe_lib.positional_encoding_loop,
        lambda n, d, base: pe_lib.positional_encoding(n, d, base, dtype=np.float32),
        torch_table,
    ],
)
def test_no_check_catches_a_right_implementation(right):
    assert run_checks(right) == dict.fromkeys(NAMES, "passes")


def test_every_mistake_is_caught_by_some_check_and_every_check_catches_some(matrix):
    assert matrix.caught.any(axis=1).all()
    assert matrix.caught.any(axis=0).all()


def test_which_check_catches_what_is_as_expected(matrix):
    assert list(matrix.checks) == NAMES == [check.name for check in CHECKS]
    marks = np.where(matrix.crashed, "C", np.where(matrix.caught, "x", "."))
    found = [f"{name:28} {' '.join(row)}" for name, row in zip(matrix.mistakes, marks, strict=True)]
    assert found == EXPECTED.strip().splitlines()


def test_a_crash_counts_as_caught(matrix):
    assert matrix.caught[matrix.crashed].all()
    assert matrix.crashed.sum() == 1


def test_every_mistake_is_really_wrong_somewhere():
    for mistake in MISTAKES:
        try:
            tables = [mistake.implementation(n, d) for n, d in ((20, 8), (20, 7), (20_001, 8))]
        except ValueError:
            continue
        right = [pe_lib.positional_encoding(*table.shape) for table in tables]
        errors = [np.abs(a - b).max() for a, b in zip(tables, right, strict=True)]
        assert max(errors) > 1e-5, mistake.name


def test_exhibits_have_the_shape_and_say_what_they_are():
    assert len({mistake.name for mistake in MISTAKES}) == len(MISTAKES)
    for mistake in MISTAKES:
        assert mistake.implementation(5, 6).shape == (5, 6), mistake.name
        assert mistake.form.endswith(".") and mistake.source
        if mistake.name != "odd width crashes":
            assert mistake.implementation(5, 7).shape == (5, 7), mistake.name


def test_the_double_step_is_exactly_the_square_of_the_base():
    exhibit = {mistake.name: mistake.implementation for mistake in MISTAKES}["double step"]
    expected = pe_lib.positional_encoding(30, 10, base=1e8)
    np.testing.assert_allclose(exhibit(30, 10), expected, atol=1e-13)
    assert np.abs(exhibit(30, 10) - pe_lib.positional_encoding(30, 10)).max() > 0.5


def test_conventions_are_the_table_in_another_form():
    exhibits = {m.name: m.implementation for m in MISTAKES if m.kind == "convention"}
    table = pe_lib.positional_encoding(30, 9)
    swapped = pe_lib.positional_encoding(30, 8).reshape(30, 4, 2)[:, :, ::-1].reshape(30, 8)
    assert set(exhibits) == {
        "end point reached", "halves", "positions from one", "sine and cosine swapped",
    }  # fmt: skip
    for found, expected in [
        (exhibits["halves"](30, 9), pe_lib.interleaved_to_halves(table)),
        (exhibits["positions from one"](30, 9), pe_lib.positional_encoding(30, 9, start=1)),
        (exhibits["sine and cosine swapped"](30, 8), swapped),
        (
            exhibits["end point reached"](30, 8),
            pe_lib.halves_to_interleaved(pe_lib.tensor2tensor_encoding(30, 8)),
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
    with pytest.raises(TypeError, match="implementation must be a function"):
        run_checks(3)
