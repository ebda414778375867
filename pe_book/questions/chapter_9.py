"""Questions on positions in real programs."""

import math

import numpy as np

from pe_book.questions.fresh import fresh
from pe_book.questions.question import Numeric, choice, numeric
from pe_book.text.numbers import fixed
from pe_lib.practice import position_ids, to_bfloat16
from pe_lib.variants import yarn_score_factor

one_token = choice("""
    Weights were trained with pairs of neighbors (columns 2<var>j</var> and 2<var>j</var> + 1). They
    are loaded by a program that pairs halves. A test feeds it a single token. Which of its
    attention scores are wrong?

    ( ) All of them.
        -> A single token attends to itself only, at offset 0. Query and key are rotated by the same
        angles, whatever the pairs are, and such a rotation cancels.
    (x) None: the scores of one token are right.
        -> The offset is 0, so the two rotations cancel in either layout. From offset 1 on the
        scores are wrong. A test needs several tokens.
    ( ) Only those of the first pair: both layouts agree on the slow pairs.
        -> The two layouts put different columns together in every pair. What matters here is that a
        token is at offset 0 from itself.
    ( ) None, and none with more tokens either: halves are the same numbers in another order.
        -> For a table that is true up to the order of columns. Here the weights expect one order,
        and the program uses the other.
""")

_FIRST, _SECOND = 1000, 1001
_STORED = [int(p) for p in to_bfloat16([_FIRST, _SECOND])]
_POWER = 2 ** int(math.log2(_FIRST))

bfloat16_positions = choice(f"""
    A program stores positions in bfloat16, which has 8 significant bits, and then computes
    everything else in float64. What happens to two tokens at positions {_FIRST} and {_SECOND}?

    ( ) Nothing: float64 restores the digits.
        -> The digits are lost when the position is stored. No later step can know them.
    (x) Both get the same position.
        -> From {_POWER} to {2 * _POWER} bfloat16 keeps only every fourth whole number. Both
        positions become {_STORED[1]}, so the model sees them at the same place.
    ( ) Only slow pairs are wrong, since they turn least.
        -> Slow pairs suffer least: an error of a few positions hardly turns them. The fastest pair
        turns by 1 radian per position.
    ( ) Both are shifted by the same amount, so the score stays right.
        -> They are rounded separately. Here {_FIRST} stays {_STORED[0]} and {_SECOND} becomes
        {_STORED[1]}: the offset changes from 1 to {_STORED[1] - _STORED[0]}.
""")


@fresh(empty=range(2, 12), prompt=range(4, 20))
def cached_position(empty: int = 5, prompt: int = 7) -> Numeric:
    cached = empty + prompt
    mask = np.array([[0] * empty + [1] * prompt + [1]])
    return numeric(
        f"""
        A prompt of {prompt} tokens follows {empty} empty tokens (left padding), and all {cached}
        places are in the cache. Which position does the next token get, if a token’s position is
        the number of real tokens before it?

        (x) answer -> The {prompt} tokens of the prompt come before it. Padding doesn’t count.
        ( ) with_padding -> That’s the length of the cache, which includes the padding.
        ( ) last_of_prompt -> That’s the position of the last token of the prompt: 0 to {prompt - 1}
            are taken.
        ( ) counts_itself -> That counts the new token itself. The first token has position 0, not
            1.
        ( ) new_part -> That counts only the new part of the mask. The cached tokens count, too.
        (?) How many real tokens come before it?
        """,
        answer=int(position_ids(mask, n_cached=cached)[0, 0]),
        with_padding=cached,
        last_of_prompt=prompt - 1,
        counts_itself=prompt + 1,
        new_part=0,
    )


packed = choice("""
    Two documents are packed into one row. Their positions restart at 0, but the only mask is the
    causal one, and the program doesn’t take a restart for a boundary (some programs do). Does the
    second document see the first?

    ( ) No: its positions start at 0 again.
        -> Positions change scores. They don’t remove keys. Every key that no mask hides gets some
        weight.
    ( ) No: an end-of-text token separates them.
        -> That token is one more key. A model may learn to attend less across it, but nothing
        prevents it.
    (x) Yes: restarting only changes the offsets.
        -> The second document sees the first one at other offsets, some of them beyond its own
        start. Only a mask separates documents.
    ( ) Yes, and even a mask couldn’t help with RoPE.
        -> A mask does help: it sets the weights between documents to 0. Then restarting isn’t even
        necessary, since offsets inside a document stay the same.
""")


@fresh(scale=(2.0, 3.0, 6.0, 8.0, 16.0, 32.0, 40.0, 64.0))
def yarn_factor(scale: float = 4.0) -> Numeric:
    slope = 0.1
    on_each_side = slope * math.log(scale) + 1
    return numeric(
        f"""
        YaRN at scale <var>s</var> = {scale:g} multiplies queries and keys by {slope} ln
        <var>s</var> + 1. By what factor does a score grow?

        (x) answer -> Both sides of the dot product grow by {fixed(on_each_side, 3)}, so the score
            grows by the square of it.
        ( ) one_side -> That’s the factor of a query or of a key. A score has both.
        ( ) inverse -> That’s the inverse. Scores become larger, not smaller.
        ( ) logarithm -> That’s ln {scale:g}. It’s multiplied by {slope}, and 1 is added.
        ( ) one_missing -> The 1 is missing. At scale 1 the factor must be 1.
        (?) A score is the product of a query and a key. Which of the two are multiplied?
        """,
        answer=yarn_score_factor(scale),
        one_side=yarn_score_factor(scale) ** 0.5,
        inverse=1 / yarn_score_factor(scale),
        logarithm=math.log(scale),
        one_missing=slope * math.log(scale),
    )


