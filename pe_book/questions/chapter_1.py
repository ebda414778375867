"""Questions on the order problem."""

import math

import numpy as np

from pe_book.questions.fresh import fresh
from pe_book.questions.question import Numeric, choice, numeric
from pe_lib.attention import attention

Sentence = tuple[str, ...]
_SENTENCE = ("the", "dog", "chased", "the", "cat")
#: In each, “the” alone occurs more than once; the counts are others than those above.
_OTHERS = (
    ("the", "sun", "the", "moon"),
    ("the", "day", "follows", "the", "long", "night"),
    ("the", "end", "of", "the", "old", "story"),
    ("the", "old", "horse", "pulled", "the", "heavy", "cart"),
    ("today", "the", "teacher", "asked", "the", "whole", "class"),
    ("the", "boy", "saw", "the", "girl", "once", "again"),
    ("the", "king", "the", "queen", "the", "young", "prince"),
    ("the", "wind", "moved", "the", "leaves", "of", "the", "tree"),
    ("now", "the", "cat", "sees", "the", "dog", "and", "the", "bird"),
)
_TIMES = {2: "both times", 3: "all three times"}


def _outputs(words: Sentence, causal: bool = False) -> np.ndarray:
    """Return one attention output per word, each word being a fixed random vector."""
    kinds = sorted(set(words))
    vectors = np.random.default_rng(0).normal(size=(len(kinds), 8))
    x = np.array([vectors[kinds.index(word)] for word in words])
    return attention(x, x, x, causal=causal)


def _count_different(rows: np.ndarray) -> int:
    return len(np.unique(rows.round(9), axis=0))


who_chased_whom = choice("""
    The network reads “the dog chased the cat” and then “the cat chased the dog”, without positions.
    It says the same thing about the dog both times. Why?

    ( ) It hasn’t been trained for long enough.
        -> No training can help: what you’ll prove below holds for every network of this kind,
        whatever its weights.
    (x) It sees which words there are, but not in which order.
        -> Both sentences have the same five words, so to the network they’re the same input.
    ( ) In its training, dogs chased more often than they were chased.
        -> Then its answer would lean to one side. In its training, dogs were chased as often as
        they chased.
    ( ) It doesn’t know the answer, so it picks one at random.
        -> Nothing in a trained network is random. The same words give the same numbers.
""")

predict_shuffle = choice("""
    Self-attention reads a sentence without positions. You shuffle the words and run it again. What
    happens to the outputs?

    ( ) Nothing: the outputs are the same, in the same places.
        -> That would be called <em>invariance</em>. The outputs belong to their words, and the
        words have moved.
    ( ) All of them change, because every word now has other neighbors.
        -> Attention doesn’t know which words are neighbors. It takes a weighted mean over
        <em>all</em> words, and a sum doesn’t depend on the order of its terms.
    (x) They are the same vectors, moved along with their words.
        -> This is called <em>equivariance</em>. You’ll prove it below in three steps.
    ( ) It depends on what the network has learned.
        -> It doesn’t. Every word goes through the same computation, whatever was learned.
""")


@fresh(sentence=_OTHERS)
def different_outputs(sentence: Sentence = _SENTENCE) -> Numeric:
    places, copies = len(sentence), sentence.count("the")
    return numeric(
        f"""
        Self-attention without positions reads “{" ".join(sentence)}”. How many <em>different</em>
        output vectors does it give?

        (x) answer -> One for each different word. “The” sends the same query {_TIMES[copies]}, and
            to the same words, so it gets the same output.
        ( ) one_each -> You counted one per place. All places of “the” hold the same vector, so
            their outputs are the same vector too.
        ( ) pooled -> That would be the <em>pooled</em> output. Before pooling, different words have
            different queries and so different outputs.
        ( ) copies -> You counted the copies. Their outputs are equal to each other; the other words
            have outputs of their own.
        (?) Some rows of the input are equal. What does that say about these rows of the output?
        """,
        answer=_count_different(_outputs(sentence)),
        one_each=places,
        pooled=1,
        copies=copies,
    )


