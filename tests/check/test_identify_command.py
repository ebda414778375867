"""`python -m pe_check identify`: files, functions, what is expected, exit statuses, JSON."""

import json
import os
import pickle
import struct
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from pe_check.__main__ import main
from pe_check.identify.files import read_table
from pe_lib import positional_encoding
from pe_lib.practice import section_axes, to_bfloat16
from pe_lib.variants import yarn_frequencies
from tests.check.tables import cache, powers

PAPER = positional_encoding(40, 8)
LATE = positional_encoding(40, 8, start=1)


def identify(capsys, *arguments):
    """Return the exit status, and what is printed."""
    status = main(["identify", *map(str, arguments)])
    output = capsys.readouterr()
    return status, output.out + output.err


def as_json(capsys, *arguments):
    """Return the exit status, and the answer."""
    status, output = identify(capsys, *arguments, "--json")
    return status, json.loads(output)


def write_json(path, value):
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


# --- Files and functions --------------------------------------------------------------------------


def test_the_papers_table_passes_and_any_other_fails(tmp_path, capsys):
    np.save(tmp_path / "right.npy", PAPER.astype(np.float32))
    np.savez(tmp_path / "two.npz", right=PAPER, late=LATE)
    np.savetxt(tmp_path / "table.csv", PAPER, delimiter=",")
    np.savetxt(tmp_path / "header.txt", PAPER, header="seq_len, d_model")
    np.savetxt(tmp_path / "tabs.tsv", PAPER, delimiter="\t")
    (tmp_path / "mark.csv").write_bytes(b"\xef\xbb\xbf" + (tmp_path / "table.csv").read_bytes())
    for name in ("right.npy", "table.csv", "header.txt", "tabs.tsv", "mark.csv", "two.npz:right"):
        assert identify(capsys, tmp_path / name)[0] == 0, name
    status, answer = as_json(capsys, tmp_path / "two.npz:late")
    assert status == 1 and answer["start"] == 1 and answer["shape"] == [40, 8]
    assert answer["findings"][0]["name"] == "positions from one"


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("pe_lib:positional_encoding", 0),
        ("pe_lib:tensor2tensor_encoding", 1),
        ("pe_lib:wavelengths", 2),
        ("pe_lib:no_such_function", 2),
        ("pe_lib:__all__", 2),
        ("no_such_module:function", 2),
        ("no_such_file.npy", 2),
    ],
)
def test_a_function_is_named_by_its_module_and_name(name, status, capsys):
    assert identify(capsys, name)[0] == status


def test_the_command_runs_as_a_module_in_an_ascii_terminal(tmp_path):
    source = "from pe_lib import positional_encoding as table\n"
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    subprocess.run(
        [sys.executable, "-m", "pe_check", "identify", "mine:table"],
        cwd=tmp_path,
        env={**os.environ, **locale, "PYTHONPATH": os.getcwd()},
        capture_output=True,
        check=True,
    )


def test_a_reader_that_ends_early_gets_no_traceback():
    command = f"{sys.executable} -m pe_check identify pe_lib:positional_encoding | head -n 0"
    done = subprocess.run(command, shell=True, capture_output=True, encoding="utf-8", check=True)
    assert done.stderr == ""


