"""The numbers in the prose of chapter 7; those of the literature stand here as printed there."""

import math

import numpy as np

from pe_book.seeds import interval
from pe_book.sentences import TRAINED_WORDS, read
from pe_book.sentences.model import ROPE_BASE
from pe_book.sentences.stored import measurements, nouns_right, trained
from pe_lib import angular_frequencies, wavelengths
from pe_lib.variants import (
    alibi_bias,
    interpolated_frequencies,
    ntk_base,
    yarn_frequencies,
)
from tests.claims import Claim, word
from tests.claims.literature import BIDERMAN, CHEN_BEYOND
from tests.rendered import view_of

LLAMA_3 = wavelengths(128, 500_000.0)


def largest_change(method: str) -> float:
    """Return the largest change of a weight that chapter 7's explorer names for a shift of 100."""
    return view_of("methods", method=method, shift=100).values["change"]


def new_angles(method: str) -> int:
    """Return how many pairs meet new angles in the explorer as it opens, scaled by a method."""
    return view_of("rotary", method=method).values["new"]


def who_acts(encoding: str, words: str) -> str:
    """Return which of the nouns acts, as a model reads the words."""
    found = read(words, encoding)
    nouns = [word for word, label in found if label == "acts" and word in ("dog", "cat")]
    return " and ".join(nouns) or "nobody"


LONG_ALIBI, LONG_ROPE = (nouns_right(model, (31, 45)) for model in ("alibi", "rope"))
TABLES = [nouns_right(model, (31, 45)) for model in ("sinusoidal", "sinusoidal, base 100")]
TELLING = [nouns_right(model, direction=True) for model in ("sinusoidal", "learned", "rope")]
UNMOVED = {round(min(nouns_right("rope", (1, 8), start)), 2) for start in (*range(9), 16, 32, 48)}
FIRST_NOUN = [
    measurements()["causal_by_noun"]["result"][voice]["first noun"]
    for voice in ("active", "passive")
]
LONGER = measurements()["random_starts_longer"]
STARTED = measurements()["random_starts"]["result"]
NUMBERS = {sum(a.size for a in trained(e).weights.values()) for e in ("none", "rope", "sinusoidal")}

#: BLEU on newstest2013, Vaswani et al. 2017, table 3, rows (E) and base.
BLEU = {"learned": 25.7, "sinusoid": 25.8}

CLIPPED = np.clip([-99, -16, 16, 99], -16, 16)
OMEGA = angular_frequencies(128)
NTK = angular_frequencies(128, ntk_base(128, 4.0))
PARTS = yarn_frequencies(128, 4.0, 4096)
TURNS = 4096 * OMEGA / (2 * math.pi)
BIAS = alibi_bias(9, 0.5)


BY_SIZE = BIDERMAN.values()


def differ(one: list[float], other: list[float]) -> bool:
    """Return whether the intervals of two models' seeds lie apart."""
    (low, width), (high, other_width) = sorted(
        tuple(map(float, interval(shares).split("±"))) for shares in (one, other)
    )
    return low + width < high - other_width


