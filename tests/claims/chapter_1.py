"""The numbers in the prose of chapter 1."""

import numpy as np

from pe_book.model.sentences import examine
from pe_lib import attention, attention_weights
from tests.claims.literature import HAVIV, HAVIV_MASKED
from tests.rendered import view_of


def unchanged(swaps: int) -> int:
    """Return how many of the first outputs the explorer leaves as they are, causal mask on."""
    view = view_of("order", order=swaps, causal=True)
    changes = [row[-1] for row in view.rows[:-1]]
    first = next(i for i, change in enumerate(changes) if change)
    assert all(changes[first:])
    return first


def better() -> str:
    """Return which perplexity is better: that of the model to which the next word is likelier."""
    sure, unsure = (np.exp(-np.log(likelihood)) for likelihood in (0.5, 0.1))
    return "lower" if sure < unsure else "higher"


SENTENCE = "the dog chased the cat".split()
TWICE = [place for place, word in enumerate(SENTENCE) if word == "the"]
SHUFFLED = [3, 0, 4, 1, 2]
_RNG = np.random.default_rng(1)
_VECTORS = {word: _RNG.normal(size=4) for word in SENTENCE}
X, E = np.array([_VECTORS[word] for word in SENTENCE]), _RNG.normal(size=(5, 4))


def layer(x, causal=False):
    return attention(x, x, x, causal=causal)


def only_moved(added, causal=False) -> bool:
    """Return whether shuffled words do nothing but move the outputs."""
    return np.allclose(layer(X[SHUFFLED] + added, causal), layer(X + added, causal)[SHUFFLED])


def outputs_differ(causal) -> bool:
    return not np.allclose(*layer(X, causal)[TWICE])


NOTHING_CHANGED = np.allclose(layer(X[SHUFFLED]), layer(X))
SAME_MEAN = np.allclose(layer(X[SHUFFLED]).mean(axis=0), layer(X).mean(axis=0))
OF_OUTPUTS = "equivariant" if only_moved(0) and not NOTHING_CHANGED else "invariant"
OF_MEAN = "invariant" if SAME_MEAN else "equivariant"
MASK_TELLS = outputs_differ(causal=True) and not outputs_differ(causal=False)
BLIND = [only_moved(added, causal) for added in (0, E) for causal in (False, True)]
ROWS_SUM_TO_ONE = np.allclose(attention(X, X, np.eye(5)).sum(axis=1), 1)

QUERY_IS_KEY = np.array([[1, 0], [0, 1], [2, 1]])
SCORES = QUERY_IS_KEY @ QUERY_IS_KEY.T
WEIGHTS = attention_weights(QUERY_IS_KEY, QUERY_IS_KEY)[0]

#: Who acts, and how sure it is, as a network without positions reads a sentence and its swap.
WITHOUT = [
    examine(sentence, "none") for sentence in ("the dog chased the cat", "the cat chased the dog")
]
SURE = [reading.probabilities.max(axis=1) for reading in WITHOUT]
THE_VERB = all(
    reading.labels[2] == "action" and sure[2] > 0.99
    for reading, sure in zip(WITHOUT, SURE, strict=True)
)
DOG_IN_BOTH = np.allclose(WITHOUT[0].probabilities[1], WITHOUT[1].probabilities[4], atol=1e-12)
WITH = [examine(" ".join(reading.words), "sinusoidal") for reading in WITHOUT]
FOLLOWS = (WITH[0].labels[1], WITH[1].labels[4]) == ("acts", "acted upon")
