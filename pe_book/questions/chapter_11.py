"""Questions on the experiment with a head that looks three back, and on GPT-2's learned rows."""

import math

import numpy as np

from pe_book.data import learned_rows
from pe_book.figures import chapter_11 as figures
from pe_book.model.experiments.three_back import split, stored
from pe_book.model.transformer import Task
from pe_book.questions.fresh import fresh
from pe_book.questions.question import Numeric, choice, numeric
from pe_book.text.numbers import fixed, percent
from pe_lib.encoding import positional_encoding
from pe_lib.variants import alibi_slopes

_TASK = Task()
_RESULT = split(stored()["sinusoid"])
_TESTED = 64
_SCORED = _TESTED - _TASK.look_back
_TRAINED = _TASK.length - _TASK.look_back
_UNSEEN = _TESTED - _TASK.length
_AVERAGE = round(float(_RESULT["all"].mean()), 2)

behind_the_average = numeric(
    f"""
    At length {_TESTED} the model with the sinusoidal table answers {_AVERAGE:.2f} of its {_SCORED}
    scored positions right. On the {_TRAINED} trained positions among them it is always right. How
    good is it on the others? (two digits)

    (x) answer -> The average mixes trained and unseen positions. At the unseen positions alone, the
        model is wrong most of the time.
    ( ) average -> That’s the average over both. The trained positions pull it up.
    ( ) half_trained -> That assumes that half of the scored positions are trained. There are
        {_TRAINED} trained and {_UNSEEN} unseen ones.
    ( ) all_right -> Then the average would be 1.
    ( ) guess -> That’s a blind guess. The model does better than that.
    (?) It has {_AVERAGE:.2f} · {_SCORED} right answers. {_TRAINED} of them belong to trained
        positions.
    """,
    answer=(_AVERAGE * _SCORED - _TRAINED) / _UNSEEN,
    average=_AVERAGE,
    half_trained=2 * _AVERAGE - 1,
    all_right=1.0,
    guess=1 / _TASK.vocabulary,
    tolerance=0.02,
)

_SLOPE = float(alibi_slopes(1)[0])

alibi_direction = choice(
    f"""
    In this experiment a head with the symmetric ALiBi bias does hardly better than one without any
    encoding. Why?

    ( ) Its slope is too small: only 1/{fixed(1 / _SLOPE)}.
        -> The slope is small. But a steeper slope pulls the head toward the nearest tokens, not
        toward the one three back, so it helps only a little.
    (x) It sees distance but not direction, and its bias always favors the nearest token.
        -> Three back and three ahead get the same bias. A causal mask would add direction, but a
        bias that only falls with distance still can’t single out three.
    ( ) ALiBi works for long sequences only.
        -> It was made for lengths beyond training, but here it also fails at the trained length.
    ( ) It lacks only a causal mask. With one it would look three back.
        -> The mask would hide the tokens ahead. Among the tokens behind, the bias still favors the
        nearest one, which isn’t the one three back.
""",
    exhibit=lambda: figures.accuracy(stored(), _TASK.length, chance=1 / _TASK.vocabulary),
)

_TURN = 2 * np.pi
_WORDS = dict(enumerate("one two three four five six seven eight nine ten".split(), start=1))


@fresh(back=tuple(_WORDS))
def one_turn_further(back: int = _TASK.look_back) -> Numeric:
    return numeric(
        f"""
        Suppose that a head finds the key {_WORDS[back]} back from the <em>fastest pair alone</em>,
        whose frequency is {fixed(math.tau / _TURN)}. Where is the next key behind that one with
        almost the same score? Count positions back from the query, to the nearest whole number.

        (x) answer -> Pair 0 makes a turn in 2π = {fixed(_TURN, 2)} positions, so {back} +
            {fixed(_TURN, 2)} = {fixed(back + _TURN, 2)} positions back it points almost the same
            way. Only the other pairs can tell the two keys apart.
        ( ) from_the_query -> That’s one turn from the query itself. Go one whole turn farther than
            {_WORDS[back]}.
        ( ) next -> One position later, pair 0 has turned by a whole radian. One turn is 2π radians.
        ( ) two_turns -> That’s two turns farther. One turn comes first.
        (?) How many positions does pair 0 take for one turn?
        """,
        answer=round(back + _TURN),
        from_the_query=round(_TURN),
        next=back + 1,
        two_turns=round(back + 2 * _TURN),
        tolerance=0.001,
    )


old_angles = choice("""
    Suppose that every pair of the table stays, at new positions, on the part of its circle that
    training has covered. Is the head then right at all new positions?

    ( ) Yes: only an angle that was never seen can mislead it.
        -> That’s the hypothesis, and the experiment is there to test it. More than a quarter of the
        answers are still wrong in every case.
    (x) It gets better in most cases, but not right.
        -> New angles may be part of the reason. The <em>combination</em> of old angles is new all
        the same.
    ( ) No: angles have nothing to do with it.
        -> Then taking the new angles away wouldn’t help. In three of the four cases it does.
""")

far_keys = choice("""
    With RoPE the head is right at new positions, but at four times the trained length it makes a
    few mistakes, also at old positions. You hide all keys that are farther away than in training,
    and practically every answer is right. What have you shown?

    (x) That the far keys cause the mistakes.
        -> Taking them away takes the mistakes away. It doesn’t say which of them draw weight, nor
        that each new offset does harm.
    ( ) That every new offset causes mistakes.
        -> At twice the length there are new offsets too, and almost no mistakes.
    ( ) That RoPE can’t be used at new lengths.
        -> It’s right nearly everywhere even there. And this is one head and one task.
""")

_GPT2 = learned_rows.gpt2_rows()
_MEASURED = learned_rows.stored()["gpt2"]
# The stored shares are rounded, and six roundings add up.
_SHARE = percent(learned_rows.measure(_GPT2).shares.sum(), 1)
_TABLE = positional_encoding(*_GPT2.shape)
_TABLE_SHARE = percent(learned_rows.stored()["sinusoid"].shares.sum(), 0)
_OFFSET = 32
_COSINE = fixed(np.mean(_MEASURED.cosines[_OFFSET - 1]), 2)

gpt2_rows = choice(f"""
    GPT-2’s {_GPT2.shape[1]} columns of learned positions started as random numbers. What do the
    first {len(_GPT2)} rows look like after training?

    ( ) Still random: nothing ties row 8 to row 7.
        -> Nothing in the <em>table</em> ties them. But the causal mask does: position 8 sees what
        position 7 sees, and one token more. The rows became a smooth curve.
    ( ) Like the sinusoidal table, with one fixed frequency for each pair of columns.
        -> They are smooth, but that is all that they share with it for certain. The table has only
        {_TABLE_SHARE} of its variance in {len(_MEASURED.shares)} directions.
    (x) A smooth curve in a few directions: {len(_MEASURED.shares)} hold {_SHARE} of the variance.
        -> Neighbors are almost equal, although training began with random rows. A smooth curve lies
        in a few directions, whatever made it: compare it with the controls below.
    ( ) All rows are equal: the model uses the causal mask instead.
        -> Rows {_OFFSET} apart have a cosine of {_COSINE} on average, so they differ. A mask alone
        can reveal positions, but GPT-2 uses its table.
""")
