"""Tables from files and standard input: .npy, .npz, text and, if installed, .safetensors."""

import math
import sys
import zipfile
from collections.abc import Callable
from importlib import import_module
from io import BytesIO, StringIO
from pathlib import Path

import numpy as np

MAX_BYTES = 2**29  # 512 MiB

SAVE = 'save one table where it was made: np.save("table.npy", table.detach().cpu().numpy())'
#: What is not opened, because opening it may run any program.
PICKLES = (".pt", ".pth", ".bin", ".ckpt", ".pkl", ".pickle", ".joblib")
PICKLE = f"it is a pickle, as PyTorch saves, and could run a program; {SAVE}"
OBJECTS = "it holds Python objects (a pickle) instead of numbers, and is not opened"
SAFETENSORS = (
    "it is a safetensors file, which the package safetensors opens (pip install "
    f"'pe-check[safetensors]'); or {SAVE}"
)
KINDS = ".npy, .npz, .csv, .tsv, .txt or .safetensors"
STDIN = "-"
DAMAGED = "it is damaged or incomplete"


def read_table(path: str, content: bytes | None = None) -> np.ndarray:
    """Return the one table in a file, or in the content of an uploaded one; nothing is unpickled.

    Raises ValueError if there is none or if there are several; "file.npz:name" chooses.
    """
    name = ""
    if not Path(path).exists():  # a drive's colon is not the one before a name
        first, colon, last = path.rpartition(":")
        path, name = (first, last) if colon and Path(first).suffix else (path, "")
    if path == STDIN:
        content = sys.stdin.buffer.read() if content is None else content
    suffix = _kind(content or b"") if path == STDIN else Path(path).suffix.lower()
    if suffix not in READERS and suffix not in PICKLES:
        raise ValueError(f"{path} must be a {KINDS} file")
    try:
        if suffix in PICKLES:
            raise ValueError(PICKLE)
        content = _content(path) if content is None else content
        _check_size(len(content))
        if not content:
            raise ValueError("it is empty")
        return READERS[suffix](content, name)
    except ValueError as error:
        raise ValueError(f"{path} cannot be read as a table: {error}") from None


def _kind(content: bytes) -> str:
    """Return the suffix that a file of this content would have."""
    if content.startswith(b"\x93NUMPY"):
        return ".npy"
    return ".npz" if content.startswith(b"PK") else ".txt"


def _content(path: str) -> bytes:
    """Return what is in a file, if that is not too much."""
    try:
        _check_size(Path(path).stat().st_size)
        return Path(path).read_bytes()
    except OSError as error:
        raise ValueError(error.strerror or "the system gives no reason") from None


def _check_size(n_bytes: int) -> None:
    if n_bytes > MAX_BYTES:
        most = f"it must have at most {MAX_BYTES:,} bytes, not {n_bytes:,}"
        raise ValueError(f"{most}; save its first rows: np.save('table.npy', table[:4096])")


def _npy(content: bytes, name: str) -> np.ndarray:
    """Return the array of a .npy file; `name` chooses nothing there."""
    if content.startswith((b"PK", b"\x80")):
        raise ValueError(f"it is no .npy file but an archive or a pickle; {SAVE}")
    if not content.startswith(b"\x93NUMPY"):
        raise ValueError(f"it is no .npy file: it begins with {content[:12]!r}")
    file = BytesIO(content)
    try:
        version = np.lib.format.read_magic(file)
        read_header = (
            np.lib.format.read_array_header_1_0
            if version == (1, 0)
            else np.lib.format.read_array_header_2_0
        )
        shape, _, dtype = read_header(file)
    except Exception:  # whatever a broken header makes numpy raise
        raise ValueError(DAMAGED) from None
    if dtype.hasobject:
        raise ValueError(OBJECTS)
    given, expected = len(content) - file.tell(), math.prod(shape) * dtype.itemsize
    if given < expected:
        raise ValueError(f"{DAMAGED}: of {expected:,} bytes of numbers it has {given:,}")
    return np.lib.format.read_array(BytesIO(content), allow_pickle=False)


def _npz(content: bytes, name: str) -> np.ndarray:
    """Return one array of a .npz file, the one of this name if there are several."""
    try:
        archive = zipfile.ZipFile(BytesIO(content))
    except zipfile.BadZipFile:
        raise ValueError(f"{DAMAGED}: it is no .npz archive") from None
    members = {Path(one.filename).stem: one for one in archive.infolist()}
    if any(one.filename.endswith(".pkl") for one in archive.infolist()):
        raise ValueError(PICKLE)
    member = members[_chosen(name, list(members))]
    if member.file_size > MAX_BYTES:
        most = f"at most {MAX_BYTES:,}"
        raise ValueError(f"unpacked, it must have {most} bytes, not {member.file_size:,}")
    try:
        unpacked = archive.read(member)
    except Exception:  # whatever a broken archive makes its reader raise
        raise ValueError(DAMAGED) from None
    return _npy(unpacked, "")


def _text(content: bytes, name: str) -> np.ndarray:
    """Return the numbers of a text file, between commas, tabs or blanks; `name` is not used."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("it is no text in UTF-8") from None
    if not any(line.partition("#")[0].strip() for line in text.splitlines()):
        raise ValueError("it is empty")
    try:
        return np.loadtxt(StringIO(text), delimiter="," if "," in text else None, ndmin=2)
    except ValueError:
        raise ValueError(_first_fault(text)) from None


def _first_fault(text: str) -> str:
    """Return what is wrong with the first line that is no row of numbers as long as the first."""
    expected = 0
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.partition("#")[0]
        if not line.strip():
            continue
        if ";" in line:
            return f"line {number} has semicolons; separate numbers by commas, with decimal points"
        cells = line.split("," if "," in text else None)
        for cell in cells:
            try:
                float(cell)
            except ValueError:
                problem = f"line {number} holds {cell.strip()[:20]!r}, which is no number"
                return f"{problem}; a header has to go" if number == 1 else problem
        expected = expected or len(cells)
        if len(cells) != expected:
            return f"line {number} has another number of entries than the first, {expected}"
    return DAMAGED


def _safetensors(content: bytes, name: str) -> np.ndarray:
    """Return one array of a .safetensors file, the one of this name if there are several."""
    try:
        load = import_module("safetensors.numpy").load
    except ImportError:
        raise ValueError(SAFETENSORS) from None
    try:
        tables = load(content)
    except Exception:  # whatever a broken file makes its reader raise
        raise ValueError(DAMAGED) from None
    return tables[_chosen(name, list(tables))]


def _chosen(name: str, names: list[str]) -> str:
    """Return the name of the table that is asked for, or of the only one."""
    if name in names or len(names) == 1:
        return name if name in names else names[0]
    raise ValueError(f"it must be asked for one of its tables, as FILE:NAME of {names}")


READERS: dict[str, Callable[[bytes, str], np.ndarray]] = {
    ".npy": _npy,
    ".npz": _npz,
    **dict.fromkeys((".csv", ".tsv", ".txt", ".dat"), _text),
    ".safetensors": _safetensors,
}
