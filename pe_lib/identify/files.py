"""Tables from files: .npy, .npz, .csv and, where the package is, .safetensors."""

from importlib import import_module
from io import BytesIO
from pathlib import Path

import numpy as np

MOST_BYTES = 2**29  # 512 MiB


def read_table(path: str, content: bytes | None = None) -> np.ndarray:
    """Return the one table in a file, or in the content of an uploaded one; nothing is unpickled.

    Raises ValueError if there is none or if there are several; "file.npz:name" chooses.
    """
    path, _, name = path.partition(":") if not Path(path).exists() else (path, "", "")
    suffix = Path(path).suffix.lower()
    if suffix not in (".npy", ".npz", ".csv", ".safetensors"):
        raise ValueError(f"{path} must be a .npy, .npz, .csv or .safetensors file")
    try:
        size = Path(path).stat().st_size if content is None else len(content)
        if size > MOST_BYTES:
            raise ValueError(f"it must have at most {MOST_BYTES:,} bytes, not {size:,}")
        content = Path(path).read_bytes() if content is None else content
        if suffix == ".csv":
            return np.loadtxt(BytesIO(content), delimiter=",", ndmin=2, encoding="utf-8-sig")
        if suffix == ".safetensors":
            tables = import_module("safetensors.numpy").load(content)
        else:
            tables = np.load(BytesIO(content), allow_pickle=False)
        if isinstance(tables, np.ndarray):
            return tables
        names = list(tables)
        if name not in names and len(names) != 1:
            raise ValueError(f"it must be asked for one of its tables: {path}:NAME of {names}")
        return tables[name or names[0]]
    except Exception as error:  # whatever a broken file makes its reader raise
        raise ValueError(f"{path} cannot be read as a table: {error}") from error
