"""`python -m pe_lib identify`: files, functions, exit statuses, errors without a traceback."""

import os
import pickle
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from pe_lib import positional_encoding
from pe_lib.__main__ import main
from pe_lib.identify.files import read_table

PAPER = positional_encoding(40, 8)


def identify(capsys, *arguments):
    status = main(["identify", *map(str, arguments)])
    output = capsys.readouterr()
    return status, output.out + output.err


def test_the_papers_table_passes_and_any_other_fails(tmp_path, capsys):
    np.save(tmp_path / "right.npy", PAPER.astype(np.float32))
    np.savez(tmp_path / "two.npz", right=PAPER, late=positional_encoding(40, 8, start=1))
    np.savetxt(tmp_path / "table.csv", PAPER, delimiter=",")
    (tmp_path / "mark.csv").write_bytes(b"\xef\xbb\xbf" + (tmp_path / "table.csv").read_bytes())
    for name in ("right.npy", "table.csv", "mark.csv", "two.npz:right"):
        assert identify(capsys, tmp_path / name)[0] == 0, name
    status, output = identify(capsys, tmp_path / "two.npz:late")
    assert status == 1 and "positions from one" in output
    assert identify(capsys, "pe_lib:positional_encoding")[0] == 0
    assert identify(capsys, "pe_lib:tensor2tensor_encoding")[0] == 1


def test_safetensors_are_read_where_the_package_is(tmp_path, capsys, monkeypatch):
    class Safetensors:
        @staticmethod
        def load(content):
            return {"weight": np.frombuffer(content).reshape(PAPER.shape)}

    (tmp_path / "model.safetensors").write_bytes(PAPER.tobytes())
    status, output = identify(capsys, tmp_path / "model.safetensors")
    assert (status, "safetensors" in output) == (2, True)
    monkeypatch.setitem(sys.modules, "safetensors", Safetensors)
    monkeypatch.setitem(sys.modules, "safetensors.numpy", Safetensors)
    assert identify(capsys, tmp_path / "model.safetensors")[0] == 0


class Trap:
    def __reduce__(self):
        return pytest.fail, ("it was unpickled",)


def save_bomb(path):
    """Write a small archive whose directory announces more than may be read."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("table.npy", b"")
        archive.getinfo("table.npy").file_size = 520 * 2**20


def save_cut(path):
    np.save(path, PAPER)
    path.write_bytes(path.read_bytes()[:-100])


def save_cut_archive(path):
    np.savez(path, table=PAPER)
    path.write_bytes(path.read_bytes()[:-40])


def save_checkpoint(path):
    """Write an archive as torch.save does."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("model/data.pkl", pickle.dumps({}))


def text(content):
    return lambda path: path.write_text(content, encoding="utf-8")


BAD = {
    "objects.npy": (lambda path: np.save(path, np.array([Trap()])), "Python objects (a pickle)"),
    "pickle.npy": (lambda path: path.write_bytes(pickle.dumps(Trap())), "an archive or a pickle"),
    "text.npy": (
        text("0.0,1.0\n"),
        "it is no .npy file: it begins with b'0",
    ),
    "cut.npy": (save_cut, "incomplete: of 2,560 bytes of numbers it has 2,460"),
    "header.npy": (lambda path: path.write_bytes(b"\x93NUMPY\x01"), "damaged or incomplete"),
    "empty.npy": (lambda path: path.write_bytes(b""), "it is empty"),
    "one_axis.npy": (lambda path: np.save(path, np.ones(9)), "must have rows and columns"),
    "nan.npy": (lambda path: np.save(path, np.full((3, 3), np.nan)), "finite"),
    "strings.npy": (lambda path: np.save(path, np.array([["a"]])), "real numbers"),
    "several.npz": (lambda path: np.savez(path, a=PAPER, b=PAPER), "one of its tables"),
    "cut.npz": (save_cut_archive, "it is no .npz archive"),
    "bomb.npz": (save_bomb, "unpacked, it must have at most 536,870,912 bytes, not 545,259,520"),
    "checkpoint.npz": (save_checkpoint, "np.save("),
    "words.csv": (text("sin,cos\n0,1\n"), "'sin', which is no number"),
    "ragged.csv": (text("0,1\n0\n"), "line 2 has another number"),
    "semicolons.csv": (text("0;1\n2;3\n"), "line 1 has semicolons"),
    "empty.csv": (text("\n\n"), "it is empty"),
    "comment.csv": (text("# nothing\n"), "it is empty"),
    "bytes.csv": (lambda path: path.write_bytes(b"\xff\xfe\x00"), "no text in UTF-8"),
    "model.pt": (lambda path: path.write_bytes(b"PK"), "np.save("),
    "model.safetensors": (lambda path: path.write_bytes(bytes(9)), "safetensors"),
    "table.txt": (text("0"), "must be a .npy, .npz, .csv or"),
    "huge.npy": (lambda path: path.open("wb").truncate(2**30), "at most 536,870,912 bytes"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_gets_an_error_and_status_2(name, tmp_path, capsys):
    write, reason = BAD[name]
    write(tmp_path / name)
    status, output = identify(capsys, tmp_path / name)
    assert status == 2 and reason in output
    assert output.count("\n") == 1 and output.startswith("error: ")
    assert not any(word in output for word in ("site-packages", "allow_pickle", "Warning"))


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("no_such_file.npy", "No such file"),
        ("no_such_module:function", "No module named"),
        ("pe_lib:no_such_function", "no_such_function"),
        ("pe_lib:rotation_matrix", "function(96, 64)"),
        ("pe_lib:__all__", "real numbers"),
    ],
)
def test_a_missing_file_gets_an_error_and_status_2(asked, reason, capsys):
    status, output = identify(capsys, asked)
    assert status == 2 and reason in output


def test_uploaded_content_needs_no_file():
    assert np.array_equal(read_table("table.csv", b"0,1\n2,3\n"), [[0, 1], [2, 3]])


def test_the_command_runs_as_a_module(tmp_path):
    source = "from pe_lib import positional_encoding as table\n"
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "pe_lib", "identify", "mine:table"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.startswith("The paper's table.\n")


def test_an_ascii_terminal_is_no_obstacle(tmp_path):
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    command = [sys.executable, "-m", "pe_lib", "identify", "pe_lib:positional_encoding"]
    done = subprocess.run(
        command, env={**os.environ, **locale}, capture_output=True, encoding="ascii", check=True
    )
    assert done.stdout.startswith("The paper's table.\n")
