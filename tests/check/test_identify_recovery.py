"""Tables of known making come back as they went in, whatever they are made of."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pe_check.identify import identify
from tests.check.tables import bf16

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
        float_ = np.float32 if self.precision.endswith("angles in float32") else np.float64
        positions = (self.start + self.step * np.arange(self.n_rows)).astype(float_)
        omega = np.exp(float_(-np.log(self.base)) * exponents.astype(float_))
        angles = positions[:, np.newaxis] * omega
        waves = np.where(cosine, np.cos(angles), np.sin(angles))
        table = waves * float_(self.amplitude) + float_(self.constant)
        name = self.precision.split(",")[0]
        return bf16(table).astype("f4") if name == "bfloat16" else table.astype(name)


def draw(rng):
    """Return a case in which nothing is lost: no two rules that the rows cannot tell apart."""
    exponents = str(rng.choice(list(RULES)))
    pair = RULES[exponents][0] == "pair"
    base = 10_000.0
    if exponents == "2j/d" and rng.random() < 0.5:
        usual = float(rng.choice([100.0, 500.0, 1000.0, 5e4, 5e5, 1e6]))
        base = float(rng.choice([usual, 10 ** rng.uniform(1.8, 6.5)]))
    kinds = ["float64", "float32", "float32, angles in float32", "float16", "bfloat16"]
    precision = str(rng.choice(kinds))
    widths = [16, 31, 48, 64, 65, 128] if "16" in precision else [6, 7, 9, 16, 31, 48, 64, 65, 128]
    d_model = int(rng.choice(widths if pair else [17, 48, 64, 65]))
    steps = [1, 1, 1, -1, 0.5, 0.25] if pair else [1, 1, -1]
    if exponents in ("2(j+1)/d", "-2j/d"):  # a step there is another base here, or an alias
        steps = [1]
    elif exponents in ("2j/d", "j/(d/2-1)") and d_model >= 31:
        steps += [20, np.pi / 180] if "16" not in precision else [np.pi / 180]  # aliases there
    step = float(rng.choice(steps))
    if exponents == "-2j/d" or step == np.pi / 180:
        precision = str(rng.choice(kinds[:2]))
    far = 512 if "16" in precision or not pair or d_model < 16 else 5000
    # The sign of few or coarse columns may be a start far away, where they all point the other way.
    sign = -1 if pair and d_model > 9 and "16" not in precision else 1
    amplitudes = [1, 1, 1, sign, np.sqrt(d_model), 1 / np.sqrt(d_model), 2.5]
    may_be_moved = pair and "16" not in precision and step > 0.1 and exponents != "-2j/d"
    may_be_moved = may_be_moved and d_model > 9  # few columns leave too little besides constants
    return Case(
        str(rng.choice(LAYOUTS)),
        exponents,
        base,
        float(rng.choice([0, 0, 0, 1, 2, -3, 17, rng.integers(-far, far)])) * step,
        step,
        int(rng.choice([40, 64, 100, 257, 600] if pair else [64, 100, 257, 600])),
        d_model,
        precision,
        float(rng.choice(amplitudes)),
        float(rng.choice([0, 0, 0, 0, 0.5])) * may_be_moved,
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
        "storage": (found.precision or "").split(",")[0] == case.precision.split(",")[0],
    }
    return [name for name, same in close.items() if not same]


def test_a_direction_is_not_hidden_by_blunt_angles():
    """Slow sines in bfloat16 agree with either direction if angles may be off as much."""
    case = Case("halves, cosine first", "2c/d", 1e4, 0.0, -1.0, 64, 65, "bfloat16", 0.124, 0.0)
    assert identify(case.table()).step == -1


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_a_table_comes_back_as_it_was_made(seed):
    case = draw(np.random.default_rng(seed))
    found = identify(case.table())
    assert wrong(case, found) == [], (case, found)
