"""Tables of known making come back as they went in, whatever they are made of."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pe_check.identify import identify
from pe_lib.practice import to_bfloat16

LAYOUTS = ("interleaved", "halves", "interleaved, cosine first", "halves, cosine first")

#: Exponents of the base by index k, pairs n and columns d; and which columns share an index.
RULES = {
    "2j/d": ("pair", lambda k, n, d: 2 * k / d),
    "j/(d/2-1)": ("pair", lambda k, n, d: k / (n - 1)),
    "2(j+1)/d": ("pair", lambda k, n, d: 2 * (k + 1) / d),
    "2(n-1-j)/d": ("pair", lambda k, n, d: 2 * (n - 1 - k) / d),
    "-2j/d": ("pair", lambda k, n, d: -2 * k / d),
    "c/d": ("column", lambda k, n, d: k / d),
    "2c/d": ("column", lambda k, n, d: 2 * k / d),
    "2j/d, of a cosine 2(j+1)/d": ("next", lambda k, n, d: 2 * k / d),
}


PRECISIONS = ("float64", "float32", "float16", "bfloat16")


class Case(NamedTuple):
    """How a table is made."""

    layout: str
    exponents: str
    base: float
    start: float
    step: float
    n_rows: int
    d_model: int
    precision: str
    amplitude: float
    constant: float

    def table(self):
        d, n = self.d_model, (self.d_model + 1) // 2
        columns = np.arange(d)
        pair, second = columns // 2, columns % 2 == 1
        if self.layout.startswith("halves"):
            pair, second = columns % n, columns >= n
        cosine = second ^ ("first" in self.layout)
        kind, rule = RULES[self.exponents]
        exponents = rule({"pair": pair, "column": columns, "next": pair + cosine}[kind], n, d)
        positions = self.start + self.step * np.arange(self.n_rows)
        angles = np.multiply.outer(positions, self.base**-exponents)
        table = self.amplitude * np.where(cosine, np.cos(angles), np.sin(angles)) + self.constant
        if self.precision == "bfloat16":
            return to_bfloat16(table).astype("f4")
        return table.astype(self.precision)


@st.composite
def cases(draw):
    """Draw a case in which nothing is lost: no two rules that the rows cannot tell apart."""
    exponents = draw(st.sampled_from(list(RULES)))
    of_pairs, growing = RULES[exponents][0] == "pair", exponents == "-2j/d"
    precision = draw(st.sampled_from(PRECISIONS[:2] if growing else PRECISIONS))
    coarse = "16" in precision
    steps = [1.0, -1.0, 0.5, 0.25] if of_pairs else [1.0, -1.0]
    # A step is another base here, or an alias.
    step = 1.0 if exponents in ("2(j+1)/d", "-2j/d") else draw(st.sampled_from(steps))
    far = 512 if coarse or not of_pairs else 5000
    bases = [1e4, 100.0, 500.0, 31_415.9, 5e5, 1e6] if exponents == "2j/d" else [1e4]
    base = draw(st.sampled_from(bases))
    # Waves that hardly move in so few rows are constants themselves.
    may_be_moved = of_pairs and not coarse and not growing and base <= 1e4
    return Case(
        draw(st.sampled_from(LAYOUTS)),
        exponents,
        base,
        draw(st.integers(-far, far)) * step,
        step,
        draw(st.sampled_from([64, 100, 257])),
        draw(st.sampled_from([48, 64, 65])),
        precision,
        draw(st.sampled_from([1.0, 0.125, 2.5])),
        draw(st.sampled_from([0.0, 0.5])) if may_be_moved else 0.0,
    )


def wrong(case, found):
    """Return what of a case did not come back, within rounding."""
    blunt = {"float16": 1e-3, "bfloat16": 1e-2}.get(case.precision, 1e-5)
    low, high = found.base_range or (np.inf, 0)
    alike = found.facts.get("the same within rounding", "")
    tied = f"{case.layout}, exponents {case.exponents}" in alike
    close = {
        "layout": tied or found.layout == case.layout,
        "exponents": tied or found.exponents == case.exponents,
        "base": tied or low * (1 - blunt) <= case.base <= high * (1 + blunt),
        "start": np.isclose(found.start or 0, case.start, rtol=1e-9, atol=1e-9),
        "step": np.isclose(found.step or 0, case.step, rtol=1e-9),
        "amplitude": np.isclose(found.amplitude or 0, case.amplitude, rtol=blunt),
        "constant": np.isclose(found.constant or 0, case.constant, atol=blunt * case.amplitude),
        "storage": (found.precision or "").split(",")[0] == case.precision,
    }
    return [name for name, same in close.items() if not same]


def test_a_direction_is_not_hidden_by_blunt_angles():
    """Slow sines in bfloat16 agree with either direction if angles may be off as much."""
    case = Case("halves, cosine first", "2c/d", 1e4, 0.0, -1.0, 64, 65, "bfloat16", 0.124, 0.0)
    assert identify(case.table()).step == -1


@pytest.mark.slow
@settings(max_examples=25)
@given(cases())
def test_a_table_comes_back_as_it_was_made(case):
    found = identify(case.table())
    assert wrong(case, found) == [], (case, found)
