"""Five questions at the end of the lesson, one for each of its steps."""

import numpy as np

from pe_book.questions.fresh import fresh
from pe_book.questions.question import Numeric, choice, numeric
from pe_lib.encoding import positional_encoding
from pe_lib.frequency import angular_frequencies

equal_words = choice("""
    An attention layer without positions reads a text in which “the” occurs twice. What is true of
    its two outputs for “the”?

    ( ) They differ, because the words next to them differ.
        -> Which word is next to which is just what the layer can’t see. It compares each word with
        all the others, wherever they are.
    (x) They are equal.
        -> Equal words make the same comparisons with the same words, so they get the same mean.
    ( ) They’re equal only if the layer hasn’t been trained.
        -> It holds for all weights, so no training changes it.
    ( ) The second one counts less, because it comes later.
        -> Without positions, and without a mask, there is no earlier and no later.
""")


@fresh(position=range(4, 14), column=(3, 5), d=(8, 10, 12))
def entry(position: int = 6, column: int = 3, d: int = 8) -> Numeric:
    omega = angular_frequencies(d)[column // 2]
    return numeric(
        f"""
        <var>d</var> = {d}, <var>B</var> = 10000. Compute the entry at position {position} in column
        {column}.

        (x) answer -> Column {column} is the cosine of pair {column // 2}, whose frequency is
            {omega:g}: cos({position} · {omega:g}).
        ( ) sine -> That is the sine, in column {column - 1}. Odd columns hold cosines.
        ( ) frequency_1 -> You used frequency 1, the one of pair 0.
        ( ) column_as_pair -> You took column {column} for the pair, or computed with degrees. The
            column belongs to pair {column // 2}, and angles are in radians.
        ( ) angle -> That is the angle. The entry is its cosine.
        (?) Which pair does the column belong to? Is it the sine or the cosine? What is the
            frequency of that pair?
        """,
        answer=positional_encoding(position + 1, d)[position, column],
        sine=np.sin(position * omega),
        frequency_1=np.cos(position),
        column_as_pair=np.cos(position * 10_000 ** (-2 * column / d)),
        angle=position * omega,
    )


what_the_matrix_contains = choice("""
    A matrix takes the pair of position <var>p</var> to the pair of position <var>p</var> +
    <var>k</var>. What do its entries depend on?

    ( ) on <var>p</var>, <var>k</var> and the frequency ω
        -> Put <var>p</var> = 0 and then <var>p</var> = 100: the matrix is the same, with cos
        <var>k</var>ω and ± sin <var>k</var>ω.
    ( ) on <var>p</var> and ω
        -> How far the hand turns is <var>k</var>ω. Where it starts doesn’t matter.
    (x) on <var>k</var> and ω
        -> Its entries are cos <var>k</var>ω and ± sin <var>k</var>ω. There is no <var>p</var> in
        them, so one matrix serves all positions.
    ( ) on the words at both positions
        -> The rows of the table know nothing about words.
""")

back_again = choice("""
    A matrix moves every row three positions ahead. Which matrix moves every row three positions
    back?

    (x) its transpose
        -> It turns each pair by the same angle the other way. For a rotation the transpose is the
        inverse.
    ( ) the same matrix with every sign flipped
        -> That adds half a turn to each pair. Only the sines should change their sign.
    ( ) none: the sine isn’t one-to-one
        -> A sine alone isn’t. But sine and cosine together say where the hand is, and a turn can be
        undone.
    ( ) another one at each position
        -> One matrix leads ahead from every position, so one matrix leads back.
""")

_NEAR, _FAR = 4, 9

same_product = choice(f"""
    You know the dot product of row {_NEAR} and row {_FAR}. Which two rows certainly have the same
    dot product?

    ( ) rows {2 * _NEAR} and {2 * _FAR}
        -> The dot product depends on the difference of the positions, not on their ratio.
    ( ) rows {_NEAR} and {_NEAR + _FAR}
        -> They are {_FAR} apart, and rows {_NEAR} and {_FAR} are {_FAR - _NEAR} apart.
    ( ) no others
        -> It is a sum of cosines of the offset, so all rows at that offset have the same.
    (x) rows {100 + _NEAR} and {100 + _FAR}
        -> They are {_FAR - _NEAR} apart, too, and only the offset counts.
""")
