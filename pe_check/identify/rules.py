"""What the columns of a table may be, and the rules that their frequencies may follow."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pe_check.identify.model import PAPER_BASE, Form

#: The cost of a number that is no round one.
FITTED = 7.0


class Rule(NamedTuple):
    """Frequencies base**-(first + slope*j); the cost is higher the more unusual they are."""

    exponents: str | None
    first: float = 0.0
    slope: float = 0.0
    cost: float = 0.0
    finding: str = ""
    bases: tuple[float, ...] = (PAPER_BASE,)  # the usual ones; none: it is fitted

    @property
    def scales(self) -> bool:
        """Whether contexts are made longer by scaling the base of this rule, as RoPE's are."""
        return self.exponents == "2j/d" and bool(self.bases)


class _Layout(NamedTuple):
    """Which columns are the first, and which the second, of each pair."""

    name: str
    pair: np.ndarray
    second: np.ndarray
    findings: tuple[str, ...] = ()


def forms(d_model: int) -> Iterator[Form]:
    """Yield what the columns may be: those of the paper, of others, of mistakes."""
    columns, n_pairs = np.arange(d_model), (d_model + 1) // 2
    layouts = (
        _Layout("interleaved", columns // 2, columns % 2 == 1),
        _Layout("halves", columns % n_pairs, columns >= n_pairs, ("halves",)),
    )
    for kind in ("pair", "column", "next"):
        for cosine_first in (False, True):
            for layout in layouts:
                yield _two_functions(kind, cosine_first, layout)
    for function, cosine, of_pairs, of_columns in (
        ("sines", columns < 0, "one function", "sine alone"),
        ("cosines", columns >= 0, "RoPE's cosines", "RoPE's cosines"),
    ):
        for layout in layouts:
            name = f"{layout.name}, {function} alone"
            yield Form(name, layout.pair, cosine, "alone", (of_pairs,))
        yield Form(f"{function} alone", columns / 2, cosine, "column", (of_columns,))


def _two_functions(kind: str, cosine_first: bool, layout: _Layout) -> Form:
    """Return a form with sines and cosines."""
    name, findings, cosine = layout.name, layout.findings, layout.second
    if cosine_first:
        name = f"{name}, cosine first"
        findings = (*findings, "sine and cosine swapped")
        cosine = ~cosine
    j = {
        "pair": layout.pair,
        "column": np.arange(len(cosine)) / 2,
        "next": layout.pair + cosine,
    }[kind]
    return Form(name, j, cosine, kind, findings)


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
    last = max((d - 1) // 2, 1)
    known = [
        Rule("2j/d", 0, 2 / d, 0, "", (PAPER_BASE, *_ntk_bases(d))),
        Rule("j/(d/2-1)", 0, 1 / last, 1, "end point reached"),
        Rule("2(j+1)/d", 2 / d, 2 / d, 1, "frequencies from one"),
        Rule("2(n-1-j)/d", 2 * last / d, -2 / d, 1, "frequencies reversed"),
        Rule("-2j/d", 0, -2 / d, 1, "sign lost"),
        Rule("j", 0, 1, 2, "floor division", (math.e, math.e**2)),
        Rule("-j", 0, -1, 2, "powers of two", (2.0,)),
    ]
    width = round(2 * math.log(PAPER_BASE) / decay) if decay > 1e-6 else 0
    if width not in (0, d, d - 2, d / 2, 2 * d):
        known.append(Rule(f"2j/{width}", 0, 2 / width, 3, "another width"))
    return known


def _ntk_bases(d_model: int) -> list[float]:
    """Return the paper's base after NTK-aware scaling by 2, 4, … 32."""
    if d_model <= 2:
        return []
    return [PAPER_BASE * scale ** (d_model / (d_model - 2)) for scale in (2, 4, 8, 16, 32)]