@fresh(sentence=_OTHERS)
def same_sentence(sentence: Sentence = _SENTENCE) -> Numeric:
    places, copies = len(sentence), sentence.count("the")
    arrangements, among = math.factorial(places), math.factorial(copies)
    orders, different = arrangements // among, len(set(sentence))
    return numeric(
        f"""
        A model without positions averages its outputs into one vector for the sentence. How many
        different word orders of “{" ".join(sentence)}” does it map to that one vector, the original
        order included?

        (x) answer -> All of them: {places}! arrangements, divided by {among}, because the copies of
            “the” may change places among themselves, and the sentence stays the same.
        ( ) all_apart -> That is {places}!, which counts each “the” as a word of its own. Exchanging
            two of them gives the same sentence again.
        ( ) different_words -> That is {different}!, the orders of the different words. But the
            sentence has {places} places.
        ( ) one -> The average doesn’t depend on the order: every arrangement of the same words has
            the same mean.
        ( ) others -> Those are the <em>other</em> orders. The original one counts too.
        (?) The averaged output is the same for every order. So count the orders.
        """,
        answer=orders,
        all_apart=arrangements,
        different_words=math.factorial(different),
        one=1,
        others=orders - 1,
        tolerance=0.2 / orders,  # every order counts
    )


invariant_or_equivariant = choice("""
    A textbook says: “self-attention is permutation invariant”. What’s right?

    ( ) The sentence is correct.
        -> Then shuffling the words would leave every output in its place. But the outputs move with
        the words.
    (x) Self-attention is equivariant; its <em>average</em> over places is invariant.
        -> The two properties differ by a <var>P</var>: <var>f</var>(<var>PX</var>) = <var>P</var>
        <var>f</var>(<var>X</var>) against <var>g</var>(<var>PX</var>) = <var>g</var>(<var>X</var>).
    ( ) Self-attention is neither, because softmax isn’t linear.
        -> Softmax acts on each row of scores by itself, and reordering a row before softmax is the
        same as reordering it afterwards. You don’t need linearity.
    ( ) Self-attention is invariant, but only with a single head.
        -> Heads work side by side and are joined place by place, so they change nothing here.
""")

_COPIES = 5

causal_identical = numeric(
    f"""
    A causal mask lets word <var>p</var> see only words 0 to <var>p</var>. No encoding is added. The
    input is the same word {_COPIES} times: “{" ".join(["dog"] * _COPIES)}”. How many different
    output vectors are there?

    (x) answer -> Every output is a weighted mean of equal vectors, and that is the vector itself,
        however many there are. So the next layer gets equal vectors again. A causal mask alone
        can’t count equal words, however many layers you stack. (A special first word would help.)
    ( ) one_each -> The places do see different <em>numbers</em> of words. But a mean of two dogs
        equals a mean of {_COPIES} dogs: the weights always sum to 1.
    ( ) none -> There is at least one output vector: every place gets one.
    (?) What is a weighted mean of copies of one vector, if the weights sum to 1?
    """,
    answer=_count_different(_outputs(("dog",) * _COPIES, causal=True)),
    one_each=_COPIES,
    none=0,
)

why_causal_differs = choice("""
    Why does a causal mask break equivariance?

    (x) The mask is tied to places, not to words: after a shuffle a word sees other words.
        -> In symbols: the scores shuffle to <var>P S P</var><sup>⊤</sup>, but the mask stays where
        it was. So a decoder can learn something about the order even without an encoding.
    ( ) The mask sets some scores to −∞, and then softmax isn’t defined.
        -> exp(−∞) is simply 0, and each row keeps at least its own word, so every weight is
        defined.
    ( ) The mask makes the weights of a row sum to less than 1.
        -> Softmax is taken after masking, so each row still sums to 1.
    ( ) It doesn’t: equivariance holds for every mask.
        -> It holds for masks that move with the words, such as a padding mask. The causal mask
        stays where it is.
""")
