"""Questions on what attention makes of the table: adding, scaling, heads, and what is learned."""

import numpy as np

from pe_book.drawing.picture import Picture
from pe_book.figures import chapter_6 as figures
from pe_book.model.sentences import TRAINED_WORDS
from pe_book.model.sentences.model import D_MODEL
from pe_book.model.sentences.stored import measurements
from pe_book.questions.fresh import fresh
from pe_book.questions.question import Numeric, choice, numeric
from pe_book.text.numbers import fixed
from pe_lib.addition import effective_size, embedding_norm
from pe_lib.encoding import positional_encoding
from pe_lib.heads import head_weights, look_back_head

add_or_concatenate = choice("""
    One model adds a row <var>t</var> of the table to an embedding <var>x</var> and then applies
    <var>W</var>. Another one concatenates [<var>x</var> <var>t</var>] and then applies a larger
    <var>W</var>. How do they compare?

    ( ) Adding destroys information: a sum can’t be taken apart.
        -> You can’t recover two numbers from their sum. You can recover two <em>vectors</em> if
        they lie in different directions, and the table uses few directions.
    (x) Concatenating is adding after projecting each part: <var>xW</var><sub>x</sub> +
        <var>tW</var><sub>t</sub>.
        -> Block multiplication proves it for every input. Adding first is the special case
        <var>W</var><sub>x</sub> = <var>W</var><sub>t</sub>.
    ( ) They are the same model.
        -> Almost. Adding first sends both parts through the same matrix. Concatenating gives each
        part a matrix of its own.
    ( ) They can’t be compared: the widths differ.
        -> Only the inputs differ in width. The outputs can have the same width: write <var>W</var>
        as two blocks.
""")

_POSITIONS, _WIDTH = 100, 512
_DIRECTIONS = effective_size(positional_encoding(_POSITIONS, _WIDTH))

few_directions = choice(f"""
    A table of {_POSITIONS} positions and {_WIDTH} columns. How many directions hold 99% of its
    variance? Guess.

    ( ) All {_WIDTH}.
        -> {_POSITIONS} rows span at most {_POSITIONS} directions, and most of the slow columns
        hardly change within {_POSITIONS} positions.
    ( ) About {_WIDTH // 2}, one for each pair.
        -> Pairs with wavelengths far beyond {_POSITIONS} positions trace short, almost parallel
        arcs. They share directions.
    ( ) {_POSITIONS - 1} or {_POSITIONS}, one for each row.
        -> The rows are all different, but neighboring rows are close together. All rows are points
        on one smooth curve.
    (x) {_DIRECTIONS}.
        -> The other directions stay almost empty, so the tokens can use them. That’s why adding
        need not do much harm.
""")

_TOY_VOCABULARY = 11
_ROW_LENGTH = np.sqrt(_WIDTH / 2)


@fresh(vocabulary=(8_000, 16_000, 50_257, 64_000, 128_000))
def scaled_norm(vocabulary: int = 32_000) -> Numeric:
    scaled = embedding_norm(vocabulary, _WIDTH, "xavier_uniform")
    return numeric(
        f"""
        Embeddings with Xavier initialization have entries of standard deviation √(2/(<var>V</var> +
        <var>d</var>)). Take <var>V</var> = {fixed(vocabulary)} and <var>d</var> = {_WIDTH}. How
        long is an embedding after multiplication by √<var>d</var>?

        (x) answer -> The unscaled length is √<var>d</var> times the standard deviation, and the
            scaling multiplies by √<var>d</var> again: <var>d</var>·√(2/(<var>V</var> +
            <var>d</var>)). A row of the table has length {_ROW_LENGTH:g}, so even the scaled
            embedding is {fixed(_ROW_LENGTH / scaled)} times shorter.
        ( ) unscaled -> That’s its length before the scaling.
        ( ) row -> That’s the length of a row of the table. The embedding is shorter.
        ( ) deviation -> That’s the standard deviation of one entry.
        ( ) standard_normal -> That holds for entries of standard deviation 1.
        ( ) toy_vocabulary -> That’s the value for a vocabulary of {_TOY_VOCABULARY}, as in a
            well-known toy example. With {fixed(vocabulary)} tokens the initialization is much
            smaller.
        (?) A vector of <var>d</var> entries with standard deviation σ has length about
            √<var>d</var>·σ.
        """,
        answer=scaled,
        unscaled=embedding_norm(vocabulary, _WIDTH, "xavier_uniform", scaled=False),
        row=_ROW_LENGTH,
        deviation=np.sqrt(2 / (vocabulary + _WIDTH)),
        standard_normal=embedding_norm(vocabulary, _WIDTH, "standard_normal"),
        toy_vocabulary=embedding_norm(_TOY_VOCABULARY, _WIDTH, "xavier_uniform"),
    )


