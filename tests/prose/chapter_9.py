"""The numbers in the prose of chapter 9; those of programs and reports are as found there."""

import inspect
import math
import re

import numpy as np

from pe_book.mistakes import rotary_checks
from pe_book.mistakes.rotary import ROTARY_MISTAKES
from pe_book.model.experiments.unseen_angles import ladders
from pe_book.model.transformer import Task
from pe_lib import angular_frequencies, wavelengths
from pe_lib.practice import (
    pairs_to_halves,
    to_bfloat16,
)
from tests.prose.literature import LLAMA_3_BASE, LOSS_WITH_PADDING

WITHIN = ladders(Task())["32 within 32"]


def exact_whole_numbers() -> int:
    """Return how far bfloat16 holds every whole number."""
    numbers = np.arange(2000)
    return int(np.argmax(to_bfloat16(numbers) != numbers)) - 1


def shifted_start() -> int:
    """Return where the check of a shifted text begins."""
    return int(re.search(r"start=(\d+)", inspect.getsource(rotary_checks.shifted))[1])


def weight_on_itself(wrong_by: int) -> float:
    """Return the weight of a token on itself if it is placed so far from where it should be.

    The query looks one back, and query and key are equally long in every pair.
    """
    places = np.append(np.arange(30), 30 + wrong_by)
    offsets = places - (places[-1] - 1)
    scores = 16 * 2 * np.cos(np.outer(offsets, angular_frequencies(64))).sum(axis=1) / 8
    weights = np.exp(scores - scores.max())
    return (weights / weights.sum())[-1]


def steps_to_undo_the_conversion(width: int) -> int:
    """Return how often the conversion of one head is done until the columns are as they were."""
    start = np.arange(width)[np.newaxis]
    found, times = pairs_to_halves(start, 1), 1
    while not np.array_equal(found, start):
        found, times = pairs_to_halves(found, 1), times + 1
    return times


ROPE = angular_frequencies(128)

#: What programs take that were not given Llama 3's base (AirLLM, issue 368).
FALLBACK = 10_000


#: The positions of chapter 9 with gaps.
IDS = np.array([0, 2, 4])


def documents_by_steps(ids: np.ndarray) -> np.ndarray:
    """Return the numbers of documents that begin wherever a step is not one."""
    return np.unique(np.cumsum(np.diff(ids, prepend=ids[0] - 1) != 1))


def documents_by_first(ids: np.ndarray) -> np.ndarray:
    """Return where documents begin, if each begins at the smallest position."""
    return np.flatnonzero(ids == ids.min())


_COSINES = np.cos(np.outer(np.arange(4096), ROPE))
COSINES_ROUNDED = np.abs(to_bfloat16(_COSINES) - _COSINES).max()


def float32_error(position: int) -> float:
    """Return the largest error of an angle that is computed in float32."""
    angles = np.float32(position) * ROPE.astype(np.float32)
    return float(np.abs(angles.astype(float) - position * ROPE).max())


def last_good_position() -> int:
    """Return the last power of two at which float32 is as exact as rounded cosines."""
    return max(2**n for n in range(10, 21) if float32_error(2**n) <= COSINES_ROUNDED)


HALVED = list(pairs_to_halves([range(8)], 1)[0])
