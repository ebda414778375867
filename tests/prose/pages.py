"""What the numbers of the pages beside the chapters need, and more than a line computes."""

from fractions import Fraction
from inspect import signature

import numpy as np

from book.paths import ROOT
from course.make import read, tasks
from pe_check.testing import assert_shift_invariant
from pe_lib import positional_encoding
from pe_lib.checks import POSITION_LIMIT
from pe_lib.practice import to_bfloat16
from pe_lib.similarity import first_reversal
from tests.prose.chapter_5 import first_width_with_better_exp_log


def digits(kind) -> int:
    """Return how many decimal digits a kind of float keeps, to the nearest."""
    return round(-np.log10(np.finfo(kind).eps / 2))


def r_squared(values: list[float], fitted: list[float]) -> float:
    """Return the share of the variance that a fit explains."""
    return 1 - np.sum(np.subtract(values, fitted) ** 2) / np.sum((values - np.mean(values)) ** 2)


SHIFTS = signature(assert_shift_invariant).parameters["shifts"].default
MARKS = sum(task.points for task in tasks(read(ROOT / "course/problem_set_1.ipynb")))
SOFTMAX = np.exp([1, 2]) / np.exp([1, 2]).sum()
