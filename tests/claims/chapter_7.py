"""The numbers in the prose of chapter 7; those of the literature stand here as printed there."""

import math

import numpy as np

from pe_book.sentences import TRAINED_WORDS, read
from pe_book.sentences.model import ROPE_BASE
from pe_book.sentences.stored import measurements, scores, trained
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


def answers(start: int, *encodings: str) -> list[list[float]]:
    """Return the shares of nouns read right in short sentences from a position on, by seed."""
    return [
        [
            s["nouns"]
            for s in scores()
            if (s["encoding"], s["words"], s["start"]) == (encoding, [1, 8], start)
        ]
        for encoding in encodings
    ]


def cured(starts: dict[str, list[float]], last: int) -> bool:
    """Return whether practically every noun is right at the starts measured up to the last."""
    return min(min(seeds) for start, seeds in starts.items() if int(start) <= last) > 0.999


DIRECTION = measurements()["direction"]["result"]
LONGER = measurements()["random_starts_longer"]
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


def nouns(encoding: str, words: list[int]) -> float:
    """Return the mean share of nouns read right in sentences of so many words, of three seeds."""
    return np.mean(
        [
            s["nouns"]
            for s in scores()
            if (s["encoding"], s["words"], s["start"]) == (encoding, words, 0)
        ]
    )


def usual_base(words: str) -> float:
    """Return the same for RoPE with base 10,000."""
    return np.mean(measurements()["bases"]["result"]["rope, base 10000"][words])


CLAIMS = [
    Claim(
        "At position {} the models with added rows are wrong {} often than a coin would be",
        3,
        "more" if all(np.mean(s) < 0.5 for s in answers(3, "sinusoidal", "learned")) else "less",
    ),
    Claim("{learned} against {sinusoid} BLEU", **BLEU),
    Claim(
        "with starts from {} to {}, and {} times as many steps, a learned table reads every start "
        "up to {} {}, but at {} its worst seed is down to {:.2f}",
        0,
        47,
        "four" if "(6000)" in LONGER["how"] else "",
        47,
        "right" if cured(LONGER["result"]["starts"], 47) else "wrong",
        56,
        min(LONGER["result"]["starts"]["56"]),
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
    Claim("let sentences begin at position {}, with", 3),
    Claim(
        "reads even “cat the chased dog the”, the first sentence backward, as if nothing had "
        "happened: the {} acts.",
        who_acts("alibi", words="cat the chased dog the"),
    ),
    Claim(
        "where direction alone tells who acts, it is right on {:.2f} of the nouns, like a coin, "
        "and RoPE on {:.2f} ({} seeds each)",
        max(DIRECTION["alibi"]),
        min(DIRECTION["rope"]),
        word(len(DIRECTION["rope"])),
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
    Claim("With base {:.0f}, chosen for short sentences", ROPE_BASE),
    Claim(
        "with the usual base RoPE is {} with ALiBi at {} to {} words and {} it beyond",
        "level" if abs(usual_base("17-22") - nouns("alibi", [17, 22])) < 0.02 else "not level",
        17,
        22,
        "behind" if usual_base("31-45") < nouns("alibi", [31, 45]) - 0.02 else "not behind",
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
