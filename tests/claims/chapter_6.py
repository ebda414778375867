"""The numbers in the prose of chapter 6."""

import numpy as np

from pe_book.exercises.exchange import ENOUGH
from pe_book.experiment import TEST_LENGTH, split, stored
from pe_book.ported.seeded_random import seeded_rows
from pe_book.seeds import interval
from pe_book.sentences import TRAINED_WORDS, examine, score
from pe_book.sentences.model import ROPE_BASE
from pe_book.sentences.reading import held_out_sentences, score_of
from pe_book.sentences.stored import measurements, nouns_right, trained
from pe_book.transformer import Task
from pe_lib import addition, heads, positional_encoding
from tests.claims import Claim, word

D = 512
# As pe_book.sentences.train and measure have them, which import torch.
TESTED, LATEST_START = 600, 47


def constant_share_in_thirds(length):
    """Return how many thirds of the table's energy are one constant row, in words."""
    return {2: "two"}[round(3 * addition.constant_share(positional_encoding(length, D)))]


def times_shorter():
    """Return how many times a scaled Xavier embedding is shorter than a row, in words."""
    ratio = np.sqrt(D / 2) / addition.embedding_norm(32_000, D, "xavier_uniform")
    return {4: "four"}[round(ratio)]


def dimension_of_what_keeps_the_structure(length, d):
    """Return how many dimensions the matrices A have with t_m A t_n a function of n - m alone."""
    table = positional_encoding(length, d)
    # Rows of one offset, as linear functions of the entries of A, less the first of them.
    conditions = []
    for k in range(1 - length, length):
        products = [
            np.outer(table[m], table[m + k]).ravel()
            for m in range(max(0, -k), min(length, length - k))
        ]
        conditions += [product - products[0] for product in products[1:]]
    sizes = np.linalg.svd(np.array(conditions), compute_uv=False)
    return int((sizes < 1e-12 * sizes[0]).sum())


def looks_at(offset, length):
    """Return how far back a head looks from position 30 with words of that length added."""
    words = seeded_rows("words", 64, D)
    words *= length / np.linalg.norm(words, axis=1, keepdims=True)
    rows = positional_encoding(64, D) + words
    return 30 - int(heads.scores(rows, heads.look_back_head(offset, D))[30].argmax())


ROWS = positional_encoding(64, D)
LOOKS = heads.scores(ROWS, heads.look_back_head(3, D))[30]
SLOW_COLUMNS = np.abs(positional_encoding(50, D)[:, -64:])
NORMS = {
    kind: addition.embedding_norm(32_000, D, kind, scaled=False)
    for kind in ("standard_normal", "inverse_sqrt")
}
MEASURED = {name: found["result"] for name, found in measurements().items()}
DEPTH = MEASURED["position_after_each_block"]["two blocks"]


def left(kind, stage):
    """Return the least and the largest R squared of the seeds at a stage."""
    found = [r_squared for _, r_squared in MEASURED["position_after_each_block"][kind][stage]]
    return min(found), max(found)


def kept(kind):
    """Return the mean R squared after the second block."""
    found = MEASURED["position_after_each_block"][kind]["after block 2"]
    return np.mean([r_squared for _, r_squared in found])


def at_least(*shares):
    """Return the least of some seeds' shares, rounded down."""
    return np.floor(100 * min(map(min, shares))) / 100


def first_start(wanted):
    """Return the first start from which the dog and the cat are read as wanted."""
    readings = (examine("the dog chased the cat", start=start) for start in range(7))
    return next(start for start, reading in enumerate(readings) if wanted(reading))


def dog_unsure(reading):
    return reading.probabilities[1].max() < 2 / 3


def nobody_acts(reading):
    sure = reading.probabilities[[1, 4]].max(axis=1).min() > 0.95
    return sure and reading.labels[1] == reading.labels[4] == "acted upon"


def of_random_starts(words):
    """Return the shares of nouns that the seeds trained with random starts get right."""
    return [share for share, _ in MEASURED["random_starts"]["sinusoidal"]["words"][words]]


def first_block():
    """Return W_q and W_k of each head of the first block, (4, 2, 32, 8)."""
    weights = trained("sinusoidal").weights
    projections = weights["0.norm1.scale"][:, np.newaxis] * weights["0.qkv"]
    return projections.reshape(32, 3, 4, 8)[:, :2].transpose(2, 1, 0, 3)


def alike(head, later):
    """Return the correlation of a head's scores of rows 0 to 15 with those of later rows."""
    w_q, w_k = head
    rows = [positional_encoding(16, 32, start=start) for start in (0, later)]
    found = [(t @ w_q) @ (t @ w_k).T for t in rows]
    return np.corrcoef(*map(np.ravel, found))[0, 1]