def _three_back() -> Picture:
    """Draw the weights of the head that looks three back, for the first positions."""
    table = positional_encoding(64, 512)
    weights = head_weights(table, look_back_head(3, 512), sharpness=8)
    return figures.head(weights[:40, :40], offset=3)


identity_used = choice(
    """
    “The shift matrix depends on <var>k</var>, but attention multiplies by learned matrices. So the
    rotation identity is never used.” What does the head above show?

    ( ) True: no head can contain a rotation.
        -> <var>W</var><sub>q</sub> is a free <var>d</var> × <var>d</var> matrix. In a head of full
        width a rotation is one of its values.
    (x) One <var>W</var><sub>q</sub> serves a single offset, for all positions at once.
        -> A head that always looks three back needs exactly that. The identity says that such a
        matrix exists. Training may or may not find it.
    ( ) False: every trained head uses it.
        -> The matrix exists, but training need not find it. Measure a trained head before you claim
        that.
    ( ) It would need a new matrix for every position.
        -> One <var>M</var><sub>k</sub> shifts every position. That’s the point of chapter 4.
""",
    exhibit=_three_back,
)

words_added = choice("""
    Add word vectors, each half as long as a row of the table and each different, and give the sums
    to a head that looks three back. Where is its largest weight at most positions?

    ( ) Still three back: the rows of the table are twice as long.
        -> The whole row counts for little here. What counts is the lead of the key three back over
        the keys near it, and that lead is small.
    (x) On the query’s own position.
        -> The head turns the word vector by three positions as well, and after so small a turn it
        still resembles itself. So the word’s own key gains more than any other.
    ( ) Anywhere: the word vectors are noise.
        -> Each key gets something by chance, but far keys are too far behind to win. And one key
        gains far more than by chance.
    ( ) On the neighbors of the key three back.
        -> They are the nearest rivals while word vectors are short. At half the length, another key
        gains more.
""")


@fresh(width=(16, 32, 48, 80, 96, 128, 256))
def free_numbers(width: int = 64) -> Numeric:
    return numeric(
        f"""
        A projection made of blocks [[<var>a</var>, <var>b</var>], [−<var>b</var>, <var>a</var>]]
        keeps the structure. How many free numbers does such a matrix have at <var>d</var> =
        {width}?

        (x) answer -> Each of the {width // 2} pairs has two; a full matrix has {width**2} free
            numbers. RoPE needs no such restriction, because it rotates <em>after</em> the
            projection.
        ( ) full_matrix -> That’s a full matrix. Most of its entries are zero here.
        ( ) pairs -> That’s the number of pairs. Each has an a and a b.
        ( ) four_each -> Each block has four entries, but only two of them are free: a and b occur
            twice.
        (?) Two for each pair. How many pairs are there?
        """,
        answer=2 * (width // 2),
        full_matrix=width**2,
        pairs=width // 2,
        four_each=4 * (width // 2),
        tolerance=0.001,
    )


_START = 4
_LAST = _START + len("the dog chased the cat".split()) - 1

later_start = choice(f"""
    We trained the model with the sinusoidal table, on sentences that start at position 0 and have
    up to {TRAINED_WORDS} words. Now “the dog chased the cat” starts at position {_START}. What does
    it say?

    ( ) The same: no word has changed places, and the offsets are the old ones.
        -> That would be true if the scores depended only on offsets. In this model they don’t.
    ( ) It guesses: every noun gets each label with about one half.
        -> That’s what it does without positions. Here it has positions, and trusts them.
    (x) That nobody acts: the dog, too, is acted upon, and with confidence.
        -> What it has learned is tied to places, and the places have moved.
    ( ) Nothing can be known: positions {_START} to {_LAST} weren’t used in training.
        -> They were: sentences had up to {TRAINED_WORDS} words. Each row is familiar, and only the
        beginning isn’t.
""")

_SUM = measurements()["position_after_each_block"]["result"]["two blocks"]["sum"]
_EXPLAINED = int(100 * min(r_squared for _, r_squared in _SUM))

after_the_blocks = choice(f"""
    A linear map from the sum of word and row to the position p explains more than {_EXPLAINED}% of
    its variance. How much of it can such a map still explain after two trained blocks?

    ( ) Practically none: two blocks of other work have written over it.
        -> Each block <em>adds</em> to its input, so what was there stays in the sum unless a block
        takes it away.
    (x) About four fifths.
        -> It fades, because each block adds other things to the same {D_MODEL} numbers, and it
        doesn’t vanish.
    ( ) As much as before: the residual sum keeps everything.
        -> It keeps the row, but in a vector of {D_MODEL} numbers what the blocks add comes to lie
        on top of it.
""")
