"""Tables from files: .npy, .npz, or text."""

import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np

from pe_check.numbers import listed

MAX_BYTES = 2**29  # 512 MiB

SAVE = 'save one table where it was made: np.save("table.npy", table.detach().cpu().numpy())'
#: What is not opened, because opening it may run any program.
PICKLES = (".pt", ".pth", ".bin", ".ckpt", ".pkl", ".pickle", ".joblib")
PICKLE = f"a pickle, as PyTorch saves, could run a program, and is not opened; {SAVE}"
DAMAGED = "damaged or incomplete"


def read_table(path: str, content: bytes | None = None) -> np.ndarray:
    """Return the one table in a file, or in the content of an uploaded one; nothing is unpickled.

    Raises ValueError if there is none or if there are several; "file.npz:name" chooses.
    """
    name = ""
    if not Path(path).exists():  # a drive's colon is not the one before a name
        first, colon, last = path.rpartition(":")
        path, name = (first, last) if colon and Path(first).suffix else (path, "")
    suffix = Path(path).suffix.lower()
    if suffix not in READERS and suffix not in PICKLES:
        raise ValueError(f"{path} must be one of: {', '.join(READERS)}")
    try:
        if suffix in PICKLES:
            raise ValueError(PICKLE)
        if content is None:
            _check_size(Path(path).stat().st_size)
            content = Path(path).read_bytes()
        _check_size(len(content))
        if not content:
            raise ValueError("empty")
        return READERS[suffix](content, name)
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{path} cannot be read as a table: {error}") from None


def _check_size(n_bytes: int) -> None:
    if n_bytes > MAX_BYTES:
        size = f"it has {n_bytes:,} bytes, the limit is {MAX_BYTES:,}"
        raise ValueError(f"{size}; save its first rows: np.save('table.npy', table[:4096])")


def _npy(content: bytes, name: str) -> np.ndarray:
    """Return the array of a .npy file; `name` chooses nothing there."""
    if not content.startswith(b"\x93NUMPY"):
        hint = f"; {SAVE}" if content.startswith((b"PK", b"\x80")) else ""
        raise ValueError(f"not a .npy file (starts with {content[:12]!r}){hint}")
    try:
        return np.load(BytesIO(content), allow_pickle=False)
    except Exception as error:  # whatever a broken header makes numpy raise
        raise ValueError((str(error).splitlines() or [DAMAGED])[0]) from None


def _npz(content: bytes, name: str) -> np.ndarray:
    """Return one array of a .npz file, the one of this name if there are several."""
    try:
        archive = zipfile.ZipFile(BytesIO(content))
    except zipfile.BadZipFile:
        raise ValueError(f"{DAMAGED}: not a .npz archive") from None
    members = {Path(member.filename).stem: member for member in archive.infolist()}
    if any(member.filename.endswith(".pkl") for member in archive.infolist()):
        raise ValueError(PICKLE)
    member = members[_chosen(name, list(members))]
    _check_size(member.file_size)
    try:
        unpacked = archive.read(member)
    except Exception:  # whatever a broken archive makes its reader raise
        raise ValueError(DAMAGED) from None
    return _npy(unpacked, "")


def _text(content: bytes, name: str) -> np.ndarray:
    """Return the numbers of a text file, between commas, tabs or blanks; `name` is not used."""
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ValueError("not valid UTF-8") from None
    rows = [line for line in (line.partition("#")[0] for line in lines) if line.strip()]
    if not rows:
        raise ValueError("empty")
    if any(";" in row for row in rows):
        raise ValueError("semicolons; separate numbers by commas, with decimal points")
    delimiter = "," if any("," in row for row in rows) else None
    return np.loadtxt(rows, delimiter=delimiter, ndmin=2)


def _chosen(name: str, names: list[str]) -> str:
    """Return the name of the table that is asked for, or of the only one."""
    if name in names or len(names) == 1:
        return name if name in names else names[0]
    raise ValueError(f"it has several arrays; choose one with FILE:NAME: {listed(names)}")


READERS: dict[str, Callable[[bytes, str], np.ndarray]] = {
    ".npy": _npy,
    ".npz": _npz,
    **dict.fromkeys((".csv", ".tsv", ".txt", ".dat"), _text),
}
