"""Random parameters of a table, what programs make tables with, and the facts that are expected."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from pe_check.identify import Identification

BASES = (1e4, 5e5, 1e6)


class Asked(NamedTuple):
    """A table, or a function, and what is expected of the answer."""

    table: Any
    kind: str
    findings: tuple[str, ...]  # these must be named, and no other mistakes
    facts: Mapping[str, Any]  # texts are part of the fact of this name, numbers are the attribute

    def wrong(self, found: Identification) -> list[str]:
        """Return what of an answer is not as expected."""
        names = {one.name for one in found.findings}
        mistakes = {one.name for one in found.findings if one.kind == "a mistake"}
        off = [] if found.kind == self.kind else [f"kind {found.kind}"]
        off += [f"no finding {name!r}" for name in sorted({*self.findings} - names)]
        off += [f"finding {name!r}" for name in sorted(mistakes - {*self.findings})]
        for name, value in self.facts.items():
            is_text = isinstance(value, str)
            actual = found.facts.get(name, "") if is_text else getattr(found, name)
            if not (value in actual if is_text else value == actual):
                off.append(f"{name}: {actual!r}, not {value!r}")
        return off


def asked(table: Any, kind: str, *findings: str, **facts: Any) -> Asked:
    """Return a table with its kind, its findings, and its facts, blanks written as "_"."""
    return Asked(
        table, kind, findings, {name.replace("_", " "): value for name, value in facts.items()}
    )


def rope(table: Any, *findings: str, **facts: Any) -> Asked:
    return asked(table, "rope cache", "RoPE cache", *findings, **facts)


def sines(table: Any, *findings: str, **facts: Any) -> Asked:
    return asked(table, "sinusoidal", *findings, **facts)


class Draw:
    """Random sizes and bases; every table draws its own."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.n, self.d = self.whole(64, 300), self.pick(32, 48, 64, 96, 128)
        self.base = float(self.pick(*BASES))
        self.p = np.arange(float(self.n))
        self.h, self.w = map(int, rng.choice(np.arange(8, 20), size=2, replace=False))
        self.y, self.x = np.divmod(np.arange(float(self.h * self.w)), self.w)

    def whole(self, low: int, high: int) -> int:
        return int(self.rng.integers(low, high))

    def pick(self, *choices: Any) -> Any:
        return choices[self.rng.integers(len(choices))]

    def angles(self, p: np.ndarray | None = None, base: float | None = None) -> np.ndarray:
        return np.outer(self.p if p is None else p, powers(self.d, base or self.base))

    def cache(self, angles: np.ndarray, amplitude: float = 1.0) -> Any:
        """Cosines and sines as transformers returns them, each angle twice."""
        twice = np.concatenate([angles, angles], axis=-1)
        cos, sin = (amplitude * f(twice).astype("f4") for f in (np.cos, np.sin))
        return self.pick((cos, sin), (cos[None], sin[None]), np.stack([cos, sin]))

    def stored(self, table: np.ndarray) -> np.ndarray:
        return table.astype(self.pick("f8", "f4", "f2"))


def powers(d: int, base: float = 10_000.0) -> np.ndarray:
    return base ** (-np.arange(0, d, 2) / d)


def interleaved(angles: np.ndarray) -> np.ndarray:
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(*angles.shape[:-1], -1)


def halves(angles: np.ndarray) -> np.ndarray:
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)


def papers(n: int, d: int) -> np.ndarray:
    return interleaved(np.outer(np.arange(n), powers(d)))


def bf16(x: Any) -> np.ndarray:
    bits = np.asarray(x, "f4").view("u4").astype("u8")
    bits += 0x7FFF + ((bits >> 16) & 1)
    return ((bits >> 16) << 16).astype("u4").view("f4").astype(float)
