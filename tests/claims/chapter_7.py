"""The numbers in the prose of chapter 7; those of the literature stand here as printed there."""

import math

import numpy as np

from pe_book import explorers
from pe_book.explorers import arrows, pairs
from pe_book.sentences import TRAINED_WORDS, read
from pe_book.sentences.stored import measurements, scores, trained
from pe_lib import angular_frequencies, wavelengths
from pe_lib.practice import pairs_to_halves
from pe_lib.variants import (
    alibi_bias,
    interpolated_frequencies,
    ntk_base,
    rope,
    yarn_frequencies,
)
from tests.claims import Claim
from tests.claims.literature import CHEN_BEYOND, ROFORMER

LLAMA_3 = wavelengths(128, 500_000.0)


def largest_change(method: str) -> float:
    """Return the largest change of a weight that chapter 7's explorer names for a shift of 100."""
    return explorers.ALL["methods"].view(method=method, shift=100).values["change"]


def new_angles(method: str) -> int:
    """Return how many pairs meet new angles in the explorer as it opens, scaled by a method."""
    return explorers.ALL["rotary"].view(method=method).values["new"]


def who_acts(encoding: str, start: int) -> str:
    """Return who acts in "the dog chased the cat" when it begins at a position."""
    found = read("the dog chased the cat", encoding, start)
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


def stays_right(encoding: str) -> bool:
    """Return whether the explorer's first sentence is read right at every start."""
    right = read("the dog chased the cat", encoding)
    starts = explorers.ALL["sentence"].controls[2].values()
    return all(read("the dog chased the cat", encoding, start) == right for start in starts)


def cured(starts: dict[str, list[float]], last: int) -> bool:
    """Return whether practically every noun is right at the starts measured up to the last."""
    return min(min(seeds) for start, seeds in starts.items() if int(start) <= last) > 0.999


RANDOM = measurements()["random_starts"]["result"]["sinusoidal"]["starts"]
LONGER = measurements()["random_starts_longer"]
ROPE_CURVE = np.array(explorers.ALL["pairs"].view(pairs=8).traces[5]["y"])
NUMBERS = {sum(a.size for a in trained(e).weights.values()) for e in ("none", "rope", "sinusoidal")}

#: BLEU on newstest2013, Vaswani et al. 2017, table 3, rows (E) and base.
BLEU = {"learned": 25.7, "sinusoid": 25.8}

CLIPPED = np.clip([-99, -16, 16, 99], -16, 16)
OMEGA = angular_frequencies(128)
NTK = angular_frequencies(128, ntk_base(128, 4.0))
PARTS = yarn_frequencies(128, 4.0, 4096)
TURNS = 4096 * OMEGA / (2 * math.pi)
BIAS = alibi_bias(9, 0.5)


def direction(vector: np.ndarray, later: np.ndarray) -> str:
    """Return which way a vector turns, its first number to the right and its second up."""
    left = vector[0] * later[1] - vector[1] * later[0] > 0
    return "counterclockwise" if left else "clockwise"


ROPE_TURNS = direction(*rope(np.ones((2, 2))))
PAIRED = list(pairs_to_halves([range(8)], 1)[0])

