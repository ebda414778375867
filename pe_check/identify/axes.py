"""From arrays of many axes to one table: equal batches left out, images read row by row."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

#: Types that numpy does not know.
_FEW_DIGITS = re.compile("bfloat16|float8")


class Collapsed(NamedTuple):
    """An array without the axes along which it is the same, and which of its axes are left."""

    array: np.ndarray
    left: tuple[int, ...]
    constant: tuple[int, ...]  # those of them that were longer than 1


def as_numbers(value: Any) -> Any:
    """Return tensors, parameters and modules as arrays; everything else as it is.

    Nothing is imported for it: a tensor knows how to leave its graph and its device.
    """
    if hasattr(value, "state_dict") and callable(getattr(value, "named_parameters", None)):
        return _table_of_module(value)
    if isinstance(value, tuple | list) and any(hasattr(part, "detach") for part in value):
        return type(value)(as_numbers(part) for part in value)
    if hasattr(value, "detach"):
        return _of_tensor(value.detach())
    if _FEW_DIGITS.search(str(getattr(value, "dtype", ""))):
        return np.asarray(value).astype(np.float32)
    return value


def _of_tensor(tensor: Any) -> np.ndarray:
    if str(getattr(tensor, "device", "")) == "meta":
        raise ValueError(
            "the tensor is on the meta device, without numbers: load the weights first"
        )
    if "sparse" in str(getattr(tensor, "layout", "")):
        tensor = tensor.to_dense()
    tensor = tensor.cpu()
    return (tensor.float() if _FEW_DIGITS.search(str(tensor.dtype)) else tensor).numpy()


def _table_of_module(module: Any) -> Any:
    """Return the one table that a module holds, in its parameters or buffers; RoPE's as a pair."""
    tensors = dict(module.named_parameters()) | dict(module.named_buffers())
    tables = {name: tensor for name, tensor in tensors.items() if tensor.ndim >= 2}
    found = {name: as_numbers(tensor) for name, tensor in (tables or tensors).items()}
    for name, table in found.items():
        sine = re.sub(r"cos(?!.*cos)", "sin", name)
        if len(found) == 2 and sine != name and sine in found:
            return table, found[sine]
    names = ", ".join(found) or "none"
    first = next(iter(found.values()), None)
    if first is None or not all(np.array_equal(table, first) for table in found.values()):
        raise ValueError(f"the module must have one table, but its tables are: {names}; pass one")
    return first


def collapsed(array: np.ndarray) -> Collapsed:
    """Return the array without axes before the last that show nothing, as long as two are left.

    Axes of length 1 go first, then those along which everything is the same, from the first on.
    """
    left = list(range(array.ndim))
    constant: list[int] = []
    while array.ndim > 2 and 1 in array.shape[:-1]:
        axis = array.shape.index(1)
        array = array.squeeze(axis)
        del left[axis]
    axis = 0
    while array.ndim > 2 and axis < array.ndim - 1:
        first = array.take(0, axis)
        if (array == np.expand_dims(first, axis)).all():
            array = first
            constant.append(left.pop(axis))
        else:
            axis += 1
    return Collapsed(array, tuple(left), tuple(constant))


def images(array: np.ndarray) -> Iterator[np.ndarray]:
    """Yield an image's or a video's vectors, row by row: with the vectors last, then first."""
    for image in (array, np.moveaxis(array, 0, -1)):
        yield np.ascontiguousarray(image.reshape(-1, image.shape[-1]))
