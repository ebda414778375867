"""Checks that every function shares: an error names the value and the rule it breaks.

A wrong *kind* of value (a string, a bool, 8.0 where a count is asked) is a TypeError, a value
outside the rule (zero, negative, NaN, infinite, too large, a wrong shape) is a ValueError.
"""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from pe_lib.memory import available_memory

#: Positions are below this: position * (frequency rounded to 2**-24) is then exact in float64.
POSITION_LIMIT = 2**29

#: No model comes near this width, and one row of it is 8 MiB.
D_MODEL_LIMIT = 2**20

BASE_LIMIT = 1e300

Form = TypeVar("Form", bound=Callable[..., np.ndarray])


def check_int(value: Any, name: str, *, low: int, high: int | None = None) -> int:
    """Return value as an int, low <= value <= high.

    A bool is no whole number, nor is a float such as 8.0: where a count is asked, a float is most
    often the result of a division that was not meant.
    """
    if isinstance(value, bool | np.bool_):
        raise _wrong_kind(value, name, "a whole number (an int)")
    try:
        number = operator.index(value)
    except TypeError:
        raise _wrong_kind(value, name, "a whole number (an int)") from None
    if number < low:
        raise ValueError(f"{name} must be at least {low}, but it is {_short(number)}")
    if high is not None and number > high:
        raise ValueError(f"{name} must be at most {high}, but it is {_short(number)}")
    return number


def check_float(value: Any, name: str) -> float:
    """Return value as a finite float; any real scalar but a bool will do."""
    if isinstance(value, float) and math.isfinite(value):
        return float(value)  # nearly always so, and many times faster than an array
    array = real_array(value, name)
    if array.ndim:
        raise ValueError(f"{name} must be one number, but its shape is {array.shape}")
    return float(array)


def check_bool(value: Any, name: str) -> bool:
    """Return value as a bool; 0, 1 and strings are not truth values here."""
    if not isinstance(value, bool | np.bool_):
        raise _wrong_kind(value, name, "True or False")
    return bool(value)


def check_base(value: Any) -> float:
    """Return the base of the frequencies as a float; it must be above 1 and at most 1e300.

    Below 1 wavelengths shrink: so 1e-4 for 1e4 is an error. Above 1e300 they leave float64.
    """
    base = check_float(value, "base")
    if base <= 1:
        raise ValueError(f"base must be above 1, but it is {base!r}")
    if base > BASE_LIMIT:
        raise ValueError(f"base must be at most {BASE_LIMIT}, but it is {base!r}")
    return base


def check_d_model(value: Any, name: str = "d_model", *, even_because: str | None = None) -> int:
    """Return the number of columns as an int; even_because says why it must be even, if it must."""
    d_model = check_int(value, name, low=1, high=D_MODEL_LIMIT)
    if even_because is not None and d_model % 2:
        raise ValueError(f"{name} must be even ({even_because}), but it is {d_model}")
    return d_model


def check_window(seq_len: Any, start: Any = 0) -> tuple[int, int]:
    """Return seq_len, at least 1, and start as ints; positions must be below 2**29 in size."""
    seq_len = check_int(seq_len, "seq_len", low=1)
    start = check_int(start, "start", low=1 - POSITION_LIMIT)
    last = "the last position, start + seq_len - 1,"
    check_int(start + seq_len - 1, last, low=1 - POSITION_LIMIT, high=POSITION_LIMIT - 1)
    return seq_len, start


def real_array(
    value: ArrayLike, name: str, *, ndim: int | None = None, limit: float | None = None
) -> np.ndarray:
    """Return value as a float64 array of finite numbers, with ndim axes, each below limit in size.

    Integers and floats of any width are real numbers; bools, complex numbers, strings and ragged
    lists are not. The array may share memory with value: do not write into it.
    """
    check_memory(_shape_of(value))  # a range has no numbers yet
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError(f"{name} must have rows of one length, but they differ") from None
    if array.dtype == object:  # Python integers beyond 64 bits end up here
        array = _from_objects(array, value, name)
    if array.dtype.kind not in "iuf":
        raise _wrong_kind(value, name, "made of real numbers", array.dtype)
    if ndim is not None and array.ndim != ndim:
        raise ValueError(f"{name} must have {ndim} axes, but its shape is {array.shape}")
    with np.errstate(over="ignore"):  # a long double beyond float64 becomes inf, refused below
        array = array.astype(np.float64, copy=False)
    _raise_at_first(~np.isfinite(array), array, f"{name} must be finite")
    if limit is not None:
        _raise_at_first(np.abs(array) >= limit, array, f"{name} must be below {limit} in size")
    return array


def _shape_of(value: Any) -> tuple[int, ...]:
    """Return the shape that an array has, or the length of what becomes one."""
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple):
        return shape
    return (len(value),) if isinstance(value, Sized) and not isinstance(value, str) else ()


