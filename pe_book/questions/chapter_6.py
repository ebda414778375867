"""Questions on what attention makes of the table: adding, scaling, heads, and unseen positions."""

import numpy as np

from pe_book.experiment import split, stored
from pe_book.questions.question import Choice, Numeric, Option, Wrong
from pe_book.transformer import Task
from pe_lib.addition import effective_size, embedding_norm
from pe_lib.encoding import positional_encoding
from pe_lib.variants import alibi_slopes

add_or_concatenate = Choice(
    "One model adds a row <var>t</var> of the table to an embedding <var>x</var> and then applies "
    "<var>W</var>. Another one concatenates [<var>x</var> <var>t</var>] and then applies a larger "
    "<var>W</var>. How do they compare?",
    [
        Option(
            "Adding destroys information: a sum cannot be taken apart.",
            "You cannot recover two numbers from their sum. You can recover two <em>vectors</em> "
            "if "
            "they lie in different directions, and the table uses few directions.",
        ),
        Option(
            "Concatenating is adding after projecting each part: "
            "<var>xW</var><sub>x</sub> + <var>tW</var><sub>t</sub>.",
            "Block multiplication proves it for every input. Adding first is the special case "
            "<var>W</var><sub>x</sub> = <var>W</var><sub>t</sub>.",
            right=True,
        ),
        Option(
            "They are the same model.",
            "Almost. Adding first sends both parts through the same matrix. Concatenating gives "
            "each "
            "part a matrix of its own.",
        ),
        Option(
            "They cannot be compared: the widths differ.",
            "Only the inputs differ in width. The outputs can have the same width: write "
            "<var>W</var> as two blocks.",
        ),
    ],
)

_SHORT = effective_size(positional_encoding(100, 512))

few_directions = Choice(
    "A table of 100 positions and 512 columns. How many directions hold 99% of its variance? "
    "Guess.",
    [
        Option(
            "All 512.",
            "100 rows span at most 100 directions, and most of the slow columns hardly change "
            "within "
            "100 positions.",
        ),
        Option(
            "About 256, one for each pair.",
            "Pairs with wavelengths far beyond 100 positions trace short, almost parallel arcs. "
            "They share directions.",
        ),
        Option(
            "99 or 100, one for each row.",
            "The rows are all different, but neighboring rows are close together. All rows are "
            "points "
            "on one smooth curve.",
        ),
        Option(
            f"{_SHORT}.",
            "The other directions stay almost empty, so the tokens can use them. That is why "
            "adding "
            "need not do much harm.",
            right=True,
        ),
    ],
)

_VOCABULARY, _WIDTH = 32_000, 512

scaled_norm = Numeric(
    "Embeddings with Xavier initialization have entries of standard deviation "
    "√(2/(<var>V</var> + <var>d</var>)). Take <var>V</var> = 32,000 and <var>d</var> = 512. "
    "How long is an embedding after multiplication by √<var>d</var>?",
    answer=embedding_norm(_VOCABULARY, _WIDTH, "xavier_uniform"),
    because="The unscaled length is √<var>d</var> times the standard deviation, and the scaling "
    "multiplies by √<var>d</var> again: <var>d</var>·√(2/(<var>V</var> + <var>d</var>)). A row of "
    "the table has length 16, so even the scaled embedding is four times shorter.",
    hint="A vector of <var>d</var> entries with standard deviation σ has length about "
    "√<var>d</var>·σ.",
    wrong=[
        Wrong(
            embedding_norm(_VOCABULARY, _WIDTH, "xavier_uniform", scaled=False),
            "That is its length before the scaling.",
        ),
        Wrong(
            np.sqrt(_WIDTH / 2),
            "That is the length of a row of the table. The embedding is shorter.",
        ),
        Wrong(
            np.sqrt(2 / (_VOCABULARY + _WIDTH)),
            "That is the standard deviation of one entry.",
        ),
        Wrong(
            embedding_norm(_VOCABULARY, _WIDTH, "standard_normal"),
            "That holds for entries of standard deviation 1.",
        ),
        Wrong(
            embedding_norm(11, _WIDTH, "xavier_uniform"),
            "That is the value for a vocabulary of 11, as in a well-known toy example. With "
            "32,000 tokens the initialization is much smaller.",
        ),
    ],
)

identity_used = Choice(
    "“The shift matrix depends on <var>k</var>, but attention multiplies by learned matrices. So "
    "the rotation identity is never used.” What does the head above show?",
    [
        Option(
            "True: no head can contain a rotation.",
            "<var>W</var><sub>q</sub> is a free <var>d</var> × <var>d</var> matrix. "
            "In a head of full width a rotation is one of its values.",
        ),
        Option(
            "One <var>W</var><sub>q</sub> serves a single offset, for all positions at once.",
            "A head that always looks three back needs exactly that. The identity says that such a "
            "matrix exists. Training may or may not find it.",
            right=True,
        ),
        Option(
            "False: every trained head uses it.",
            "The matrix exists, but training need not find it. Measure a trained head before you "
            "claim that.",
        ),
        Option(
            "It would need a new matrix for every position.",
            "One <var>M</var><sub>k</sub> shifts every position. That is the point of chapter 4.",
        ),
    ],
)

