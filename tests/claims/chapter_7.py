"""The numbers in the prose of chapter 7; those of the literature stand here as printed there."""

import math
import re

from pe_book import explorers
from pe_lib import wavelengths
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
]
ALLOWED = [r"equation 3", r"takes about \d+ minutes", r"table 3, row E", r"Llama 3 uses", r"GPT-2"]