CLAIMS = [
    Claim(
        "At position {} the models with added rows are right on {} of the nouns with the table, "
        "and on {} with learned rows. (That is the mean of {} seeds and its {}% interval;",
        4,
        *(interval(nouns_right(model, (1, 8), 4)) for model in ("sinusoidal", "learned")),
        word(len(nouns_right("learned"))),
        95,
    ),
    Claim("RoPE reads every start {}, because its scores", "right" if UNMOVED == {1} else "wrong"),
    Claim("{learned} against {sinusoid} BLEU", **BLEU),
    Claim(
        "with starts from {} to {}, and {} times as many steps, {} seeds are right on {:.2f}, "
        "{:.2f} and {:.2f} of the nouns, and from position {}, beyond all these starts, on at most "
        "{:.2f}. (The sinusoidal table with these starts and the usual steps: at least {:.2f}.)",
        0,
        47,
        "four" if "(6000)" in LONGER["how"] else "",
        word(len(LONGER["result"]["1-16"])),
        *sorted(nouns for nouns, _ in LONGER["result"]["1-16"]),
        56,
        max(LONGER["result"]["starts"]["56"]),
        np.floor(100 * min(nouns for nouns, _ in STARTED["sinusoidal"]["words"]["1-16"])) / 100,
    ),
    Claim("all pairs of tokens, {:.1f} GB a head for {} tokens", 4096**2 * 128 * 2 / 1e9, 4096),
    Claim(
        "{} offset is ever unseen, because far ones share the outermost vector",
        "no" if len(set(CLIPPED)) == 2 else "each",
    ),
    Claim(
        "Its line is the {} on both sides, so only a causal mask gives it a direction",
        "same" if np.array_equal(BIAS, BIAS.T) else "other",
    ),
    Claim("offset {} is new to a model that was trained on {} positions", 5000, 4096),
    Claim(
        "At four times the length, {} of {} pairs meet new angles. Position interpolation leaves "
        "{} of them, NTK-aware scaling {}, and NTK-by-parts {}.",
        new_angles("none"),
        64,
        *(new_angles(method) for method in ("interpolation", "ntk", "parts")),
    ),
    Claim(
        "all slow pairs but the {} still meet new angles",
        "last" if new_angles("ntk") == new_angles("none") - 1 else "",
    ),
    Claim("by ${} \\ln s + 1$", 0.1),
    Claim("Llama 3 uses {:,} ([Grattafiori et al. 2024]), with heads of width {}.", 500_000, 128),
    Claim(
        "Then {:.0f}% of the pairs do not finish a turn in {} positions",
        100 * (LLAMA_3 > 8192).mean(),
        8192,
    ),
    Claim("turns {} of the {} columns of a head", 96 // 4, 96),
    Claim("All positions have moved on by {}. With the table added", 100),
    Claim("weights change by up to {:.2f}", lambda: largest_change("table")),
    Claim(
        "**NTK-aware scaling** {} the base, so that the {} pair slows "
        "down by the factor $s$ and the {} does not change",
        "raises" if ntk_base(128, 4.0) > 10_000 else "lowers",
        *(
            ("slowest", "fastest")
            if np.allclose((OMEGA / NTK)[[-1, 0]], [4, 1])
            else ("fastest", "slowest")
        ),
    ),
    Claim(
        "Pairs that turned {} in training stay, those that did {} finish a turn are interpolated",
        "often" if TURNS[PARTS == OMEGA].min() > TURNS[PARTS != OMEGA].max() else "rarely",
        "not" if np.allclose(PARTS[TURNS < 1], OMEGA[TURNS < 1] / 4) else "",
    ),
    Claim(
        "**Position interpolation** divides {} frequencies by $s$",
        "all" if np.allclose(interpolated_frequencies(128, 4.0), OMEGA / 4) else "some",
    ),
    Claim(
        "models with RoPE fail: their perplexity can rise above $10^{}$ (experiment", CHEN_BEYOND
    ),
    Claim("let sentences begin at position {}, with", 4),
    Claim(
        "reads even “cat the chased dog the”, the first sentence backward, as if nothing had "
        "happened: the {} acts.",
        who_acts("alibi", words="cat the chased dog the"),
    ),
    Claim(
        "ALiBi without a mask {}, and it must: both directions give it the same numbers. Whatever "
        "tells before from after {} learn these sentences.",
        "guesses" if interval(nouns_right("alibi", direction=True)).startswith("0.50") else "reads",
        "can" if min(map(np.mean, TELLING)) > 0.95 else "cannot",
    ),
    Claim(
        "its guess is nearly always that this noun {}. (Active clauses are shorter, so more of "
        "them fit into {} words.)",
        "acts" if FIRST_NOUN[0] > 0.95 and FIRST_NOUN[1] < 0.05 else "is acted upon",
        TRAINED_WORDS,
    ),
    Claim(
        "models with {} million parameters reached a perplexity of {:.2f} on OpenWebText2 with "
        "learned positions, {:.2f} with T5's bias and {:.2f} with RoPE. With {} billion "
        "parameters, on the Pile, it was {:.2f}, {:.2f} and {:.2f}.",
        125,
        *BIDERMAN["125M"],
        1.4,
        *BIDERMAN["1.4B"],
    ),
    Claim("RoPE's is {} to {} percent lower", *(word(100 * (1 - c / a)) for a, _, c in BY_SIZE)),
    Claim("a factor of {:.2f} at $s = 4$", (0.1 * math.log(4) + 1) ** 2),
    Claim(
        "stretches LLaMA 7B from {} positions by a factor of {}, first as it is and then after {} "
        "steps",
        2048,
        16,
        400,
    ),
    Claim(
        "trained on up to {} words and has {:,} numbers:",
        TRAINED_WORDS,
        *NUMBERS,
    ),
    Claim(
        "With the usual base, 10,000, RoPE reads {} to {} words almost as well as short sentences, "
        "{}. With base {:.0f} it falls to {}, {} ALiBi, which hardly changes with the length",
        31,
        45,
        interval(nouns_right("rope, base 10000", (31, 45))),
        ROPE_BASE,
        interval(LONG_ROPE),
        "below" if differ(LONG_ROPE, LONG_ALIBI) and max(LONG_ROPE) < max(LONG_ALIBI) else "like",
    ),
    Claim(
        "with base 10,000 the slow pairs hardly turn within {} words (hypothesis); for the table "
        "the base makes {} such difference",
        45,
        "no" if not differ(*TABLES) else "a",
    ),
]
ALLOWED = [
    r"takes about \d+ minutes",
    r"table 3, row E",
    r"Llama 3 uses|SmolLM3 and Llama 4",
    r"GPT-2",
    r"always begins at position 0\.",
    r"section 2\.2|version 3 of February 2026, table 5",
]
