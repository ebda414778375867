"""Five questions at the end of the lesson, one for each of its steps."""

import math

import numpy as np

from pe_book.questions.question import Choice, Numeric, Option, Wrong
from pe_lib.encoding import positional_encoding
from pe_lib.frequency import angular_frequencies

equal_words = Choice(
    "exit_ticket.equal_words",
    "An attention layer without positions reads a text in which “the” occurs twice. What is true "
    "of its two outputs for “the”?",
    [
        Option(
            "They differ, because the words beside them differ.",
            "Which word stands beside which is just what the layer cannot see: it compares each "
            "word with all others, wherever they stand.",
        ),
        Option(
            "They are equal.",
            "Equal words make the same comparisons with the same words, so they get the same mean.",
            right=True,
        ),
        Option(
            "They are equal only if the layer has not been trained.",
            "It holds for all weights, so no training changes it.",
        ),
        Option(
            "The second one counts less, because it comes later.",
            "Without positions, and without a mask, there is no earlier and no later.",
        ),
    ],
)

_P, _COLUMN, _D = 6, 3, 8
_OMEGA = angular_frequencies(_D)[_COLUMN // 2]

entry = Numeric(
    "exit_ticket.entry",
    f"<var>d</var> = {_D}, <var>B</var> = 10000. Compute the entry at position {_P} in column "
    f"{_COLUMN}.",
    answer=positional_encoding(_P + 1, _D)[_P, _COLUMN],
    independent=lambda: math.cos(6 / 10),
    because=f"Column {_COLUMN} is the cosine of pair {_COLUMN // 2}, whose frequency is "
    f"{_OMEGA:g}: cos({_P} · {_OMEGA:g}).",
    hint="Which pair does the column belong to? Is it the sine or the cosine? What is the "
    "frequency of that pair?",
    wrong=[
        Wrong(
            np.sin(_P * _OMEGA),
            f"That is the sine, in column {_COLUMN - 1}. Odd columns hold cosines.",
            independent=lambda: math.sin(6 / 10),
        ),
        Wrong(
            np.cos(_P),
            "You used frequency 1, the one of pair 0.",
            independent=lambda: math.cos(6),
        ),
        Wrong(
            np.cos(_P * 10_000 ** (-2 * _COLUMN / _D)),
            f"You took column {_COLUMN} for the pair, or computed with degrees. The column belongs "
            f"to pair {_COLUMN // 2}, and angles are in radians.",
            independent=lambda: math.cos(6 / 1000),
        ),
        Wrong(
            _P * _OMEGA,
            "That is the angle. The entry is its cosine.",
            independent=lambda: 6 / 10,
        ),
    ],
)

what_the_matrix_contains = Choice(
    "exit_ticket.what_the_matrix_contains",
    "A matrix takes the pair of position <var>p</var> to the pair of position <var>p</var> + "
    "<var>k</var>. What do its entries depend on?",
    [
        Option(
            "on <var>p</var>, <var>k</var> and the frequency ω",
            "Put <var>p</var> = 0 and then <var>p</var> = 100: the matrix is the same, with "
            "cos <var>k</var>ω and ± sin <var>k</var>ω.",
        ),
        Option(
            "on <var>p</var> and ω",
            "How far the hand turns is <var>k</var>ω. Where it starts does not matter.",
        ),
        Option(
            "on <var>k</var> and ω",
            "Its entries are cos <var>k</var>ω and ± sin <var>k</var>ω. There is no <var>p</var> "
            "in them, so one matrix serves all positions.",
            right=True,
        ),
        Option(
            "on the words at both positions",
            "The rows of the table know nothing of words.",
        ),
    ],
)

back_again = Choice(
    "exit_ticket.back_again",
    "A matrix moves every row three positions on. Which matrix moves every row three positions "
    "back?",
    [
        Option(
            "its transpose",
            "It turns each pair by the same angle the other way. For a rotation the transpose is "
            "the inverse.",
            right=True,
        ),
        Option(
            "the same matrix with a minus before each entry",
            "That would turn each pair on by a further half turn. The cosines keep their sign.",
        ),
        Option(
            "none: the sine is not one to one",
            "A sine alone is not. The pair of sine and cosine says where the hand stands, and a "
            "turn can be undone.",
        ),
        Option(
            "another one at each position",
            "One matrix leads on from every position, so one matrix leads back.",
        ),
    ],
)

_NEAR, _FAR = 4, 9

same_product = Choice(
    "exit_ticket.same_product",
    f"You know the dot product of row {_NEAR} and row {_FAR}. Which two rows certainly have the "
    "same dot product?",
    [
        Option(
            f"rows {2 * _NEAR} and {2 * _FAR}",
            "The dot product depends on the difference of the positions, not on their ratio.",
        ),
        Option(
            f"rows {_NEAR} and {_NEAR + _FAR}",
            f"They are {_FAR} apart, and rows {_NEAR} and {_FAR} are {_FAR - _NEAR} apart.",
        ),
        Option(
            "no others",
            "It is a sum of cosines of the offset, so all rows at that offset have the same.",
        ),
        Option(
            f"rows {100 + _NEAR} and {100 + _FAR}",
            f"They are {_FAR - _NEAR} apart, too, and only the offset counts.",
            right=True,
        ),
    ],
)
