"""Arrays of numpy, torch and jax: to numpy, and back to the kind of an example."""

import re
import sys
from typing import Any

import numpy as np

from pe_lib.checks import check_int, check_table, real_array

#: Types that numpy does not know.
_FEW_DIGITS = re.compile("bfloat16|float8")


def random_numbers(shape: tuple[int, ...]) -> np.ndarray:
    """Return the same standard normal numbers each time, (batch, length, width)."""
    sizes = [check_int(size, "a size of x", low=1) for size in shape]
    return np.random.default_rng(0).normal(size=sizes)


def as_numbers(value: Any) -> Any:
    """Return tensors and parameters as arrays; everything else as it is.

    Nothing is imported for it: a tensor knows how to leave its graph and its device.
    """
    if isinstance(value, tuple | list) and any(hasattr(part, "detach") for part in value):
        return type(value)(as_numbers(part) for part in value)
    if hasattr(value, "detach"):
        return _tensor_to_numpy(value.detach())
    if _FEW_DIGITS.search(str(getattr(value, "dtype", ""))):
        return np.asarray(value).astype(np.float32)
    return value


def _tensor_to_numpy(tensor: Any) -> np.ndarray:
    if str(getattr(tensor, "device", "")) == "meta":
        raise ValueError(
            "the tensor is on the meta device, without numbers: load the weights first"
        )
    tensor = tensor.cpu()
    return (tensor.float() if _FEW_DIGITS.search(str(tensor.dtype)) else tensor).numpy()


def to_numpy(value: Any, name: str, *, finite: bool = True) -> np.ndarray:
    """Return an array of any of the three kinds as float64; bfloat16 and gradients included."""
    value = as_numbers(value)
    return real_array(value, name) if finite else np.asarray(value).astype(float)


def as_type_of(value: Any, like: Any) -> Any:
    """Return a numpy array as one of the kind, the device and, if of floats, the type of `like`."""
    if not isinstance(value, np.ndarray):
        return value
    floats = value.dtype.kind == "f"
    if hasattr(like, "detach"):
        torch = sys.modules["torch"]
        dtype = like.dtype if floats else None
        return torch.as_tensor(value, dtype=dtype, device=like.device)
    dtype = np.dtype(getattr(like, "dtype", float))
    value = value.astype(dtype) if floats and dtype.kind != "i" else value
    if type(like).__module__.startswith("jax"):
        return sys.modules["jax"].numpy.asarray(value)
    return value


def significant_bits(value: Any) -> int:
    """Return how many significant bits the numbers of an array have: 53, 24, 11 or 8."""
    name = str(getattr(value, "dtype", "float64")).rpartition(".")[2]
    return {"bfloat16": 8, "float16": 11, "float32": 24}.get(name, 53)


def to_table(value: Any, name: str) -> np.ndarray:
    """Return a table (rows, columns) without axes of length 1 before its last two."""
    array = to_numpy(value, name)
    while array.ndim > 2 and 1 in array.shape[:-1]:
        array = array.squeeze(array.shape.index(1))
    return check_table(array, name)