def unseen(head):
    """Return the share of a head's matrix that the rows of training do not reach."""
    w_q, w_k = head
    rows = np.linalg.svd(positional_encoding(TRAINED_WORDS, 32))[2][:SPANNED]
    inside = (rows @ w_q) @ (rows @ w_k).T
    return 1 - np.sum(inside**2) / np.sum((w_q @ w_k.T) ** 2)


SPANNED = np.linalg.matrix_rank(positional_encoding(TRAINED_WORDS, 32))
HEADS = first_block()
ALIKE = [alike(head, 4) for head in HEADS]
LOUD = MEASURED["loudness"]
TARGETS = ("itself", "verb", "was, by", "other noun")
LOOK = {what: shares[1][2] for what, shares in MEASURED["where_nouns_look"]["sinusoidal"].items()}
ALIKE_LOOK = {
    what: shares[0][0] for what, shares in MEASURED["where_nouns_look"]["all alike"].items()
}
EXCHANGED = MEASURED["rows_exchanged"]
SHARES = MEASURED["offset_share"]
SINUSOID = split(stored()["sinusoid"])

CLAIMS = [
    Claim(
        "At length {} the largest weight moves to the query's own position",
        lambda: next(n for n in range(13) if looks_at(3, n) == 0),
    ),
    Claim(
        "At offset {} a head still looks {} back when the word vectors have length {}",
        8,
        lambda: looks_at(8, 8),
        8,
    ),
    Claim(
        "for {} rows and $d = 8$, the matrices $A$ that keep the structure form a space of "
        "{} dimensions, two for each pair",
        64,
        lambda: dimension_of_what_keeps_the_structure(64, 8),
    ),
    Claim("which is {:.0f} for $d = {}$", np.sqrt(D / 2), D),
    Claim("the unscaled embedding has length one against {:.0f}", np.sqrt(D / 2)),
    Claim(
        "With Xavier and {:,} tokens even the scaled embedding is {} times shorter",
        32_000,
        times_shorter,
    ),
    Claim(
        "At length {}, {} thirds of the energy that is added is the same for every position",
        50,
        lambda: constant_share_in_thirds(50),
    ),
    Claim(
        "so the dot product of two rows is {} when they are the same row. So the largest score is "
        "at $s = p{}$.",
        "largest" if (ROWS @ ROWS[30]).argmax() == 30 else "smallest",
        f"{LOOKS.argmax() - 30}",
    ),
    Claim(
        "`code` is the row three *{}*, because the transpose of $M_3$ is $M_{{-3}}$. The argument "
        "`code` of this function counts positions {}.",
        *(("earlier", "back") if LOOKS.argmax() < 30 else ("later", "ahead")),
    ),
    Claim(
        "their {}s stay close to one and their {}s close to zero",
        *(
            ("cosine", "sine")
            if SLOW_COLUMNS[:, 1::2].min() > 0.99 and SLOW_COLUMNS[:, 0::2].max() < 0.02
            else ("sine", "cosine")
        ),
    ),
    Claim(
        r"With deviation $1/\sqrt d$ the unscaled embedding has length {} against",
        word(NORMS["inverse_sqrt"]),
    ),
    Claim(
        "With PyTorch's default the embedding is already {} than a table row, and the factor {} "
        "the gap",
        *(
            ("longer", "widens")
            if NORMS["standard_normal"] > np.sqrt(D / 2)
            else ("shorter", "narrows")
        ),
    ),
    Claim(
        "after the second block between {:.2f} and {:.2f} of the variance is left, and after the "
        "fourth between {:.2f} and {:.2f}",
        *left("two blocks", "after block 2"),
        *left("four blocks", "after block 4"),
    ),
    Claim(
        "keeps {} of it on average after its second block, {:.2f} to {:.2f}, perhaps",
        "more" if kept("two blocks, trained with dropout") > kept("two blocks") else "less",
        *left("two blocks, trained with dropout", "after block 2"),
    ),
    Claim(
        "labels every word of {} new sentences right",
        TESTED if score_of(trained("sinusoidal"), held_out_sentences(TESTED)).sentences == 1 else 0,
    ),
    Claim(
        "At position {} it is not sure of the dog any more, and at {} nobody acts: the dog, too, "
        "is acted upon, with high confidence.",
        first_start(dog_unsure),
        first_start(nobody_acts),
    ),
    Claim(
        "factors from {} to {}. With {} it guessed: it got {:.2f} to {:.2f} of the nouns right, "
        "depending on the *seed* (the number from which the random numbers of a training start; "
        "here there are {}). With {} it got {:.2f} to {:.2f}, from {} to {} at least {:.2f}, and "
        "with {} still at least {:.2f}.",
        min(map(float, LOUD)),
        max(map(int, map(float, LOUD))),
        0.03,
        min(LOUD["0.03"]),
        max(LOUD["0.03"]),
        word(len(LOUD["0.03"])),
        0.1,
        min(LOUD["0.1"]),
        max(LOUD["0.1"]),
        0.3,
        10,
        at_least(*(LOUD[factor] for factor in ("0.3", "1", "3", "10"))),
        30,
        at_least(LOUD["30"]),
    ),
    Claim(
        "So does a table that begins with position {}: most sentences survive a step of one, but "
        "{} of three.",
        1 if score(start=1).nouns > ENOUGH else 0,
        "not" if score(start=3).nouns < ENOUGH else "also",
    ),
    Claim("Take {} sentences of one clause", EXCHANGED["sentences"]),
    Claim("In {} of {}, the model then", EXCHANGED["sinusoidal"], EXCHANGED["sentences"]),
    Claim(
        "choose *block {}, head {}*. On average a noun gives {:.0%} of this head's attention to "
        "itself, {:.0%} to the verb, {:.0%} to *was* and *by*, which tell active from passive, and "
        "{:.0%} to the other noun. A head that looked at all words alike would give {:.0%}, "
        "{:.0%}, {:.0%} and {:.0%}.",
        2,
        3,
        *(LOOK[target] for target in TARGETS),
        *(ALIKE_LOOK[target] for target in TARGETS),
    ),
    Claim(
        "Score the rows of positions {} to {} with a head's own matrices, then the rows of "
        "positions {} to {}. If the theorem had survived, both score matrices would be the same, "
        "and their correlation {:.0f}.",
        0,
        15,
        4,
        19,
        alike((np.eye(32), np.eye(32)), 4),
    ),
    Claim("(Its base here is {:.0f}, chosen for sentences this short;", ROPE_BASE),
    Claim("The correlations lie between {:.2f} and {:.2f}.", min(ALIKE), max(ALIKE)),
    Claim(
        "In a typical trained head the offset explains a {} of the variance of the scores ({:.2f} "
        "to {:.2f} in {} heads of three seeds). In a head of random numbers it can explain as "
        "much: {:.2f} to {:.2f} in the middle nine tenths of them.",
        {4: "quarter"}[round(1 / np.median(SHARES["trained"]))],
        min(SHARES["trained"]),
        max(SHARES["trained"]),
        word(len(SHARES["trained"])),
        SHARES["random"]["5"],
        SHARES["random"]["95"],
    ),
    Claim(
        "Training showed {} rows, and they span only {} of the {} directions.",
        TRAINED_WORDS,
        SPANNED,
        32,
    ),
    Claim(
        "in each of these four heads more than {} of $A$, by its squared entries, acts there",
        "half" if min(map(unseen, HEADS)) > 0.5 else "nothing",
    ),
    Claim("right answers at positions {} to {}", 0, TRAINED_WORDS - 1),
    Claim(
        "begin anywhere from {} to {}. Of short sentences that begin at position {}, the usual "
        "model got {} of the nouns right (mean of {} seeds and its {}% interval; a guess gets "
        "half). This one gets {} of them in each of {} seeds, and at {} to {} words at least "
        "{:.2f}, where the usual one got {}.",
        0,
        LATEST_START,
        4,
        interval(nouns_right("sinusoidal", (1, 8), 4)),
        word(len(nouns_right("sinusoidal", (1, 8), 4))),
        95,
        "all" if set(MEASURED["random_starts"]["sinusoidal"]["starts"]["4"]) == {1} else "most",
        word(len(of_random_starts("17-22"))),
        17,
        22,
        at_least(of_random_starts("17-22")),
        interval(nouns_right("sinusoidal", (17, 22))),
    ),
    Claim(
        "at {} to {} words even the best seed gets {:.2f}", 31, 45, max(of_random_starts("31-45"))
    ),
    Claim(
        "it is {} at the {} positions of training, and at the next {} it is right in {:.2f} of the "
        "cases. The rotation is there at position {} as it is at {}. The head learned something "
        "else that agrees with it on {} rows.",
        "perfect" if SINUSOID["trained"].mean() > 0.999 else "poor",
        Task().length,
        TEST_LENGTH - Task().length,
        SINUSOID["unseen"].mean(),
        40,
        20,
        Task().length,
    ),
    Claim(
        "The word alone says almost {} about its position, and the sum almost {}.",
        "nothing" if max(r for _, r in DEPTH["word"]) < 0.05 else "everything",
        "everything" if min(r for _, r in DEPTH["sum"]) > 0.98 else "nothing",
    ),
]
ALLOWED = [r"takes about \d+ minutes", r"section 3\.4", r"reads 200 sentences|still gets 99%"]
