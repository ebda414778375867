"""The numbers in the prose of chapter 7; those of the literature stand here as printed there."""

import math
import re

import numpy as np

from pe_book import explorers
from pe_lib import angular_frequencies, wavelengths
from pe_lib.variants import (
    alibi_bias,
    alibi_slopes,
    interpolated_frequencies,
    ntk_base,
    rope,
    yarn_frequencies,
)
from tests.claims import Claim
from tests.claims.literature import HAVIV

LLAMA_3 = wavelengths(128, 500_000.0)


def largest_change(method: str) -> float:
    """Return the largest change of a weight that chapter 7's explorer names for a shift of 100."""
    chosen = explorers.ALL["methods"].check(method=method, shift=100)
    said = explorers.ALL["methods"].update(**chosen).sentence
    return float(re.search(r"changed weights by up to ([\d.]+)", said)[1])


#: BLEU on newstest2013, Vaswani et al. 2017, table 3, rows (E) and base.
BLEU = {"learned": 25.7, "sinusoid": 25.8}

CLIPPED = np.clip([-99, -16, 16, 99], -16, 16)
SLOPES = alibi_slopes(8)
OMEGA = angular_frequencies(128)
NTK = angular_frequencies(128, ntk_base(128, 4.0))
PARTS = yarn_frequencies(128, 4.0, 4096)
TURNS = 4096 * OMEGA / (2 * math.pi)
VECTORS = np.random.default_rng(0).normal(size=(9, 64))
BIAS = alibi_bias(9, 0.5)

CLAIMS = [
    Claim("First move the shift to {} with", 100),
    Claim("there, weights change by up to {:.2f}", lambda: largest_change("table")),
    Claim("{learned} against {sinusoid} BLEU", **BLEU),
    Claim("offset {} is new to a model that was trained on {} positions", 5000, 4096),
    Claim("ALiBi reaches {}, the lowest perplexity there", min(HAVIV.values())),
    Claim(
        "multiplies queries and keys by $0.1 \\ln s + 1$, so every score grows by the square of "
        "that, a factor of {:.2f} at $s = 4$",
        (0.1 * math.log(4) + 1) ** 2,
    ),
    Claim("by ${} \\ln s + 1$", 0.1),
    Claim("Llama 3 uses {:,} ([Grattafiori et al. 2024])", 500_000),
    Claim(
        "Its heads have width $d = {}$. Its slowest pair then takes {:.2f} million positions for "
        "a turn, "
        "and {:.0f}% of its pairs do not finish one in {} positions.",
        128,
        LLAMA_3[-1] / 1e6,
        100 * (LLAMA_3 > 8192).mean(),
        8192,
    ),
    Claim(
        "Offsets beyond $\\pm n$ share the outermost vector, so {} offset is ever unseen",
        "no" if len(set(CLIPPED)) == 2 else "each",
    ),
    Claim(
        "They run from {}, for heads that see only their neighbors, to {}, for heads that see far",
        *(("steep", "gentle") if (np.diff(SLOPES) < 0).all() else ("gentle", "steep")),
    ),
    Claim(
        "And the bias is {}: only the causal mask gives it a direction",
        "symmetric" if np.array_equal(BIAS, BIAS.T) else "one-sided",
    ),
    Claim(
        "the lengths of queries and keys stay the {}",
        "same"
        if np.allclose(np.linalg.norm(rope(VECTORS), axis=1), np.linalg.norm(VECTORS, axis=1))
        else "other",
    ),
    Claim(
        "**NTK−aware scaling** {} the base, so that the {} pair slows down by the factor $s$ and "
        "the {} does not change",
        "raises" if ntk_base(128, 4.0) > 10_000 else "lowers",
        *(
            ("slowest", "fastest")
            if np.allclose((OMEGA / NTK)[[-1, 0]], [4, 1])
            else ("fastest", "slowest")
        ),
    ),
    Claim(
        "Pairs that turned {} in training stay the same. Pairs that did {} finish a turn are "
        "interpolated.",
        "often" if TURNS[PARTS == OMEGA].min() > TURNS[PARTS != OMEGA].max() else "rarely",
        "not" if np.allclose(PARTS[TURNS < 1], OMEGA[TURNS < 1] / 4) else "",
    ),
    Claim(
        "**Position interpolation** divides {} frequencies by $s$",
        "all" if np.allclose(interpolated_frequencies(128, 4.0), OMEGA / 4) else "some",
    ),
]
ALLOWED = [r"equation 3", r"takes about \d+ minutes", r"table 3, row E", r"Llama 3 uses", r"GPT-2"]
