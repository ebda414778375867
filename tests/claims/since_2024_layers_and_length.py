"""The numbers on the first page on what came since 2024; those of configurations are read there.

tests/environments/test_statements.py reads them from the library.
"""

from tests.claims import Claim

CLAIMS = [
    Claim("see a window of {} tokens ({} in the smallest models) and have base", 1024, 512),
    Claim("has base {:,}, in the larger models with all frequencies divided by {}", 10**6, 8),
    Claim("with $d = {}$, a quarter turned, base {:,}:", 512, 1_000_000),
    Claim("which see chunks of {} tokens", 8192),
    Claim("by $1 + {}\\ln(1 + \\lfloor (p+1)/{}\\rfloor)$", 0.1, 8192),
]
ALLOWED = [
    r"Gemma [34]|Llama 4",
    r"files of version 4",
    r"models of 8 billion",
    r"holds a 1 for each",
    r"fade of 1 the memory",
]
