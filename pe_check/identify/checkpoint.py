"""The tables and frequencies of a checkpoint, a .safetensors file, by name.

The header names the tensors; only those that are asked for, or are named after positions, are read.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from pe_check.identify.files import DAMAGED, SAVE
from pe_check.numbers import listed

#: Parts of names by which programs call their tables, their frequencies and RoPE's caches.
POSITIONS = re.compile(
    r"(^|[._])(pe|wpe|pos|pos_?emb\w*|pos_?enc\w*|positions?|positional|position_emb\w*|rotary\w*|"
    r"rope\w*|inv_freq|freqs?|cos|sin|cos_\w+|sin_\w+|alibi\w*|slopes)([._]|$)"
)
OTHERS = re.compile(r"position_ids|[._](proj|bias|norm|query|key|value|[qkv])([._]|$)")

#: Rows of a tensor that are read, at most: enough for every rule.
MAX_ROWS = 2**14


def tables(path: str, name: str = "") -> dict[str, Any]:
    """Return the tables of a checkpoint by name: the one that is asked for, or all.

    Equal ones, as of the layers of a model, are there once. ValueError if there is none.
    """
    with _opened(path) as file:
        names = list(file.keys())
        if name and name not in names:
            raise ValueError(f"it has no tensor {name!r}; it has {listed(names)}")
        chosen = [name] if name else [tensor for tensor in names if _is_of_positions(tensor)]
        chosen = chosen or names[:1] * (len(names) == 1)
        if not chosen:
            choose = f"choose one with FILE:NAME: {listed(names)}"
            raise ValueError(f"no name of its {len(names)} tensors is one of positions; {choose}")
        return dict(_unique(_paired({tensor: _read(file, tensor) for tensor in chosen})))


def _opened(path: str) -> Any:
    _needed("ml_dtypes")  # numpy then knows bfloat16
    safe_open = _needed("safetensors").safe_open
    try:
        return safe_open(path, framework="np")
    except OSError as error:
        raise ValueError(f"{Path(path).name}: {error.strerror or error}") from None
    except Exception:  # whatever a broken file makes its reader raise
        raise ValueError(f"{Path(path).name}: {DAMAGED}") from None


def _needed(module: str) -> Any:
    """Return a package that checkpoints need; ValueError names it if it is missing."""
    try:
        return import_module(module)
    except ImportError:
        install = "pip install 'pe-check[safetensors]'"
        raise ValueError(f"the package {module} is not installed: {install}; or {SAVE}") from None


def _is_of_positions(name: str) -> bool:
    return bool(POSITIONS.search(name.lower())) and not OTHERS.search(name.lower())


def _read(file: Any, name: str) -> np.ndarray:
    """Return a tensor, of a long one its first rows; bfloat16 as float32, which holds it."""
    part = file.get_slice(name)
    shape = part.get_shape()
    array = part[:MAX_ROWS] if len(shape) == 2 and shape[0] > MAX_ROWS else part[:]
    known = array.dtype.name in ("float16", "float32", "float64") or array.dtype.kind in "iub"
    return array if known else array.astype(np.float32)


def _paired(found: dict[str, np.ndarray]) -> Iterator[tuple[str, Any]]:
    """Yield cosines and sines of one module as a pair, everything else as it is."""
    for name, array in found.items():
        module, dot, last = name.rpartition(".")
        cosine = module + dot + re.sub("^sin", "cos", last)
        sine = last.replace("cos", "sin", 1)
        sines = found.get(module + dot + sine)
        if last.startswith("sin") and cosine in found:
            continue  # it comes with its cosines
        if last.startswith("cos") and sines is not None and sines.shape == array.shape:
            yield f"{name}, {sine}", (array, sines)
        else:
            yield name, array


def _unique(found: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield what is the same in several places once, with the number of the others."""
    places: dict[tuple[Any, ...], list[str]] = {}
    kept: dict[tuple[Any, ...], Any] = {}
    for name, table in found:
        parts = table if isinstance(table, tuple) else (table,)
        key = tuple((part.shape, part.dtype.name, part.tobytes()) for part in parts)
        places.setdefault(key, []).append(name)
        kept[key] = table
    for key, names in places.items():
        more = f" (and {len(names) - 1} more like it)" if len(names) > 1 else ""
        yield names[0] + more, kept[key]