_LOCAL, _FULL = 10_000, 1_000_000

one_base = choice(f"""
    In some models layers with a window have base {fixed(_LOCAL)}, and layers that see everything
    have base {fixed(_FULL)}. A program uses {fixed(_LOCAL)} in all of them. Which test shows it?

    ( ) Move all positions alike: scores in a full layer change.
        -> They don’t. A score depends on the offset alone at every base, right or wrong.
    ( ) Count the frequencies of a full layer.
        -> Their number depends on the rotated width, and that is right.
    ( ) Compare the scores of a full layer with a reference, at offset 0.
        -> At offset 0 nothing is turned, whatever the base is.
    (x) Compare the scores of a full layer with a reference, at a far offset.
        -> There the pairs have turned by quite other angles. Near by, the error is small, and in a
        layer with a window there is none.
""")


def _weight(lead: int, keys: int) -> float:
    """Return the weight of a key whose score is ln lead higher than those of all others."""
    return 1 / (1 + (keys - 1) * math.exp(-math.log(lead)))


@fresh(others=(50, 100, 200, 500, 2000, 5000), times=(2, 3, 4, 5, 6, 8, 12, 20))
def thinner_weight(others: int = 1000, times: int = 10) -> Numeric:
    keys, more = others + 1, times * others + 1
    return numeric(
        f"""
        One key’s score is ln {fixed(others)} higher than all others, which are equal. Among
        {fixed(keys)} keys it gets the weight {_weight(others, keys):g}. Which weight does it get
        among {fixed(more)} keys?

        (x) answer -> The {fixed(more - 1)} others count once each, and the leading key counts
            {fixed(others)} times: {fixed(others)} of {fixed(more - 1 + others)}.
        ( ) same_sum -> The gap is the same, but the sum in the denominator isn’t.
        ( ) divided -> With {times} times as many others the weight isn’t divided by {times}: the
            leading key is part of the sum, too.
        ( ) of_the_others -> That’s its share of the others. It belongs to the sum itself.
        ( ) no_lead -> That’s what it would get without a lead.
        (?) Let each other key count once before the division. How often does the leading key?
        """,
        answer=_weight(others, more),
        same_sum=_weight(others, keys),
        divided=_weight(others, keys) / times,
        of_the_others=others / (more - 1),
        no_lead=1 / more,
    )


@fresh(before=range(2, 9), height=range(8, 25), width=range(8, 25), after=range(2, 7))
def after_an_image(before: int = 2, height: int = 16, width: int = 12, after: int = 3) -> Numeric:
    side = max(height, width)
    return numeric(
        f"""
        {before} words, an image of {height} rows and {width} columns of patches, {after} words:
        which position does the next token get?

        (x) answer -> The image begins at {before}. Its longer side reaches {before + side - 1}, so
            the words after it take {before + side} to {before + side + after - 1}.
        ( ) slots -> That’s the number of slots in the cache. Positions of an image grow along its
            sides.
        ( ) shorter_side -> The longer side decides: the next token comes after the largest
            position.
        ( ) both_sides -> Rows and columns are counted on two axes, side by side, not one after the
            other.
        ( ) last_word -> That’s the position of the last word. The next token gets one more.
        (?) Which is the largest position in the image, on any of the three axes?
        """,
        answer=before + side + after,
        slots=before + height * width + after,
        shorter_side=before + min(height, width) + after,
        both_sides=before + height + width + after,
        last_word=before + side + after - 1,
    )


_FIRST, _LAST = 100, 199

shifted_cache = choice(f"""
    A cache holds rotated keys of positions {_FIRST} to {_LAST}. The program has dropped what came
    before, and gives the next token position {_LAST + 1 - _FIRST}. What has to happen to the keys?

    ( ) Nothing: only offsets count.
        -> The next query, at position {_LAST + 1 - _FIRST}, would meet keys that seem to be ahead
        of it. Nothing has to happen only if it gets position {_LAST + 1}.
    (x) One rotation, the same for all: back by {_FIRST}.
        -> Rotations add up: turned once more, a key is what it would have been at its new position.
    ( ) Each has to be turned back by its own position.
        -> Then all of them are at position 0, and their order is lost.
    ( ) They have to be computed again from their tokens.
        -> That works, but isn’t needed: rotations add up.
""")

_LONG = 1024
_KEPT = to_bfloat16(np.arange(_LONG))
_OFF = fixed(np.abs(_KEPT - np.arange(_LONG)).max())

earlier_call = choice(f"""
    A layer of rotary-embedding-torch 0.9.1 is called once in bfloat16, and then in float32, for
    {_LONG} positions both times. Which of them are turned wrongly?

    ( ) None: the second call is float32 throughout.
        -> Its inputs are. But the layer kept the positions of the first call, and these are
        rounded.
    (x) Some beyond 256, by up to {_OFF} positions.
        -> The layer keeps what it computed, and asks the cache for its length alone, not for its
        type. So one call in bfloat16, a warm-up for example, spoils all later ones. A short test
        sees nothing: up to 256 the rounded positions are exact.
    ( ) All of them, by less than a hundredth of a radian.
        -> That’s so for rounded sines and cosines. Here the positions are rounded, and whole
        numbers go missing.
""")
