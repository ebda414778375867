"""How a trained model labels a sentence, and how often it is right on held-out ones."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

import numpy as np

from pe_book.model.sentences.grammar import (
    LABELS,
    NOUNS,
    TRAINED_WORDS,
    VOCABULARY,
    Sentence,
    sentences,
    word_numbers,
)
from pe_book.model.sentences.model import MAX_POSITIONS, Model, forward
from pe_book.model.sentences.stored import trained
from pe_lib.checks import check_int

#: The seed of every held-out sentence.
TEST_SEED = 29


class Reading(NamedTuple):
    """A sentence as a model reads it."""

    words: list[str]
    #: the most probable label of each word
    labels: list[str]
    #: (n_words, 4): the probability of each of LABELS
    probabilities: np.ndarray
    #: (n_layers, n_heads, n_words, n_words): how much each word (row) attends to each other
    attention: np.ndarray


class Score(NamedTuple):
    """Shares of 1: nouns with the right label, and sentences whose every word has it."""

    nouns: float
    sentences: float


def examine(sentence: str, encoding: str = "sinusoidal", start: int = 0) -> Reading:
    """Return labels, probabilities and attention weights for a sentence.

    The first word is at position `start`. An unknown word raises a ValueError.

    >>> reading = examine("the cat was chased by the dog", encoding="rope")
    >>> for word, label in zip(reading.words, reading.labels):
    ...     print(word, "|", label)
    the | acted upon
    cat | acted upon
    was | none
    chased | action
    by | none
    the | acts
    dog | acts
    """
    words = word_numbers(sentence)
    found = forward(trained(encoding), np.array([words]), _positions(len(words), start))
    probabilities = found.probabilities[0]
    return Reading(
        [VOCABULARY[word] for word in words],
        [LABELS[label] for label in probabilities.argmax(axis=-1)],
        probabilities,
        found.attention[:, 0],
    )


def score(table: np.ndarray) -> Score:
    """Return how well the sinusoidal model does with other rows, (MAX_POSITIONS, D_MODEL).

    It reads 200 held-out sentences of at most 16 words.
    """
    return score_of(trained("sinusoidal")._replace(table=table), held_out_sentences(200))


@cache
def held_out_sentences(
    count: int, shortest: int = 1, longest: int = TRAINED_WORDS, *, direction: bool = False
) -> Sequence[Sentence]:
    """Return the same random held-out sentences each time."""
    rng = np.random.default_rng([TEST_SEED, shortest, longest])
    stream = sentences(rng, held_out=True, shortest=shortest, longest=longest, direction=direction)
    return list(islice(stream, int(count)))


def score_of(model: Model, tested: Iterable[Sentence], start: int = 0) -> Score:
    """Return a model's score on sentences that begin at position `start`."""
    nouns, whole = [], []
    for words, labels in by_length(tested):
        positions = _positions(words.shape[1], start)
        right = forward(model, words, positions).probabilities.argmax(axis=-1) == labels
        nouns.append(right[words < len(NOUNS)])
        whole.append(right.all(axis=1))
    return Score(float(np.concatenate(nouns).mean()), float(np.concatenate(whole).mean()))


def by_length(tested: Iterable[Sentence]) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return words and labels, (count, length) each, of the sentences of each length."""
    groups = defaultdict(list)
    for sentence in tested:
        groups[len(sentence.words)].append(sentence)
    return [
        (np.array([s.words for s in group]), np.array([s.labels for s in group]))
        for _, group in sorted(groups.items())
    ]


def _positions(n_words: int, start: int) -> np.ndarray:
    if n_words > MAX_POSITIONS:
        raise ValueError(f"a sentence must have at most {MAX_POSITIONS} words, not {n_words}")
    start = check_int(start, "start", low=0, high=MAX_POSITIONS - n_words)
    return start + np.arange(n_words)
