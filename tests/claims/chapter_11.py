"""The numbers in the prose of chapter 11."""

import numpy as np

from pe_book import unseen_angles
from pe_book.experiment import LENGTHS, TEST_LENGTH, best_without_order, split, stored
from pe_book.transformer import Task
from pe_lib import heads, positional_encoding, wavelengths
from pe_lib.variants import alibi_slopes
from tests.claims import Claim, word

TASK = Task()
D = 512
SLOPE = float(alibi_slopes(1)[0])


def narrow_scores(directions, length):
    """Return the scores of a head that looks three back and keeps these directions, (512, n)."""
    head = heads.look_back_head(3, D)
    narrow = heads.Head(head.W_q @ directions, head.W_k @ directions)
    return heads.scores(positional_encoding(length, D), narrow)


def looked_back(position):
    """Return how far back the head built by hand looks from a position."""
    return position - int(narrow_scores(np.eye(D), 64)[position].argmax())


def margin(directions, length=64):
    """Return by how much the key three back leads at position 30."""
    best, second = np.sort(narrow_scores(directions, length)[30])[[-1, -2]]
    return best - second


def found_three_back(directions, length=64):
    """Return the percentage of positions that find the key three back."""
    found = narrow_scores(directions, length).argmax(axis=1)[3:]
    return 100 * np.mean(found == np.arange(length - 3))


def pairs(chosen):
    """Return the directions of some pairs, (512, 2 n)."""
    return np.eye(D)[:, np.isin(np.arange(D) // 2, chosen)]


def strongest(count, length=64):
    """Return the directions in which a table's rows are largest, (512, count)."""
    return np.linalg.svd(positional_encoding(length, D))[2][:count].T


def energy(directions, length):
    """Return the share of a table's energy in these directions."""
    table = positional_encoding(length, D)
    return np.sum((table @ directions) ** 2) / np.sum(table**2)


def turns_further(looked_back):
    """Say how far back, to the nearest position, three and a number of turns of pair 0 are."""
    return TASK.look_back + looked_back * wavelengths(TASK.d_model)[0]


LADDERS = unseen_angles.ladders(TASK)
UNSEEN = {
    name: split(accuracy)["unseen"].mean() for name, accuracy in unseen_angles.stored().items()
}
RIGHT = {name: split(accuracy) for name, accuracy in stored().items()}
REMEDIES = [accuracy for name, accuracy in UNSEEN.items() if name != "as it stands"]

CLAIMS = [
    Claim(
        "It looks {back} back from position {near}, and likewise from position {far}.",
        back=lambda: word(looked_back(20)) if looked_back(20) == looked_back(60) else "?",
        near=20,
        far=60,
    ),
    Claim("Perfect at {} positions means", TASK.length),
    Claim("six pairs within {}, it is right", TASK.length),
    Claim(
        "with {} columns in $W_q$ and in $W_k$, the product $W_qW_k^\\top$ has rank {} "
        "at most. It can keep any subspace of {} dimensions.",
        64,
        np.linalg.matrix_rank(np.random.default_rng(0).normal(size=(2, D, 64)) @ np.eye(64)).max(),
        64,
    ),
    Claim(
        "the {} directions in which the {} rows are largest, then {} pairs spread evenly over all "
        "pairs, then the {} fastest",
        64,
        64,
        32,
        32,
    ),
    Claim(
        "At {n} positions a narrow head loses nothing: {n} rows span at most {n} directions, so "
        "the right {n} keep every score, and even the {few} strongest still find every key with a "
        "margin of {margin:.1f}. With {fewer} the head makes its first mistakes.",
        n=lambda: (
            64
            if np.allclose(narrow_scores(strongest(64), 64), narrow_scores(np.eye(D), 64))
            else "?"
        ),
        few=lambda: 24 if found_three_back(strongest(24)) == 100 else "?",
        margin=lambda: margin(strongest(24)),
        fewer=lambda: 16 if found_three_back(strongest(16)) < 100 else "?",
    ),
    Claim(
        "At {length} positions, {n} dimensions are a real limit. The {n} strongest directions find "
        "{found:.1f}% of the keys. The {pairs} fastest pairs find {all} of them, with a margin of "
        "{margin:.1f}, although they hold {less} of the table",
        length=512,
        n=64,
        found=lambda: found_three_back(strongest(64, 512), 512),
        pairs=32,
        all=lambda: "all" if found_three_back(pairs(range(32)), 512) == 100 else "some",
        margin=lambda: margin(pairs(range(32)), 512),
        less=lambda: (
            "less" if energy(pairs(range(32)), 512) < energy(strongest(64, 512), 512) else "more"
        ),
    ),
    Claim(
        "With {} pairs spread evenly the margin is only {:.1f}",
        32,
        lambda: margin(pairs(range(0, 256, 8))),
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