CLAIMS = [
    Claim("let the sentence begin at position {}, also with", 3),
    Claim(
        "Slide the start to {}: now {} acts. At {} the {} does the chasing",
        3,
        who_acts("sinusoidal", 3),
        4,
        who_acts("sinusoidal", 4),
    ),
    Claim("with it, the {} chases at {} already", who_acts("learned", 3), 3),
    Claim(
        "Choose “RoPE” or “ALiBi”, and the answer stays {} at every start",
        "right" if stays_right("rope") and stays_right("alibi") else "wrong",
    ),
    Claim(
        "At position {} the models with added rows are wrong {} often than a coin would be",
        3,
        "more" if all(np.mean(s) < 0.5 for s in answers(3, "sinusoidal", "learned")) else "less",
    ),
    Claim("{learned} against {sinusoid} BLEU", **BLEU),
    Claim(
        "anywhere from {} to {}. Then every start up to {} is read {}, by the sinusoidal model "
        "after the usual training and by the learned one after {} times as many steps. But at {}, "
        "the learned one is down to {:.2f} in its worst seed",
        0,
        47,
        47,
        "right" if cured(RANDOM, 47) and cured(LONGER["result"]["starts"], 47) else "wrong",
        "four" if "(6000)" in LONGER["how"] else "",
        56,
        min(LONGER["result"]["starts"]["56"]),
    ),
    Claim("the array `code` is {:.1f} GB a head for {} tokens", 4096**2 * 128 * 2 / 1e9, 4096),
    Claim(
        "{} offset is ever unseen, because far ones share the outermost vector",
        "No" if len(set(CLIPPED)) == 2 else "Each",
    ),
    Claim(
        "And its line is the {} on both sides: only a causal mask gives it a direction",
        "same" if np.array_equal(BIAS, BIAS.T) else "other",
    ),
    Claim("each arrow is turned, {} degrees for each position", arrows.STEP),
    Claim("by the same angle, {} degrees in five steps", 5 * arrows.STEP),
    Claim("offset {} is new to a model that was trained on {} positions", 5000, 4096),
    Claim(
        "the peak is {}",
        "gone"
        if explorers.ALL["pairs"].view(pairs=8, layout="halves").values["peak"] != -8
        else "",
    ),
    Claim(
        "then every cosine is {:.0f} at $n-m = {:.0f}$",
        ROPE_CURVE.max(),
        pairs.OFFSETS[ROPE_CURVE.argmax()],
    ),
    Claim("sentences of up to {} words", TRAINED_WORDS),
    Claim("models of {:,} numbers", *NUMBERS),
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
    Claim(
        "multiplies queries and keys by $0.1 \\ln s + 1$, because more keys share the softmax. "
        "Every score grows by the square of that, a factor of {:.2f} at $s = 4$",
        (0.1 * math.log(4) + 1) ** 2,
    ),
    Claim("by ${} \\ln s + 1$", 0.1),
    Claim("Llama 3 uses {:,} ([Grattafiori et al. 2024]), with heads of width {}.", 500_000, 128),
    Claim(
        "Then {:.0f}% of the pairs do not finish a turn in {} positions",
        100 * (LLAMA_3 > 8192).mean(),
        8192,
    ),
    Claim("turns {} of the {} columns of a head", 96 // 4, 96),
    Claim("Move the shift to {}. With the table added", 100),
    Claim("weights change by up to {:.2f}", lambda: largest_change("table")),
    Claim("trained on {} positions that reads {}; heads of width {}", 1024, 4096, 128),
    Claim(
        "**Slow the slow pairs more: NTK-aware scaling** {} the base, so that the {} pair slows "
        "down by the factor $s$ and the {} does not change",
        "raises" if ntk_base(128, 4.0) > 10_000 else "lowers",
        *(
            ("slowest", "fastest")
            if np.allclose((OMEGA / NTK)[[-1, 0]], [4, 1])
            else ("fastest", "slowest")
        ),
    ),
    Claim(
        "Pairs that turned {} in training stay the same, those that did {} finish a turn are "
        "interpolated",
        "often" if TURNS[PARTS == OMEGA].min() > TURNS[PARTS != OMEGA].max() else "rarely",
        "not" if np.allclose(PARTS[TURNS < 1], OMEGA[TURNS < 1] / 4) else "",
    ),
    Claim(
        "position interpolation** divides {} frequencies by $s$",
        "all" if np.allclose(interpolated_frequencies(128, 4.0), OMEGA / 4) else "some",
    ),
    Claim(
        "beyond the trained length their perplexity can rise above $10^{}$ (experiment", CHEN_BEYOND
    ),
    Claim(
        "RoFormer's own formula turns the {} way around",
        "same" if ROPE_TURNS == ROFORMER else "other",
    ),
    Claim("Llama pairs column $j$ with $j + {}$", {4: "d/2"}[PAIRED.index(1) - PAIRED.index(0)]),
]
ALLOWED = [
    r"began at position 0\.",
    r"takes about \d+ minutes",
    r"table 3, row E",
    r"Llama 3 uses",
    r"GPT-2",
    r"DeepSeek-V2 adds 64 turned columns to 128",
    r"one at position 0, so",
    r"always begins at position 0\.",
    r"because row 0 of",
    r"section (?:2\.2|3\.2\.1)\.?",
]
