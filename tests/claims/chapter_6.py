"""The numbers in the prose of chapter 6."""

import numpy as np

from pe_book import unseen_angles
from pe_book.experiment import LENGTHS, TEST_LENGTH, best_without_order, split, stored
from pe_book.transformer import Task
from pe_book.twins.hashed import hashed_rows
from pe_lib import addition, heads, positional_encoding, wavelengths
from pe_lib.variants import alibi_slopes
from tests.claims import Claim, word

TASK = Task()
D = 512
SLOPE = float(alibi_slopes(1)[0])


def constant_share_in_thirds(length):
    """Return how many thirds of the table's energy are one constant row, in words."""
    return {2: "two"}[round(3 * addition.constant_share(positional_encoding(length, D)))]


def times_shorter():
    """Return how many times a scaled Xavier embedding is shorter than a row, in words."""
    ratio = np.sqrt(D / 2) / addition.embedding_norm(32_000, D, "xavier_uniform")
    return {4: "four"}[round(ratio)]


def margin(pairs):
    """Return by how much the key three back leads, with a head of these pairs of 256 alone."""
    table, head = positional_encoding(64, D), heads.look_back_head(3, D)
    columns = np.flatnonzero(np.isin(np.arange(D) // 2, pairs))
    scores = heads.scores(table, heads.Head(head.W_q[:, columns], head.W_k[:, columns]))
    assert np.array_equal(scores.argmax(axis=1)[3:], np.arange(61))
    best, second = np.sort(scores[30])[[-1, -2]]
    return best - second


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
    words = hashed_rows("words", 64, D)
    words *= length / np.linalg.norm(words, axis=1, keepdims=True)
    rows = positional_encoding(64, D) + words
    return 30 - int(heads.scores(rows, heads.look_back_head(offset, D))[30].argmax())


def turns_further(looked_back):
    """Say how far back, to the nearest position, three and so many turns of pair 0 are."""
    return TASK.look_back + looked_back * wavelengths(TASK.d_model)[0]


LADDERS = unseen_angles.ladders(TASK)
UNSEEN = {
    name: split(accuracy)["unseen"].mean() for name, accuracy in unseen_angles.stored().items()
}
ROWS = positional_encoding(64, D)
LOOKS = heads.scores(ROWS, heads.look_back_head(3, D))[30]
SLOW_COLUMNS = np.abs(positional_encoding(50, D)[:, -64:])
NORMS = {
    kind: addition.embedding_norm(32_000, D, kind, scaled=False)
    for kind in ("standard_normal", "inverse_sqrt")
}
RIGHT = {name: split(accuracy) for name, accuracy in stored().items()}
REMEDIES = [accuracy for name, accuracy in UNSEEN.items() if name != "as it stands"]

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
    Claim("six pairs within {}, it is right", TASK.length),
    Claim(
        "with {} columns in $W_q$ and in $W_k$, the product $W_qW_k^\\top$ has rank {} at most, "
        "so it can keep only {} of the {} pairs",
        64,
        64,
        32,
        256,
    ),
    Claim("Try {} pairs spread evenly over all pairs, and then the {} fastest", 32, 32),
    Claim(
        "With {} pairs spread evenly the margin falls from {:.1f} to {:.1f}",
        32,
        lambda: margin(range(256)),
        lambda: margin(range(0, 256, 8)),
    ),
    Claim("The {} fastest pairs keep a margin of {:.1f}", 32, lambda: margin(range(32))),
    Claim(
        "for {} rows and $d = 8$, the matrices $A$ that keep the structure form a space of "
        "{} dimensions, two for each pair",
        64,
        lambda: dimension_of_what_keeps_the_structure(64, 8),
    ),
    Claim("a vocabulary of {} tokens", TASK.vocabulary),
    Claim("takes {} training steps with {} sequences each", TASK.steps, TASK.batch),
    Claim(
        "At position {} the three seeds with the sinusoidal table are right in "
        "{:.2f}, {:.2f} and {:.2f} of the cases",
        62,
        *stored()["sinusoid"][:, 62],
    ),
    Claim("near position {}, and the answer is right", 62),
    Claim(
        "which turns once in {:.2f} positions: nine or ten back around position {}, "
        "then about {:.0f}, {:.0f}, {:.0f}, {:.0f} and {:.0f} back",
        wavelengths(TASK.d_model)[0],
        36,
        *map(turns_further, (2, 3, 4, 5, 7)),
    ),
    Claim("have not finished a turn within {} positions, cause the failure", TASK.length),
    Claim("keep every unfinished pair as it is at position {}", TASK.length - 1),
    Claim("Train with the {} pairs that finish a turn", len(LADDERS["fast pairs only"])),
    Claim(
        "**{} within {}.** Train with {} pairs whose wavelengths are spread evenly, on a log "
        "scale, from {:.2f} to {}.",
        6,
        32,
        len(LADDERS["6 within 32"]),
        *(2 * np.pi / LADDERS["6 within 32"][[0]]),
        TASK.length,
    ),
    Claim("**{} within {}.** The same with {} pairs", 32, 32, len(LADDERS["32 within 32"])),
    Claim(
        "it is right at {:.2f} and {:.2f} of the new positions instead of {:.2f}",
        *(UNSEEN[name] for name in ("fast pairs only", "6 within 32", "as it stands")),
    ),
    Claim("and with {} pairs nearly all of them are", 32),
    Claim("is new, and {} pairs leave more freedom", 32),
    Claim("that holds for the first {} positions only", TASK.length),
    Claim(
        "at length {} the offsets from {} to {} are new as well",
        TEST_LENGTH,
        TASK.length,
        TEST_LENGTH - 1,
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
    Claim("embeddings of width {}", TASK.d_model),
    Claim(
        "It is trained on sequences of {} tokens and then tested on {}. "
        "Positions {} to {} are new to it.",
        TASK.length,
        TEST_LENGTH,
        TASK.length,
        TEST_LENGTH - 1,
    ),
    Claim(
        "name the most frequent of the others, which is right in {:.2f} of the cases; "
        "a blind guess is right once in {}. The model reaches this {:.2f}.",
        lambda: best_without_order(TEST_LENGTH, TASK.vocabulary),
        TASK.vocabulary,
        lambda: stored()["none"][:, TASK.look_back :].mean(),
    ),
    Claim(
        "gets the slope {}/{:.0f}, which takes at most {:.2f} off a score within {} positions",
        1,
        1 / SLOPE,
        SLOPE * (TEST_LENGTH - 1),
        TEST_LENGTH,
    ),
    Claim(
        "stay right, up to length {longest}. With RoPE it is the other way around. "
        "New positions do not matter, but at length {longest} the accuracy drops a little, "
        "and more at old positions than at new ones.",
        longest=LENGTHS[-1],
    ),
    Claim(
        "Hide all keys that are {} or more positions away",
        TASK.length,
    ),
    Claim("on the {} rows that it saw", TASK.length),
    Claim("The rotation exists at position {} as it does at {}.", 40, 20),
    Claim("trained with {} tokens and saw the perplexity get worse", 512),
    Claim(
        "The dot product of two rows is {} when they are the same row. So the largest score is at "
        "$s = p{}$.",
        "largest" if (ROWS @ ROWS[30]).argmax() == 30 else "smallest",
        f"{LOOKS.argmax() - 30}",
    ),
    Claim(
        "So `code` is the row three *{}*. The argument `code` of this function counts positions "
        "{}.",
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
        "**The sinusoidal table** is {} at the trained positions and fails at {} of the new ones.",
        "perfect" if RIGHT["sinusoid"]["trained"].mean() > 0.999 else "poor",
        "most" if RIGHT["sinusoid"]["unseen"].mean() < 0.5 else "few",
    ),
    Claim(
        "**The learned table** is {} at the trained positions. The rows {} are still the random "
        "numbers that they started as, so the model guesses blindly.",
        "perfect" if RIGHT["learned"]["trained"].mean() > 0.999 else "poor",
        "beyond" if RIGHT["learned"]["unseen"].mean() < 1.5 / TASK.vocabulary else "before",
    ),
    Claim(
        "**RoPE** is {} as good at the new positions.",
        "just" if abs(np.ptp([part.mean() for part in RIGHT["rope"].values()])) < 0.01 else "not",
    ),
    Claim(
        "**ALiBi without a causal mask** does hardly {} than nothing.",
        "better"
        if 0 < RIGHT["alibi"]["all"].mean() - RIGHT["none"]["all"].mean() < 0.01
        else "worse",
    ),
    Claim(
        "Without new angles the head does better in {} of the {} cases.",
        word(sum(right > UNSEEN["as it stands"] for right in REMEDIES)),
        word(len(REMEDIES)),
    ),
    Claim(
        "in {} case more than a quarter of the answers are still wrong",
        "every" if max(REMEDIES) < 3 / 4 else "no",
    ),
]
ALLOWED = [r"takes about \d+ minutes", r"pair 0", r"GPT-2"]
