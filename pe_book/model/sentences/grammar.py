"""Small English sentences in which the order of the words tells who did what to whom.

A sentence has one clause or several, joined by *and*. A clause is active ("the big dog chased the
cat") or passive ("the cat was chased by the big dog") and may begin or end with an adverb. A noun
stands alone, as in a headline, or with an article and perhaps an adjective. Every word has one of
four labels; articles and adjectives carry the label of their noun.

In an active clause of nouns that stand alone ("dog chased cat"), direction alone tells who acts:
read backward it is a sentence, too, in which the other one acts.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

NOUNS = ("dog", "cat", "mouse", "fox", "bear", "girl", "boy", "cook")
# Each past tense is its own participle, so that a verb's form does not tell active from passive.
VERBS = ("chased", "watched", "heard", "followed", "fed", "liked")
ADJECTIVES = ("big", "old", "red", "small", "fast", "shy")
ARTICLES = ("the", "a")
ADVERBS = ("today", "yesterday", "quietly", "again")
VOCABULARY = (*NOUNS, *VERBS, *ADJECTIVES, *ARTICLES, *ADVERBS, "was", "by", "and")
LABELS = ("acts", "action", "acted upon", "none")
#: Most words of a sentence in training.
TRAINED_WORDS = 16

_ACTS, _ACTION, _ACTED_UPON, _NONE = range(len(LABELS))
_ID = {word: number for number, word in enumerate(VOCABULARY)}


class Sentence(NamedTuple):
    """Words, as indices into VOCABULARY, and their labels, as indices into LABELS."""

    words: tuple[int, ...]
    labels: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(VOCABULARY[word] for word in self.words)


def is_held_out(agent: int, verb: int, patient: int) -> bool:
    """Return whether clauses with this verb and these two nouns are kept for tests.

    A fifth of all combinations are. The two nouns are interchangeable: both "the dog fed the cat"
    and "the cat fed the dog" are held out, or neither. Otherwise a model could learn the answer to
    one from the absence of the other.
    """
    low, high = sorted((agent, patient))
    return (len(NOUNS) * low + high + verb) % 5 == 0


def sentences(
    rng: np.random.Generator,
    *,
    held_out: bool,
    shortest: int = 1,
    longest: int = TRAINED_WORDS,
    direction: bool = False,
) -> Iterator[Sentence]:
    """Yield random sentences of shortest to longest words, without end.

    In held-out sentences every clause is held out, in the others none is, so that no clause of
    the tests occurs in training. With `direction`, every clause is one in which direction alone
    tells who acts.
    """
    # With an "and" between each two clauses.
    least, longest_clause = 3, 11
    fewest = max(1, (shortest + longest_clause + 1) // (longest_clause + 1))
    most = max(1, (longest + 1) // (least + 1))
    while True:
        number = rng.integers(fewest, most + 1)
        clauses = [_clause(rng, held_out, direction) for _ in range(number)]
        sentence = _joined(clauses)
        if shortest <= len(sentence.words) <= longest:
            yield sentence


def _clause(rng: np.random.Generator, held_out: bool, direction: bool) -> list[tuple[str, int]]:
    while True:
        agent, patient = (int(n) for n in rng.integers(len(NOUNS), size=2))
        verb = int(rng.integers(len(VERBS)))
        if is_held_out(agent, verb, patient) == held_out:
            break
    action = (VERBS[verb], _ACTION)
    acts = _noun_phrase(rng, agent, _ACTS, alone=direction)
    acted_upon = _noun_phrase(rng, patient, _ACTED_UPON, alone=direction)
    if direction or rng.random() < 0.5:
        clause = [*acts, action, *acted_upon]
    else:
        clause = [*acted_upon, ("was", _NONE), action, ("by", _NONE), *acts]
    adverb = (ADVERBS[rng.integers(len(ADVERBS))], _NONE)
    match rng.integers(4):
        case 0:
            return [adverb, *clause]
        case 1:
            return [*clause, adverb]
    return clause


def _noun_phrase(
    rng: np.random.Generator, noun: int, label: int, alone: bool
) -> list[tuple[str, int]]:
    words = []
    if not alone and rng.random() < 0.5:
        words.append(ARTICLES[rng.integers(len(ARTICLES))])
        if rng.random() < 0.5:
            words.append(ADJECTIVES[rng.integers(len(ADJECTIVES))])
    return [(word, label) for word in (*words, NOUNS[noun])]


def _joined(clauses: list[list[tuple[str, int]]]) -> Sentence:
    pairs = clauses[0]
    for clause in clauses[1:]:
        pairs = [*pairs, ("and", _NONE), *clause]
    words, labels = zip(*pairs, strict=True)
    return Sentence(tuple(_ID[word] for word in words), labels)


def word_numbers(text: str) -> list[int]:
    """Return a sentence's words as indices into VOCABULARY.

    >>> word_numbers("The dog fed the cat.")
    [20, 0, 12, 20, 1]
    """
    if not isinstance(text, str):
        raise TypeError(f"a sentence must be a str, not a {type(text).__name__}: {text!r}")
    words = text.lower().replace(",", " ").rstrip(" .!?").split()
    if not words:
        raise ValueError("the sentence has no words")
    for word in words:
        if word not in _ID:
            raise ValueError(f"{word!r} is not in the vocabulary: {', '.join(VOCABULARY)}")
    return [_ID[word] for word in words]
