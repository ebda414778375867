"""The tables and frequencies of a checkpoint, by name: a .safetensors file, or its shards.

The header names the tensors; only those that are asked for, or whose name says position, are read.
"""

import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from pe_check.identify.files import DAMAGED, SAFETENSORS

#: How the index of a checkpoint in several files ends: it says which tensor is in which.
INDEX = ".safetensors.index.json"

#: Parts of names by which programs call their tables, their frequencies and RoPE's caches.
POSITIONS = re.compile(
    r"(^|[._])(pe|wpe|pos|pos_?emb\w*|pos_?enc\w*|positions?|positional|position_emb\w*|rotary\w*|"
    r"rope\w*|inv_freq|freqs?|cos|sin|cos_\w+|sin_\w+|alibi\w*|slopes)([._]|$)"
)
IDS = re.compile(r"position_ids|[._](proj|bias|norm|query|key|value|[qkv])([._]|$)")

#: Rows of a tensor that are read, at most: enough for every rule.
MOST_ROWS = 2**14


def tables(path: str, name: str = "") -> dict[str, Any]:
    """Return the tables of a checkpoint by name: the one that is asked for, or all.

    Equal ones, as of the layers of a model, are there once. ValueError if there is none.
    """
    places = _places(path)
    names = list(places)
    if name and name not in places:
        raise ValueError(f"it has no tensor {name!r}; it has {_listed(names)}")
    chosen = [name] if name else [one for one in names if _says_position(one)]
    if not chosen and len(names) == 1:
        chosen = names
    if not chosen:
        raise ValueError(
            f"none of its {len(names)} tensors is called like a table of positions; ask for "
            f"one as FILE:NAME of {_listed(names)}"
        )
    read: dict[str, np.ndarray] = {}
    for part in dict.fromkeys(places[one] for one in chosen):
        with _opened(part) as file:
            read |= {one: _read(file, one) for one in chosen if places[one] == part}
    return dict(_unique(_paired({one: read[one] for one in chosen})))


def _places(path: str) -> dict[str, str]:
    """Return the tensors of a checkpoint, and the file in which each is: its own, or a shard."""
    if not path.endswith(INDEX):
        with _opened(path) as file:
            return dict.fromkeys(file.keys(), path)
    try:
        shards = json.loads(Path(path).read_text(encoding="utf-8"))["weight_map"]
        return {str(one): str(Path(path).parent / Path(file).name) for one, file in shards.items()}
    except OSError as error:
        raise ValueError(error.strerror or str(error)) from None
    except Exception:  # no JSON, no weight_map, or no names in it
        raise ValueError(
            "it is no index of shards: it has no weight_map from names to files"
        ) from None


def _listed(names: list[str]) -> str:
    return ", ".join(names[:8]) + (", …" if len(names) > 8 else "")


def _opened(path: str) -> Any:
    try:
        import_module("ml_dtypes")  # numpy then knows bfloat16
        return import_module("safetensors").safe_open(path, framework="np")
    except ImportError:
        raise ValueError(SAFETENSORS) from None
    except OSError as error:
        raise ValueError(f"{Path(path).name}: {error.strerror or error}") from None
    except Exception:  # whatever a broken file makes its reader raise
        raise ValueError(f"{Path(path).name}: {DAMAGED}") from None


def _says_position(name: str) -> bool:
    return bool(POSITIONS.search(name.lower())) and not IDS.search(name.lower())


def _read(file: Any, name: str) -> np.ndarray:
    """Return a tensor, of a long one its first rows; bfloat16 as float32, which holds it."""
    if name not in file.keys():
        raise ValueError(f"the index names a tensor {name!r} that its shard does not have")
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
