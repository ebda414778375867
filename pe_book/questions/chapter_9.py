"""Questions on positions in real programs."""

import numpy as np

from pe_book.questions.question import Choice, Numeric, Option, Wrong
from pe_lib.practice import position_ids, t5_buckets
from pe_lib.variants import yarn_score_factor

one_token = Choice(
    "Weights were trained with pairs of neighbors (columns 2<var>j</var> and 2<var>j</var> + 1). "
    "They are loaded by a program that pairs halves. A test feeds it a single token. Which of its "
    "attention scores are wrong?",
    [
        Option(
            "All of them.",
            "A single token attends to itself only, at offset 0. Query and key are rotated by the "
            "same angles, whatever the pairs are, and such a rotation cancels.",
        ),
        Option(
            "None: the scores of one token are right.",
            "The offset is 0, so the two rotations cancel in either layout. From offset 1 on the "
            "scores are wrong. A test needs several tokens.",
            right=True,
        ),
        Option(
            "Only those of the first pair: both layouts agree on the slow pairs.",
            "The two layouts put different columns together in every pair. What matters here is "
            "that a token is at offset 0 from itself.",
        ),
        Option(
            "None, and none with more tokens either: halves are the same numbers in another order.",
            "For a table that is true up to the order of columns. Here the weights expect one "
            "order, and the program uses the other.",
        ),
    ],
)

bfloat16_positions = Choice(
    "A program stores positions in bfloat16, which has 8 significant bits, and then computes "
    "everything else in float64. What happens to two tokens at positions 1000 and 1001?",
    [
        Option(
            "Nothing: float64 restores the digits.",
            "The digits are lost when the position is stored. No later step can know them.",
        ),
        Option(
            "Both get the same position.",
            "From 512 to 1024 bfloat16 keeps only every fourth whole number. Both positions become "
            "1000, so the model sees them at the same place.",
            right=True,
        ),
        Option(
            "Only slow pairs are wrong, since they turn least.",
            "Slow pairs suffer least: an error of a few positions hardly turns them. The fastest "
            "pair turns by 1 radian per position.",
        ),
        Option(
            "Both are shifted by the same amount, so the score stays right.",
            "They are rounded separately. Here 1000 stays as it is and 1001 becomes 1000: the "
            "offset changes from 1 to 0.",
        ),
    ],
)

_MASK = np.array([[0] * 5 + [1] * 7 + [1]])

cached_position = Numeric(
    "A prompt of 7 tokens follows 5 empty tokens (left padding), and all 12 places are in "
    "the cache. Which position does the next token get, if a token’s position is the number of "
    "tokens before it?",
    answer=int(position_ids(_MASK, n_cached=12)[0, 0]),
    because="Seven tokens stand before it. Padding does not count.",
    hint="How many real tokens stand before it?",
    wrong=[
        Wrong(12, "That is the length of the cache, which includes the padding."),
        Wrong(6, "That is the position of the last token of the prompt: 0 to 6 are taken."),
        Wrong(8, "That counts the new token itself. The first token has position 0, not 1."),
        Wrong(0, "That counts only the new part of the mask. The cached tokens count, too."),
    ],
)

packed = Choice(
    "Two documents are packed into one row. Their positions restart at 0, but no mask is set "
    "between them (except the causal one). Does the second document see the first?",
    [
        Option(
            "No: its positions start at 0 again.",
            "Positions change scores. They do not remove keys. Every key that no mask hides gets "
            "some weight.",
        ),
        Option(
            "No: an end-of-text token separates them.",
            "That token is one more key. A model may learn to attend less across it, but nothing "
            "prevents it.",
        ),
        Option(
            "Yes: restarting only changes the offsets.",
            "The second document sees the first one at other offsets, some of them beyond its own "
            "start. Only a mask separates documents.",
            right=True,
        ),
        Option(
            "Yes, and even a mask could not help with RoPE.",
            "A mask does help: it sets the weights between documents to 0. Then restarting is not "
            "even necessary, since offsets inside a document stay the same.",
        ),
    ],
)

yarn_factor = Numeric(
    "YaRN at scale <var>s</var> = 4 multiplies queries and keys by 0.1 ln <var>s</var> + 1. By "
    "what factor does a score grow?",
    answer=yarn_score_factor(4.0),
    because="Both sides of the dot product grow by 1.139, so the score grows by the square of it.",
    hint="A score is the product of a query and a key. Which of the two are multiplied?",
    wrong=[
        Wrong(
            yarn_score_factor(4.0) ** 0.5,
            "That is the factor of a query or of a key. A score has both.",
        ),
        Wrong(
            1 / yarn_score_factor(4.0), "That is the inverse. Scores become larger, not smaller."
        ),
        Wrong(float(np.log(4)), "That is ln 4. It is multiplied by 0.1, and 1 is added."),
        Wrong(0.1 * float(np.log(4)), "The 1 is missing. At scale 1 the factor must be 1."),
    ],
)

