"""The numbers in the prose of chapter 11."""

import numpy as np

from pe_book.model.experiments import baselines, unseen_angles
from pe_book.model.experiments.three_back import (
    LENGTHS,
    TEST_LENGTH,
    best_without_order,
    split,
    stored,
)
from pe_book.model.transformer import Task
from pe_book.model.transformer.model import BUCKETS
from pe_lib import wavelengths
from pe_lib.practice import t5_buckets
from pe_lib.variants import alibi_slopes
from tests.prose.gpt2_rows import (
    ALL_ROWS,
    CROSSINGS,
    FITTED,
    LATE,
    SHIFT_FITS,
    TABLES,
    TESTED,
    addition,
    cosines,
    in_six_directions,
    learned_rows,
)

TASK = Task()
SLOPE = float(alibi_slopes(1)[0])


def turns_further(looked_back):
    """Say how far back, to the nearest position, three and a number of turns of pair 0 are."""
    return TASK.look_back + looked_back * wavelengths(TASK.d_model)[0]


TRAINED_BUCKETS = np.unique(t5_buckets(np.arange(1 - TASK.length, TASK.length)))
UNTRAINED_BUCKETS = np.setdiff1d(np.arange(BUCKETS), TRAINED_BUCKETS)


BASELINES, SHORT = baselines.stored(), baselines.stored(TASK.length)
T5_NUMBERS = baselines.stored_numbers()
RIGHT_LONG = {name: np.nanmean(accuracy, axis=1) for name, accuracy in BASELINES.items()}
MASKED = ("ALiBi, causal", "ALiBi, causal, slope 1", "none, causal")
WAVES = wavelengths(TASK.d_model)
LADDERS = unseen_angles.ladders(TASK)
UNSEEN = {
    name: split(accuracy)["unseen"].mean() for name, accuracy in unseen_angles.stored().items()
}
REMEDIES = [accuracy for name, accuracy in UNSEEN.items() if name != "as it stands"]
