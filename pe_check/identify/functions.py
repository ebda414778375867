"""What a function of (seq_len, d_model) makes: at one size in full, then other sizes and bases."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from pe_check.identify.answer import Finding, Identification, finding
from pe_check.identify.arrays import identify_array
from pe_check.identify.model import PAPER_BASE

SIZE = (96, 64)
ODD_SIZE = (50, 7)
LONG_SIZE = (20_001, 8)
#: What has no table of an odd width: RoPE turns pairs.
ROPE_FINDINGS = {"RoPE cache", "RoPE's cosines", "one function"}


def identify_function(function: Callable[..., Any]) -> Identification:
    """Return what the function's table is, and what other sizes and bases add."""
    answer = _ask(function, *SIZE)
    found = {known.name: known for known in answer.findings}
    details = dict(answer.details)
    for size in (ODD_SIZE, LONG_SIZE) if answer.sinusoidal else (ODD_SIZE,):
        try:
            other = _ask(function, *size)
        except ValueError as error:
            if size == ODD_SIZE and not _is_refusal(error, found):
                found["odd width crashes"] = finding("odd width crashes", error)
            else:  # a limit is not a mistake
                details[f"at {size[0]} rows and width {size[1]}"] = str(error)
        else:
            for added in _added(answer, other, size):
                found.setdefault(added.name, added)
    if answer.base == PAPER_BASE and _ignores_base(function):
        found["base ignored"] = finding("base ignored")
    return replace(answer, findings=tuple(found.values()), details=details)


def _is_refusal(error: ValueError, found: Mapping[str, Finding]) -> bool:
    """Return whether an odd width is refused on purpose: by RoPE, or by a check."""
    if ROPE_FINDINGS & found.keys() or {"halves", "sine and cosine swapped"} <= found.keys():
        return True
    words = str(error.__cause__).lower().split()
    own_check = isinstance(error.__cause__, AssertionError | NotImplementedError)
    return own_check or any(word in words for word in ("odd", "even", "divisible"))


def _ask(function: Callable[..., Any], *size: float) -> Identification:
    """Return what the function's table of a size is; ValueError if there is no such table."""
    call = f"function({', '.join(f'{number:g}' for number in size)})"
    try:
        given = function(*size)
    except Exception as error:
        message = f"{type(error).__name__}: {error}".removesuffix(": ")
        raise ValueError(f"{call} raised {message}") from error
    found = identify_array(given, call)
    n_rows, d_model = found.table.shape
    of_rope = ROPE_FINDINGS & {known.name for known in found.findings}
    widths = {size[1], size[1] // 2} if of_rope else {size[1]}
    if n_rows != size[0] or d_model not in widths:
        raise ValueError(f"{call} must have shape {size[:2]}, not {np.shape(given)}")
    return found


def _added(answer: Identification, other: Identification, size: tuple[int, int]) -> list[Finding]:
    """Return what the table of another size adds to the answer."""
    added = [f for f in other.findings if answer.paper or f.name == "float32 angles"]
    if answer.paper and not other.sinusoidal and not other.findings:
        added.append(finding("another size", f"function{size}: {other.headline}"))
    return added


def _ignores_base(function: Callable[..., Any]) -> bool:
    """Return whether the function takes a base and does not use it."""
    try:
        return _ask(function, 64, 16, 500.0).base == PAPER_BASE
    except ValueError:
        return False  # it takes none
