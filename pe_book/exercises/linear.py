"""Chapter 7: take the distance times a slope off the scores, as ALiBi does."""

import numpy as np

from pe_book.exercises.exercise import Exercise, Mistakes, check


def alibi(scores, slope):
    positions = np.arange(len(scores))
    offsets = positions[:, np.newaxis] - positions
    return scores - slope * np.abs(offsets)


mistakes = Mistakes(alibi)


_rng = np.random.default_rng(0)
EXERCISE = Exercise(
    alibi,
    [(_rng.normal(size=(4, 4)), 0.5), (_rng.normal(size=(7, 7)), 0.125)],
    mistakes,
    axes=("query", "key"),
    praise="The bias depends on the distance alone, so no score notices where a sentence starts.",
)
check_linear = check(EXERCISE.judge)


mistakes.edits("""
    `np.abs(offsets)` => `positions`
        -> You subtract the key’s position, so every query gets the same bias. The distance is from
        the query to the key: subtract the query’s position, too.
    `scores - ` => `scores + `
        -> Your far keys get the larger scores. Subtract the distance.
    `np.abs(offsets)` => `offsets`
        -> Without the absolute value one side goes up while the other goes down: query minus key is
        negative for keys ahead. Subtract the distance.
    `np.abs(offsets)` => `-offsets`
        -> Without the absolute value one side goes up while the other goes down: key minus query is
        negative for keys behind. Subtract the distance.
    `np.abs(offsets)` => `np.maximum(offsets, 0)`
        -> Keys ahead of the query keep their scores. Subtract the distance on both sides.
    `np.abs(offsets)` => `offsets**2`
        -> You squared the distances. ALiBi’s bias is a straight line.
    `scores - slope` => `-slope`
        -> This is just the bias. Subtract it from the scores.
    `slope * ` => ``
        -> You subtracted the distance without the slope.
    `slope * np.abs(offsets)` => `np.abs(offsets) / slope`
        -> You divided the distance by the slope. A steeper slope should take off more.
""")


@mistakes.add("These are weights: you took a softmax. Return the scores.")
def weights(scores, slope):
    positions = np.arange(len(scores))
    biased = np.exp(scores - slope * np.abs(positions - positions[:, np.newaxis]))
    return biased / biased.sum(axis=1, keepdims=True)


mistakes.edits("""
    `scores - slope` => `scores * -slope`
        -> You multiplied the scores by the bias. Subtract it.
    `scores - slope * np.abs(offsets)` => `np.where(offsets >= 0, scores - slope * offsets, -1e9)`
        -> You masked the keys ahead of the query. Here both sides stay, each with its distance.
""")