_CAUSAL = t5_buckets(-np.arange(300), causal=True)
_BOTH = t5_buckets(-np.arange(300))

last_bucket = Numeric(
    "T5 in a decoder: 32 buckets, all for keys that come before the query, "
    "<code>max_distance</code> = 128. The first 16 buckets hold one distance each, and the "
    "others grow evenly on a log axis from 16 to 128. From which distance on is everything in the "
    "last bucket?",
    answer=int(np.argmax(_CAUSAL == 31)),
    because="The last bucket begins one step before 128: at 16 · 8<sup>15/16</sup> = 112.4, so at "
    "the whole number after it.",
    hint="Sixteen steps lead from 16 to 128. The last bucket begins after fifteen of them.",
    wrong=[
        Wrong(128, "There the logarithm reaches the end of the last bucket, not its beginning."),
        Wrong(31, "That is the number of the bucket, not a distance."),
        Wrong(
            int(np.argmax(_BOTH == 15)),
            "That is the case without a causal mask, where each direction has 16 buckets.",
        ),
        Wrong(112, "At 16 · 8<sup>15/16</sup> = 112.4 the last bucket begins: 112 is before it."),
    ],
    tolerance=0.001,
)

rows_or_columns = Choice(
    "A program fills a grid of patches and by mistake exchanges rows and columns. With which test "
    "image is the mistake easiest to miss?",
    [
        Option(
            "4 × 4 patches.",
            "The table has the right shape and the right set of rows. Only their order is "
            "transposed, and a test of the shape sees nothing.",
            right=True,
        ),
        Option(
            "3 × 4 patches.",
            "Here 10 of 12 patches get a wrong row, and in some programs the shapes no longer fit. "
            "That is the better test.",
        ),
        Option(
            "1 × 4 patches.",
            "With one line all rows are 0, so the exchange puts the column where the row belongs. "
            "You see it at once.",
        ),
        Option(
            "All are equally good: sines do not care about the order.",
            "The two halves of the columns encode different axes. Exchanging them changes the "
            "table.",
        ),
    ],
)

diffusion_time = Choice(
    "Time runs from 0 to 1 and goes into a sinusoidal encoding with base 10000, unscaled. Which "
    "pairs can tell two times apart?",
    [
        Option(
            "All pairs, since the encoding is injective.",
            "Different times do get different rows, but the rows of most pairs are almost equal. A "
            "network needs a margin.",
        ),
        Option(
            "Mostly the slow pairs.",
            "Over a range of 1 a slow pair turns by its frequency, at most a few thousandths of a "
            "radian. It hardly moves.",
        ),
        Option(
            "Only the few fastest, and even the fastest turns by 1 radian at most.",
            "No pair turns by more than ω<sub>0</sub> = 1 radian over the whole range, and most "
            "turn by far less. Multiplying the time by 1000 brings the others into use.",
            right=True,
        ),
        Option(
            "None: all rows are equal.",
            "They differ, but little: the fastest pair turns by up to 1 radian.",
        ),
    ],
)

gpt2_rows = Choice(
    "GPT-2’s 768 columns of learned positions started as random numbers. What do the first 64 rows "
    "look like after training?",
    [
        Option(
            "Still random: nothing ties row 8 to row 7.",
            "Nothing in the <em>model</em> ties them. But text does: what is useful at position 7 "
            "is useful at position 8. The rows became a smooth curve.",
        ),
        Option(
            "Like the sinusoidal table, with one fixed frequency for each pair of columns.",
            "They are smooth, but no frequency is fixed in advance: the leading components are "
            "waves that slow down, and almost all of the spread is in a few directions.",
        ),
        Option(
            "A smooth curve in a few directions: six hold more than 99% of the variance.",
            "Neighbors are almost equal, and the cosine of two rows depends almost on their offset "
            "alone. Nobody asked for that; training found it.",
            right=True,
        ),
        Option(
            "All rows are equal: the model uses the causal mask instead.",
            "Rows 32 apart have a cosine of about 0.67, so they differ. A mask alone can "
            "reveal positions, but GPT-2 uses its table.",
        ),
    ],
)
