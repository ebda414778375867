"""What a function of (seq_len, d_model) makes: at one size in full, then other sizes and bases."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from pe_check.arrays import as_numbers
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
    switch = _switch(function) if answer.sinusoidal else None
    if switch is not None:
        last_row, then = switch
        details |= {"up to": f"{last_row:,} rows", "beyond": str(then.facts.get("frequencies"))}
        found["switch"] = finding("switch", f"{last_row:,} rows")
    return replace(answer, findings=tuple(found.values()), details=details)


def _switch(function: Callable[..., Any]) -> tuple[int, Identification] | None:
    """Return the length beyond which the first rows are others, and what they then are, or None.

    As with dynamic scaling and LongRoPE, which has other frequencies beyond the trained length.
    """
    for d_model in (LONG_SIZE[1], SIZE[1]):
        rows = SIZE[0]
        try:
            short, long = _rows(function, rows, d_model), _rows(function, LONG_SIZE[0], d_model)
        except ValueError:
            continue
        if np.array_equal(short, long[:rows]):
            return None
        low, high = rows, LONG_SIZE[0]
        while high - low > 1:
            middle = (low + high) // 2
            same = np.array_equal(short, _rows(function, middle, d_model)[:rows])
            low, high = (middle, high) if same else (low, middle)
        if low == rows:
            return None  # every length has its own table, as where positions are normalized
        return low, _ask(function, LONG_SIZE[0], d_model)
    return None


def _rows(function: Callable[..., Any], n_rows: int, d_model: int) -> np.ndarray:
    """Return the function's table as rows and columns, cosines and sines side by side."""
    try:
        given = as_numbers(function(n_rows, d_model))
    except Exception as error:
        raise ValueError(str(error)) from error
    parts = given if isinstance(given, tuple | list) and len(given) == 2 else [given]
    tables = [np.asarray(part).reshape(-1, np.shape(part)[-1]) for part in parts]
    if any(len(table) != n_rows for table in tables):
        raise ValueError("no row for each position")
    return np.hstack(tables)


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