def test_uploaded_content_needs_no_file():
    assert np.array_equal(read_table("table.csv", b"0,1\n2,3\n"), [[0, 1], [2, 3]])


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
    "objects.npy": (lambda path: np.save(path, np.array([Trap()])), "pickle"),
    "pickle.npy": (lambda path: path.write_bytes(pickle.dumps(Trap())), ".npy"),
    "text.npy": (text("0.0,1.0\n"), ".npy"),
    "cut.npy": (save_cut, "2460"),
    "header.npy": (lambda path: path.write_bytes(b"\x93NUMPY\x01"), "magic"),
    "empty.npy": (lambda path: path.write_bytes(b""), "empty"),
    "one_axis.npy": (lambda path: np.save(path, -np.ones(9)), "shape"),
    "nan.npy": (lambda path: np.save(path, np.full((3, 3), np.nan)), "finite"),
    "strings.npy": (lambda path: np.save(path, np.array([["a"]])), "real numbers"),
    "several.npz": (lambda path: np.savez(path, a=PAPER, b=PAPER), "FILE:NAME"),
    "cut.npz": (save_cut_archive, "damaged"),
    "bomb.npz": (save_bomb, "545,259,520"),
    "checkpoint.npz": (save_checkpoint, "pickle"),
    "words.csv": (text("sin,cos\n0,1\n"), "'sin'"),
    "ragged.csv": (text("0,1\n0\n"), "at row 2"),
    "semicolons.csv": (text("0;1\n2;3\n"), "semicolons"),
    "empty.csv": (text("\n\n"), "empty"),
    "comment.csv": (text("# nothing\n"), "empty"),
    "bytes.csv": (lambda path: path.write_bytes(b"\xff\xfe\x00"), "UTF-8"),
    "model.pt": (lambda path: path.write_bytes(b"PK"), "pickle"),
    "model.safetensors": (lambda path: path.write_bytes(bytes(9)), "safetensors"),
    "table.xyz": (text("0"), ".npy"),
    "huge.npy": (lambda path: path.open("wb").truncate(2**30), "536,870,912"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_gets_one_line_and_status_2(name, tmp_path, capsys):
    write, keyword = BAD[name]
    write(tmp_path / name)
    status, output = identify(capsys, tmp_path / name)
    assert status == 2 and keyword in output
    assert output.count("\n") == 1 and output.startswith("error: ")


# --- Checkpoints ----------------------------------------------------------------------------------


def save_safetensors(path, tensors):
    """Write a checkpoint by the format's description; a uint16 array holds bfloat16's bits."""
    types = {"uint16": "BF16", "float32": "F32", "float64": "F64", "int64": "I64"}
    header, start = {}, 0
    for name, array in tensors.items():
        end = start + array.nbytes
        offsets = {"data_offsets": [start, end]}
        header[name] = {"dtype": types[array.dtype.name], "shape": list(array.shape)} | offsets
        start = end
    text = json.dumps(header).encode()
    body = b"".join(array.tobytes() for array in tensors.values())
    path.write_bytes(struct.pack("<Q", len(text)) + text + body)


def bfloat16_bits(array):
    return (array.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


INV_FREQ = powers(64, 5e5)
ANGLES = np.outer(np.arange(200), np.hstack([INV_FREQ, INV_FREQ]))


@pytest.fixture
def checkpoint(tmp_path):
    """Return a model's checkpoint: frequencies in each layer, a RoPE cache, and much else."""
    for package in ("safetensors", "ml_dtypes"):
        pytest.importorskip(package)
    layers = {
        f"layers.{i}.rotary_emb.inv_freq": bfloat16_bits(to_bfloat16(INV_FREQ)) for i in (0, 1)
    }
    others = {
        "layers.0.self_attn.q_proj.weight": np.full((64, 64), np.nan, np.float32),
        "position_ids": np.arange(9),
        "rotary.cos_cached": np.cos(ANGLES).astype(np.float32),
        "rotary.sin_cached": np.sin(ANGLES).astype(np.float32),
        "decoder.pe": PAPER,
    }
    save_safetensors(tmp_path / "model.safetensors", layers | others)
    return tmp_path / "model.safetensors"


def test_a_checkpoint_lists_its_tables_and_frequencies(checkpoint, capsys):
    status, answers = as_json(capsys, checkpoint)
    assert status == 1
    assert {answer["name"]: (answer["kind"], answer["base"]) for answer in answers} == {
        "decoder.pe": ("sinusoidal", 10_000),
        "layers.0.rotary_emb.inv_freq (and 1 more like it)": ("inv_freq", 500_000),
        "rotary.cos_cached, sin_cached": ("rope cache", 500_000),
    }
    assert identify(capsys, f"{checkpoint}:decoder.pe")[0] == 0
    assert identify(capsys, f"{checkpoint}:decoder.none")[0] == 2
    assert identify(capsys, f"{checkpoint}:layers.0.self_attn.q_proj.weight")[0] == 1


def test_a_missing_package_is_named(checkpoint, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "ml_dtypes", None)
    status, output = identify(capsys, checkpoint)
    assert status == 2 and "package ml_dtypes" in output


# --- What is expected -----------------------------------------------------------------------------


LLAMA = {"model_type": "llama", "hidden_size": 512, "num_attention_heads": 8, "rope_theta": 5e5}
YARN = {"rope_type": "yarn", "factor": 64.0, "original_max_position_embeddings": 4096}
SECTIONS = {"mrope_section": [12, 10, 10], "rope_type": "default", "mrope_interleaved": True}
QWEN = {"model_type": "qwen3_vl_text", "head_dim": 64, "hidden_size": 512, "rope_theta": 5e5}
QWEN |= {"num_attention_heads": 8, "num_hidden_layers": 2, "rope_scaling": SECTIONS}


def of_image(interleaved):
    """Return M-RoPE's angles for an image of 12 by 16 patches after a text of 15 tokens."""
    y, x = np.divmod(np.arange(192), 16)
    p = np.stack([np.full(192, 15), 15 + y, 15 + x], axis=1)
    return p[:, section_axes((12, 10, 10), interleaved=interleaved)] * INV_FREQ


def dynamic(n_rows, longest=100, factor=2.0):
    """Return a cache for n_rows positions, as transformers makes it beyond `longest`."""
    grown = factor * max(n_rows, longest) / longest - (factor - 1)
    return cache(np.outer(np.arange(n_rows), powers(64, 5e5 * grown ** (64 / 62))))


SIDE_BY_SIDE = np.stack([f(ANGLES[:, :32].repeat(2, axis=1)) for f in (np.cos, np.sin)])
DYNAMIC = LLAMA | {"max_position_embeddings": 100, "rope_scaling": {"type": "dynamic", "factor": 2}}
ANGLES = ANGLES[:, :32]
GEMMA3 = {"model_type": "gemma3_text", "head_dim": 256, "num_hidden_layers": 12}
NO_FACTOR = LLAMA | {"rope_scaling": YARN | {"attention_factor": 1.0}}
YARN_ANGLES = np.outer(np.arange(200), yarn_frequencies(64, 64.0, 4096, 5e5, by_pair=True))
#: Configurations, arrays, and whether these are as expected.
EXPECTED = {
    "inv_freq": (LLAMA, INV_FREQ, True),
    "inv_freq in bfloat16": (LLAMA, to_bfloat16(INV_FREQ), True),
    "another base": (LLAMA, powers(64), False),
    "other pairs": (LLAMA | {"head_dim": 128}, INV_FREQ, False),
    "a scaling": (LLAMA | {"rope_scaling": YARN}, INV_FREQ, False),
    "a cache": (LLAMA, cache(ANGLES), True),
    "a cache of another layout": (LLAMA, SIDE_BY_SIDE, False),
    "a layout of GLM": (
        LLAMA | {"model_type": "glm4", "partial_rotary_factor": 1.0, "head_dim": 64},
        cache(ANGLES),
        False,
    ),
    "every 4th position": (LLAMA, cache((1 + 4 * np.arange(128.0))[:, None] * INV_FREQ), True),
    "every 4th position of another base": (
        LLAMA,
        cache((1 + 4 * np.arange(128.0))[:, None] * powers(64, 1e4)),
        False,
    ),
    "positions of a zigzag": (
        LLAMA,
        cache(np.r_[:64, 192:256][:, None] * INV_FREQ),
        True,
    ),
    "dynamic, short": (DYNAMIC, dynamic(90), True),
    "dynamic, long": (DYNAMIC, dynamic(180), True),
    "dynamic, by another factor": (DYNAMIC, dynamic(180, factor=4.0), False),
    "dynamic, of a longer text": (DYNAMIC, dynamic(300)[:, :180], False),
    "M-RoPE in turn": (QWEN, cache(of_image(True)), True),
    "M-RoPE in blocks": (QWEN, cache(of_image(False)), False),
    "an attention factor": (NO_FACTOR, cache(YARN_ANGLES), True),
    "another attention factor": (NO_FACTOR, cache(YARN_ANGLES, factor=1.41589), False),
    "a kind of layer": (GEMMA3, powers(256), True),
    "another kind of layer": (GEMMA3, powers(256, 1e6), True),
    "no kind of layer": (GEMMA3, powers(256, 5e5), False),
    "numbers that are no frequencies": (
        LLAMA,
        np.random.default_rng(0).random(32).astype("f4") * np.float32(1e30),
        False,
    ),
    "ones": (LLAMA, np.ones(32), False),
    "zeros": (LLAMA, np.zeros(32), False),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_configuration_is_expected(name, tmp_path, capsys):
    config, table, is_expected = EXPECTED[name]
    np.save(tmp_path / "table.npy", table)
    path = write_json(tmp_path / "config.json", config)
    status, answer = as_json(capsys, tmp_path / "table.npy", "--expect", path)
    assert status == (0 if is_expected else 1), answer["expected"]
    assert bool(answer["expected"]["wrong"]) != is_expected


def test_what_cannot_be_compared_is_not_as_expected(tmp_path, capsys):
    np.save(tmp_path / "table.npy", np.random.default_rng(0).normal(size=(40, 8)))
    for config, expected in ((LLAMA, 1), ({"model_type": "gpt2"}, 2)):
        path = write_json(tmp_path / "config.json", config)
        assert identify(capsys, tmp_path / "table.npy", "--expect", path)[0] == expected


def test_each_layer_of_a_checkpoint_has_the_frequencies_expected(tmp_path, capsys):
    pytest.importorskip("ml_dtypes")
    right = INV_FREQ.astype("f4")
    wrong = {"nan": np.full(32, np.nan, "f4"), "wild": right * np.float32(1e30)}
    path = write_json(tmp_path / "config.json", LLAMA)
    for other in (right, *wrong.values()):
        tensors = {"a.0.rotary_emb.inv_freq": right, "a.1.rotary_emb.inv_freq": other}
        save_safetensors(tmp_path / "model.safetensors", tensors)
        status, _ = identify(capsys, tmp_path / "model.safetensors", "--expect", path)
        assert status == (0 if other is right else 1)
