"""The numbers in the prose of chapter 1."""

import numpy as np

from pe_book.explorers import ALL
from pe_book.sentences import TRAINED_WORDS, examine
from pe_lib import attention, attention_weights
from tests.claims import Claim, word
from tests.claims.literature import HAVIV, HAVIV_MASKED, HAVIV_SEEDS


def start_word_share(place: int) -> float:
    """Return the output of a causal layer with equal scores, if only the first value is 1."""
    zeros = np.zeros((place + 1, 1))
    return attention(zeros, zeros, np.eye(place + 1)[:, :1], causal=True)[place, 0]


def step(place: int) -> float:
    return start_word_share(place) - start_word_share(place + 1)


def unchanged(swaps: int) -> str:
    """Return how many of the first outputs the explorer leaves as they are, causal mask on."""
    view = ALL["order"].view(order=swaps, causal=True)
    changes = [row[-1] for row in view.rows[:-1]]
    first = next(i for i, change in enumerate(changes) if change)
    assert all(changes[first:])
    return {2: "two", 3: "three"}[first]


def better() -> str:
    """Return which perplexity is better: that of the model to which the next word is likelier."""
    sure, unsure = (np.exp(-np.log(likelihood)) for likelihood in (0.5, 0.1))
    return "lower" if sure < unsure else "higher"


SENTENCE = "the dog chased another dog".split()
DOGS = [place for place, said in enumerate(SENTENCE) if said == "dog"]
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
    return not np.allclose(*layer(X, causal)[DOGS])


SAME = "another" if outputs_differ(causal=False) else "the same"
NOTHING_CHANGED = np.allclose(layer(X[SHUFFLED]), layer(X))
SAME_MEAN = np.allclose(layer(X[SHUFFLED]).mean(axis=0), layer(X).mean(axis=0))
OF_OUTPUTS = "equivariant" if only_moved(0) and not NOTHING_CHANGED else "invariant"
OF_MEAN = "invariant" if SAME_MEAN else "equivariant"
MASK_TELLS = outputs_differ(causal=True) and not outputs_differ(causal=False)
BLIND = [only_moved(added, causal) for added in (0, E) for causal in (False, True)]
ROWS_SUM_TO_ONE = np.allclose(attention(X, X, np.eye(5)).sum(axis=1), 1)
COUNTS = [start_word_share(place) for place in range(9)]

QUERY_IS_KEY = np.array([[1, 0], [0, 1], [1, 0]])
SCORES = QUERY_IS_KEY @ QUERY_IS_KEY.T

FIRST_WRONG = next(
    start
    for start in range(16)
    if examine("the dog chased the cat", start=start).labels[4] == "acts"
)

CLAIMS = [
    Claim("Training had at most {} words, and beyond those", TRAINED_WORDS),
    Claim("Begin at position {}, with every word as it was: now the answer is wrong", FIRST_WRONG),
    Claim("For *dog* that gives {}, {} and {}. These are the **scores**", *SCORES[0]),
    Claim(
        "and take the exponential: {:.2f}, {:.0f} and {:.2f}. Divide these by their sum, and you "
        "have the **weights**: {:.2f}, {:.2f} and {:.2f}. They sum to {:.0f}, and",
        *np.exp(SCORES[0] / np.sqrt(2)),
        *attention_weights(QUERY_IS_KEY, QUERY_IS_KEY)[0],
        attention_weights(QUERY_IS_KEY, QUERY_IS_KEY)[0].sum(),
    ),
    Claim(
        "too large for a computer's numbers from about $x = {:.0f}$ on",
        np.log(np.finfo(float).max),
    ),
    Claim("cannot begin with word {} before it has finished word {}", 100, 100 - 1),
    Claim("how surprised a model is by the next word; {} is better", better()),
    Claim(
        "For a decoder it was {none} without any encoding, {learned} with learned positions and "
        "{sinusoid} with sinusoids",
        **HAVIV,
    ),
    Claim("can make a difference of up to {}.", HAVIV_SEEDS),
    Claim("it went from {learned} with learned positions to {none} without", **HAVIV_MASKED),
    Claim(
        "After one swap the first {} words keep their outputs; after two swaps, the first {} words",
        unchanged(1),
        unchanged(2),
    ),
    Claim("At place {} that is {:.4f}; at place {} it is {:.6f}.", 9, step(9), 99, step(99)),
    Claim(
        "both dogs send {same} query to the same {n} keys.",
        same=SAME,
        n=word(len(SENTENCE)),
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
        "The outputs move along with their words, and {} output changes. The mean of all outputs "
        "{} change at all.",
        "no" if only_moved(0) else "each",
        "does not" if SAME_MEAN else "does",
    ),
    Claim(
        "after pooling, every order of the words gives {} vector",
        "the same" if SAME_MEAN else "another",
    ),
    Claim("| **{}** | $f(PX) = P f(X)$ | the outputs, with their words |", OF_OUTPUTS),
    Claim("| **{}** | $g(PX) = g(X)$ | nothing |", OF_MEAN),
    Claim("It is {}. Its average is {}.", OF_OUTPUTS, OF_MEAN),
    Claim(
        "The two dogs now {}: the first has seen {} words and the second all {}.",
        "differ" if outputs_differ(causal=True) else "agree",
        *(word(place + 1) for place in DOGS),
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
    Claim(
        "The map from $y_p$ to $p$ is smooth and {},",
        "decreasing" if max(np.diff(COUNTS)) < 0 else "increasing",
    ),
    Claim("The mean of {} 1 and $p$ zeros is", word(COUNTS[8] * 9)),
]
ALLOWED = [
    r"place 2 comes after place 1",
    r"about 30 minutes",
    r"section 3\.5",
    r"a single 1 in each row and each column, all its other entries are 0",
    r"step 2 of the proof",
    r"places are counted from 0",
    r"swaps to 1, then to 2\.",
    r"value 1 and the others have value 0",
    r"mean of one 1 and",
]
