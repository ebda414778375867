"""What the questions of chapter 8 say about the checks is what the checks do."""

from itertools import combinations

import pytest

from pe_book.mistakes import LIKELY, check_matrix
from pe_book.questions import chapter_8


@pytest.fixture(scope="module")
def found():
    return check_matrix(mistakes=LIKELY)


def catches(found, mistake):
    row = found.caught[found.mistakes.index(mistake)]
    return {check for check, caught in zip(found.checks, row, strict=True) if caught}


def caught_by(found, *checks):
    columns = [found.checks.index(name) for name in checks]
    return int(found.caught[:, columns].any(axis=1).sum())


def test_only_the_golden_row_and_the_wavelength_notice_the_double_step(found):
    assert catches(found, "double step") == {"golden row", "wavelength"}


def test_only_far_rows_notice_float32_angles(found):
    only = [m for m in found.mistakes if catches(found, m) == {"far rows"}]
    assert only == ["float32 angles"]
    assert catches(found, "odd width crashes") == {"odd d"}


def test_three_checks_notice_reversed_frequencies():
    assert catches(check_matrix(), "frequencies reversed") == {
        "golden row",
        "wavelength",
        "fast first",
    }


def test_the_numbers_of_the_norm_question_are_those_of_the_matrix(found):
    assert chapter_8.norm_catches.answer == caught_by(found, "norm")


def test_the_best_two_checks_are_those_that_the_question_names(found):
    best = max(caught_by(found, *two) for two in combinations(found.checks, 2))
    assert caught_by(found, "golden row", "far rows") == best
    assert caught_by(found, "golden row", "odd d") == best
    assert best == len(found.mistakes) - 1
    assert caught_by(found, "golden row", "wavelength") == caught_by(found, "golden row")
    assert caught_by(found, "norm", "Toeplitz") == caught_by(found, "norm")
    assert caught_by(found, "rotation", "uniqueness") < caught_by(found, "golden row") / 1.5
    every = check_matrix()
    right_frequencies_or_not = {"double step", "frequencies from one", "frequencies reversed"}
    for mistake in right_frequencies_or_not:
        assert not {"rotation", "uniqueness"} & catches(every, mistake)
