"""The numbers in the prose of chapter 1."""

import numpy as np

from pe_book.sentences import examine
from pe_lib import attention, attention_weights
from tests.claims import Claim, word
from tests.claims.literature import HAVIV, HAVIV_MASKED
from tests.rendered import view_of


def unchanged(swaps: int) -> str:
    """Return how many of the first outputs the explorer leaves as they are, causal mask on."""
    view = view_of("order", order=swaps, causal=True)
    changes = [row[-1] for row in view.rows[:-1]]
    first = next(i for i, change in enumerate(changes) if change)
    assert all(changes[first:])
    return {2: "two", 3: "three"}[first]


def better() -> str:
    """Return which perplexity is better: that of the model to which the next word is likelier."""
    sure, unsure = (np.exp(-np.log(likelihood)) for likelihood in (0.5, 0.1))
    return "lower" if sure < unsure else "higher"


SENTENCE = "the dog chased the cat".split()
TWICE = [place for place, said in enumerate(SENTENCE) if said == "the"]
SHUFFLED = [3, 0, 4, 1, 2]
_RNG = np.random.default_rng(1)
_VECTORS = {said: _RNG.normal(size=4) for said in SENTENCE}
X, E = np.array([_VECTORS[said] for said in SENTENCE]), _RNG.normal(size=(5, 4))


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
WITHOUT = [examine(said, "none") for said in ("the dog chased the cat", "the cat chased the dog")]
SURE = [reading.probabilities.max(axis=1) for reading in WITHOUT]
THE_VERB = all(
    reading.labels[2] == "action" and sure[2] > 0.99
    for reading, sure in zip(WITHOUT, SURE, strict=True)
)
DOG_IN_BOTH = np.allclose(WITHOUT[0].probabilities[1], WITHOUT[1].probabilities[4], atol=1e-12)
WITH = [examine(" ".join(reading.words), "sinusoidal") for reading in WITHOUT]
FOLLOWS = (WITH[0].labels[1], WITH[1].labels[4]) == ("acts", "acted upon")

CLAIMS = [
    Claim("too large for a computer's numbers from about {:.0f} on", np.log(np.finfo(float).max)),
    Claim("it knows which word is the {}.", "verb" if THE_VERB else "article"),
    Claim("The dog gets {} answer in both sentences", "the same" if DOG_IN_BOTH else "another"),
    Claim("With positions, the dog's answer {} the sentence", "follows" if FOLLOWS else "ignores"),
    Claim("with every key: {}, {} and {}. These are the **scores**", *SCORES[0]),
    Claim(
        "and take the exponential: {:.2f}, {:.0f} and {:.2f}. Divide these by their sum, and you "
        "have the **weights**: {:.2f}, {:.2f} and {:.2f}. They sum to {:.0f}, and",
        *np.exp(SCORES[0] / np.sqrt(2)),
        *WEIGHTS,
        WEIGHTS.sum(),
    ),
    Claim("The word *the* stands at places {} and {}", *TWICE),
    Claim("how surprised a model is by the next word; {} is better", better()),
    Claim(
        "A decoder had {none} without any encoding and {learned} with learned positions",
        **HAVIV,
    ),
    Claim("had {learned} with learned positions, and {none} without", **HAVIV_MASKED),
    Claim(
        "After one swap the first {} words keep their outputs; after two swaps, the first {} words",
        unchanged(1),
        unchanged(2),
    ),
    Claim(
        "The {} number is rounding in the sixteenth digit. The {} number is not small",
        *(("first", "second") if OF_OUTPUTS == "equivariant" else ("second", "first")),
    ),
    Claim(
        "“shuffling changes nothing” is {}, and “shuffling only moves the outputs” is {}.",
        str(NOTHING_CHANGED).lower(),
        str(only_moved(0)).lower(),
    ),
    Claim(
        "The outputs move along with their words, and {} output changes. Equal words "
        "have {} outputs.",
        "no" if only_moved(0) else "each",
        "other" if outputs_differ(causal=False) else "equal",
    ),
    Claim(
        "after pooling, every order of the words gives {} vector",
        "the same" if SAME_MEAN else "another",
    ),
    Claim("| **{}** | $f(PX) = P f(X)$ | the outputs, with their words |", OF_OUTPUTS),
    Claim("| **{}** | $g(PX) = g(X)$ | nothing |", OF_MEAN),
    Claim("self-attention is **{}**: shuffle the words", OF_OUTPUTS),
    Claim(
        "The two outputs {}, because the first *the* has seen {} word and the second {}.",
        "differ" if outputs_differ(causal=True) else "agree",
        *(word(place + 1) for place in TWICE),
    ),
    Claim(
        "So {} can find out about the order **without any positional encoding** (later papers call "
        "this *NoPE*). {} cannot.",
        *(("a decoder", "An encoder") if MASK_TELLS else ("an encoder", "A decoder")),
    ),
    Claim(
        "Only the layer in the {} line is blind to order.",
        {(True, False, False, False): "first"}[tuple(BLIND)],
    ),
    Claim(
        "Softmax works on each {one} separately and treats all entries of a {one} alike",
        one="row" if ROWS_SUM_TO_ONE else "column",
    ),
]
ALLOWED = [
    r"place 2 comes after place 1",
    r"about 25 minutes",
    r"section 3\.5",
    r"a single 1 in each row and each column, all its other entries are 0",
    r"step 2 of the proof",
    r"places are counted from 0",
]