words_added = Choice(
    "Add word vectors, each half as long as a row of the table and each different, and give the "
    "sums to a head that looks three back. Where is its largest weight at most positions?",
    [
        Option(
            "Still three back: the rows of the table are twice as long.",
            "The whole row counts for little here. What counts is the lead of the key three back "
            "over the keys near it, and that lead is small.",
        ),
        Option(
            "On the query’s own position.",
            "The head turns the word vector by three positions as well, and after so small a turn "
            "it still resembles itself. So the word’s own key gains more than any other.",
            right=True,
        ),
        Option(
            "Anywhere: the word vectors are noise.",
            "Each key gets something by chance, but far keys are too far behind to win. And one "
            "key gains far more than by chance.",
        ),
        Option(
            "On the neighbors of the key three back.",
            "They are the nearest rivals while word vectors are short. At half the length, another "
            "key gains more.",
        ),
    ],
)

_HEAD_WIDTH = 64

free_numbers = Numeric(
    "A projection made of blocks [[<var>a</var>, <var>b</var>], [−<var>b</var>, <var>a</var>]] "
    "keeps the structure. How many free numbers does such a matrix have at <var>d</var> = 64?",
    answer=2 * (_HEAD_WIDTH // 2),
    because="Each of the 32 pairs has two; a full matrix has 4096 free numbers. RoPE needs no such "
    "restriction, because it rotates <em>after</em> the projection.",
    hint="Two for each pair. How many pairs are there?",
    tolerance=0.001,
    wrong=[
        Wrong(_HEAD_WIDTH**2, "That is a full matrix. Most of its entries are zero here."),
        Wrong(_HEAD_WIDTH // 2, "That is the number of pairs. Each has an a and a b."),
        Wrong(
            4 * (_HEAD_WIDTH // 2),
            "Each block has four entries, but only two of them are free: a and b occur twice.",
        ),
    ],
)

_TASK = Task()
_RESULT = split(stored()["sinusoid"])
_SCORED = 64 - _TASK.look_back
_TRAINED = _TASK.length - _TASK.look_back
_UNSEEN = 64 - _TASK.length
_AVERAGE = round(float(_RESULT["all"].mean()), 2)

behind_the_average = Numeric(
    f"At length 64 the model with the sinusoidal table answers {_AVERAGE:.2f} of its "
    f"{_SCORED} scored positions right. On the {_TRAINED} trained positions among them it is "
    "always right. How good is it on the others? (two digits)",
    answer=(_AVERAGE * _SCORED - _TRAINED) / _UNSEEN,
    because="The average mixes trained and unseen positions. At the unseen positions alone, the "
    "model is wrong most of the time.",
    hint=f"It has {_AVERAGE:.2f} · {_SCORED} right answers. "
    f"{_TRAINED} of them belong to trained positions.",
    tolerance=0.02,
    wrong=[
        Wrong(_AVERAGE, "That is the average over both. The trained positions pull it up."),
        Wrong(
            2 * _AVERAGE - 1,
            "That assumes that half of the scored positions are trained. "
            f"There are {_TRAINED} trained and {_UNSEEN} unseen ones.",
        ),
        Wrong(1.0, "Then the average would be 1."),
        Wrong(1 / _TASK.vocabulary, "That is a blind guess. The model does better than that."),
    ],
)

_SLOPE = float(alibi_slopes(1)[0])

alibi_direction = Choice(
    "In this experiment a head with the symmetric ALiBi bias does hardly better than one without "
    "any encoding. Why?",
    [
        Option(
            f"Its slope is too small: only 1/{1 / _SLOPE:.0f}.",
            "The slope is small. But a steeper slope pulls the head toward the nearest tokens, not "
            "toward the one three back, so it helps only a little.",
        ),
        Option(
            "It sees distance but not direction, and its bias always favors the nearest token.",
            "Three back and three ahead get the same bias. A causal mask would add direction, but "
            "a "
            "bias that only falls with distance still cannot single out three.",
            right=True,
        ),
        Option(
            "ALiBi works for long sequences only.",
            "It was made for lengths beyond training, but here it also fails at the trained "
            "length.",
        ),
        Option(
            "It lacks only a causal mask. With one it would look three back.",
            "The mask would hide the tokens ahead. Among the tokens behind, the bias still favors "
            "the "
            "nearest one, which is not the one three back.",
        ),
    ],
)

_TURN = 2 * np.pi

one_turn_further = Numeric(
    "Suppose that a head finds the key three back from the <em>fastest pair alone</em>, whose "
    "frequency is 1. Where is the next key behind that one with almost the same score? "
    "Count positions back from the query, to the nearest whole number.",
    answer=round(_TASK.look_back + _TURN),
    because=f"Pair 0 makes a turn in 2π = {_TURN:.2f} positions, so "
    f"{_TASK.look_back} + {_TURN:.2f} = {_TASK.look_back + _TURN:.2f} positions back it points "
    "almost the same way. Only the other pairs can tell the two keys apart.",
    hint="How many positions does pair 0 take for one turn?",
    tolerance=0.001,
    wrong=[
        Wrong(
            round(_TURN),
            "That is one turn from the query itself, or half a turn from the key three back. Go "
            "one "
            "whole turn further than three.",
        ),
        Wrong(
            _TASK.look_back + 1,
            "One position further, pair 0 has turned by a whole radian. One turn is 2π radians.",
        ),
        Wrong(
            round(_TASK.look_back + 2 * _TURN), "That is two turns further. One turn comes first."
        ),
    ],
)
