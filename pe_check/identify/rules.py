"""What the columns of a table may be, and the rules that their frequencies may follow."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pe_check.identify.model import PAPER_BASE, Form
from pe_lib.variants import ntk_base

#: The cost of a number that is not a round one.
FITTED = 7.0

#: Bases in use, the likeliest first.
BASES = (1e4, 5e5, 1e6, 1.5e5, 1e5, 1e3, 100.0, 5e4, 5e6, 1e7, 2e6, 1.6e5, 500.0, 1e8)
#: Widths of heads and tables, of whose exponents 2j/width fewer pairs may be used.
WIDTHS = (64, 80, 96, 112, 128, 160, 192, 256, 512, 768, 1024)


class Rule(NamedTuple):
    """Frequencies base**-(first + slope*j); the cost is higher the more unusual they are."""

    exponents: str | None
    first: float = 0.0
    slope: float = 0.0
    cost: float = 0.0
    finding: str = ""
    bases: tuple[float, ...] = (PAPER_BASE,)  # the usual ones; none: it is fitted

    @property
    def may_be_ntk(self) -> bool:
        """Whether contexts are made longer by scaling the base of this rule, as RoPE's are."""
        return self.exponents == "2j/d" and bool(self.bases)


def forms(d_model: int) -> Iterator[Form]:
    """Yield what the columns may be: those of the paper, of others, of mistakes."""
    columns, n_pairs = np.arange(d_model), (d_model + 1) // 2
    layouts = (
        ("interleaved", columns // 2, columns % 2 == 1, ()),
        ("halves", columns % n_pairs, columns >= n_pairs, ("halves",)),
    )
    for kind in ("pair", "column", "next"):
        for cosine_first in (False, True):
            for name, pair, second, findings in layouts:
                cosine = second ^ cosine_first
                j = {"pair": pair, "column": columns / 2, "next": pair + cosine}[kind]
                swapped = ("sine and cosine swapped",) if cosine_first else ()
                name = f"{name}, cosine first" if cosine_first else name
                yield Form(name, j, cosine, kind, (*findings, *swapped))
    for function, cosine, of_pairs, of_columns in (
        ("sines", columns < 0, "one function", "sine alone"),
        ("cosines", columns >= 0, "RoPE's cosines", "RoPE's cosines"),
    ):
        for name, pair, *_ in layouts:
            yield Form(f"{name}, {function} alone", pair, cosine, "alone", (of_pairs,))
        yield Form(f"{function} alone", columns / 2, cosine, "column", (of_columns,))


def rules(form: Form, decay: float) -> list[Rule]:
    """Return the rules in use, and those of mistakes in circulation, for the index of a form."""
    d = len(form.j)
    if math.isnan(decay):
        return [Rule(None, cost=FITTED)]  # each pair has a frequency of its own
    if form.kind == "column":
        each = "" if "alone" in form.layout else "a frequency for each column"
        return [Rule("c/d", 0, 2 / d, 0, each), Rule("2c/d", 0, 4 / d, 1, "column as pair")]
    if form.kind == "next":
        return [Rule("2j/d, of a cosine 2(j+1)/d", 0, 2 / d, 1, "cosine exponent")]
    return [*pair_rules(d), *rules_of_other_widths(d, decay)]


def pair_rules(d: int) -> list[Rule]:
    """Return the rules for the pairs of d columns, whatever their frequencies are."""
    last = max((d - 1) // 2, 1)
    ntk = [ntk_base(d, scale) for scale in (2, 4, 8, 16, 32)] if d > 2 and d % 2 == 0 else []
    return [
        Rule("2j/d", 0, 2 / d, 0, "", (PAPER_BASE, *ntk)),
        Rule("j/(d/2-1)", 0, 1 / last, 1, "end point reached"),
        Rule("2(j+1)/d", 2 / d, 2 / d, 1, "frequencies from one"),
        Rule("(2j+1)/d", 1 / d, 2 / d, 1, "odd exponents"),
        Rule("2(n-1-j)/d", 2 * last / d, -2 / d, 1, "frequencies reversed"),
        Rule("-2j/d", 0, -2 / d, 1, "sign lost"),
        Rule("j", 0, 1, 2, "floor division", (math.e, math.e**2)),
        Rule("-j", 0, -1, 2, "powers of two", (2.0,)),
    ]


def rules_of_other_widths(d: int, decay: float) -> Iterator[Rule]:
    """Yield the exponents of more columns, at the paper's base or at one in use, that fall so."""
    if decay < 1e-6:
        return
    width = round(2 * math.log(PAPER_BASE) / decay)
    if width not in (0, d, d - 2, d / 2, 2 * d):
        base_of_own_width = PAPER_BASE ** (d / width)  # one below 50 is hardly meant
        cost = 1 if base_of_own_width < 50 else 3
        yield Rule(f"2j/{width}", 0, 2 / width, cost, "another width")
    for base in BASES[1:]:
        for width in WIDTHS:
            if width > d and abs(2 * math.log(base) / width - decay) < 1e-6 * decay:
                yield Rule(f"2j/{width}", 0, 2 / width, 4, "another width", (base,))
