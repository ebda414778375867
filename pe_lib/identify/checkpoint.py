"""The tables and frequencies of a checkpoint, by name: a .safetensors file of any size.

The header names the tensors; only those that are asked for, or whose name says position, are read.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np

from pe_lib.identify.files import DAMAGED, SAFETENSORS

#: Parts of names by which programs call their tables, their frequencies and RoPE's caches.
POSITIONS = re.compile(
    r"(^|[._])(pe|wpe|pos|pos_?emb\w*|pos_?enc\w*|positions?|positional|position_emb\w*|rotary\w*|"
    r"rope\w*|inv_freq|freqs?|cos|sin|cos_\w+|sin_\w+|alibi\w*|slopes)([._]|$)"
)
IDS = re.compile(r"position_ids|[._](proj|bias|norm|query|key|value|[qkv])([._]|$)")

#: Rows of a tensor that are read, at most: enough for every rule.
MOST_ROWS = 2**14


def tables(path: str, name: str = "") -> dict[str, Any]:
    """Return the tables of a .safetensors file by name: the one that is asked for, or all.

    Equal ones, as of the layers of a model, are there once. ValueError if there is none.
    """
    with _opened(path) as file:
        names = list(file.keys())
        if name and name not in names:
            raise ValueError(f"it has no tensor {name!r}; it has {_listed(names)}")
        chosen = [name] if name else [one for one in names if _says_position(one)]
        if not chosen and len(names) == 1:
            chosen = names
        if not chosen:
            raise ValueError(
                f"none of its {len(names)} tensors is called like a table of positions; ask for "
                f"one as FILE:NAME of {_listed(names)}"
            )
        found = {one: _read(file, one) for one in chosen}
    return dict(_unique(_paired(found)))


def _listed(names: list[str]) -> str:
    return ", ".join(names[:8]) + (", …" if len(names) > 8 else "")


def _opened(path: str) -> Any:
    try:
        import_module("ml_dtypes")  # numpy then knows bfloat16
        return import_module("safetensors").safe_open(path, framework="np")
    except ImportError:
        raise ValueError(SAFETENSORS) from None
    except OSError as error:
        raise ValueError(error.strerror or str(error)) from None
    except Exception:  # whatever a broken file makes its reader raise
        raise ValueError(DAMAGED) from None


def _says_position(name: str) -> bool:
    return bool(POSITIONS.search(name.lower())) and not IDS.search(name.lower())


def _read(file: Any, name: str) -> np.ndarray:
    """Return a tensor, of a long one its first rows; bfloat16 as float32, which holds it."""
    part = file.get_slice(name)
    shape = part.get_shape()
    long = len(shape) == 2 and shape[0] > MOST_ROWS
    array = part[:MOST_ROWS] if long else file.get_tensor(name)
    known = array.dtype.name in ("float16", "float32", "float64") or array.dtype.kind in "iub"
    return array if known else array.astype(np.float32)


def _paired(found: dict[str, np.ndarray]) -> Iterator[tuple[str, Any]]:
    """Yield cosines and sines of one module as a pair, everything else as it is."""
    for name, array in found.items():
        *_, last = name.split(".")
        other = name[: len(name) - len(last)] + re.sub("sin", "cos", last)
        if re.match("sin", last) and other in found:
            continue  # it comes with its cosines
        sine = name[: len(name) - len(last)] + re.sub("cos", "sin", last)
        if re.match("cos", last) and sine in found and found[sine].shape == array.shape:
            yield f"{name}, {sine.rsplit('.', 1)[-1]}", (array, found[sine])
        else:
            yield name, array


def _unique(found: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield what is the same in several places once, with the number of the others."""
    places: dict[tuple[Any, ...], list[str]] = {}
    tables: dict[tuple[Any, ...], Any] = {}
    for name, table in found:
        parts = table if isinstance(table, tuple) else (table,)
        key = tuple((part.shape, part.dtype.name, part.tobytes()) for part in parts)
        places.setdefault(key, []).append(name)
        tables[key] = table
    for key, names in places.items():
        more = f" (and {len(names) - 1} more like it)" if len(names) > 1 else ""
        yield names[0] + more, tables[key]