def check_rows(positions: Any, d_model: int, dtype: DTypeLike = np.float64) -> None:
    """Refuse a row of d_model for each position where memory is too small, before any is made."""
    check_memory((*_shape_of(positions), d_model), dtype)


def check_table(value: ArrayLike, name: str = "table") -> np.ndarray:
    """Return a table (rows, columns), at least one of each, as `real_array` does."""
    table = real_array(value, name, ndim=2)
    if table.size == 0:
        raise ValueError(f"{name} must have rows and columns, but its shape is {table.shape}")
    return table


def check_dtype(value: DTypeLike) -> np.dtype:
    """Return the dtype of a table: float64 or float32, in the machine's byte order."""
    try:
        dtype = np.dtype(value) if value is not None else None
    except TypeError:
        dtype = None
    if dtype is None or dtype not in (np.dtype(np.float64), np.dtype(np.float32)):
        shown = repr(value) if dtype is None else str(dtype)
        raise TypeError(f"dtype must be float64 or float32, but it is {shown}")
    return dtype


def check_memory(shape: tuple[int, ...], dtype: DTypeLike = np.float64) -> None:
    """Refuse, in words, an array that the memory of this machine or container cannot hold."""
    if _n_bytes(shape, dtype) > min(available_memory(), sys.maxsize):
        raise _too_large(shape, dtype)


@contextmanager
def guard_memory(shape: tuple[int, ...], dtype: DTypeLike = np.float64) -> Iterator[None]:
    """Make such an array inside: too large a one is refused before, or when memory ends."""
    check_memory(shape, dtype)
    try:
        yield
    except MemoryError:
        raise _too_large(shape, dtype) from None


def new_table(shape: tuple[int, ...], dtype: DTypeLike = np.float64) -> np.ndarray:
    """Return an uninitialized array, or the error of check_memory."""
    with guard_memory(shape, dtype):
        return np.empty(shape, dtype)


def check_out(out: Any, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Return out if it is a writable array of this shape and dtype, its entries apart."""
    if not isinstance(out, np.ndarray):
        raise _wrong_kind(out, "out", "a numpy array")
    if out.shape != shape:
        raise ValueError(f"out must have shape {shape}, but its shape is {out.shape}")
    if out.dtype != dtype:
        raise TypeError(f"out must have dtype {dtype.name}, but its dtype is {out.dtype}")
    if not out.flags.writeable:
        raise ValueError("out must be writable, but it is read-only")
    # Strides are the same from every entry: what the first shares with none, none shares.
    first_row, first = out[:1], out[:1, :1]
    if np.shares_memory(first_row, out[1:]) or np.shares_memory(first, out[:1, 1:]):
        raise ValueError("out must not overlap itself, but several entries share their memory")
    return out


def checked_form(form: Form) -> Form:
    """Check a textbook form's arguments, and the memory for its table, before its body runs."""

    @wraps(form)
    def checked(seq_len: Any, d_model: Any, base: Any = 10_000.0) -> np.ndarray:
        seq_len = check_window(seq_len)[0]
        d_model, base = check_d_model(d_model), check_base(base)
        with guard_memory((seq_len, d_model)):
            return form(seq_len, d_model, base)

    return cast(Form, checked)


def _wrong_kind(value: Any, name: str, rule: str, dtype: np.dtype | None = None) -> TypeError:
    kind = f"an array of {dtype}" if dtype is not None and np.ndim(value) else None
    kind = kind or f"{_short(value)}, a {type(value).__name__}"
    return TypeError(f"{name} must be {rule}, but it is {kind}")


def _from_objects(array: np.ndarray, value: Any, name: str) -> np.ndarray:
    if not all(isinstance(item, int | float) for item in array.flat):
        raise _wrong_kind(value, name, "made of real numbers", array.dtype)
    try:
        return array.astype(np.float64)
    except OverflowError:
        raise ValueError(f"{name} must be finite, but a number in it is beyond float64") from None


def _raise_at_first(bad: np.ndarray, array: np.ndarray, rule: str) -> None:
    if bad.any():
        index = tuple(int(i) for i in np.argwhere(bad)[0])
        where = f"it holds {array[index]} at index {index}" if index else f"it is {array[()]}"
        raise ValueError(f"{rule}, but {where}")


def _short(value: Any) -> str:
    if isinstance(value, int) and abs(value) >= 10**30:
        return f"a whole number of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _n_bytes(shape: tuple[int, ...], dtype: DTypeLike) -> int:
    return math.prod(int(length) for length in shape) * np.dtype(dtype).itemsize


def _too_large(shape: tuple[int, ...], dtype: DTypeLike) -> ValueError:
    n_bytes = _n_bytes(shape, dtype)
    size = f"{n_bytes // 2**40} TiB" if n_bytes >= 2**40 else f"{n_bytes / 2**30:.1f} GiB"
    return ValueError(
        f"an array of shape {shape} in {np.dtype(dtype).name} takes {size}: "
        "too large for this machine's memory; make it in parts"
    )
