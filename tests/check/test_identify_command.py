"""`python -m pe_check identify`: files, functions, exit statuses, errors without a traceback."""

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
from pe_lib.practice import to_bfloat16

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


INV_FREQ = 500_000.0 ** (-np.arange(0, 64, 2) / 64)
ANGLES = np.outer(np.arange(200), np.hstack([INV_FREQ, INV_FREQ]))
CONFIG = {"rope_theta": 500_000.0, "hidden_size": 512, "num_attention_heads": 8}


@pytest.fixture
def checkpoint(tmp_path):
    """Return a model's checkpoint: frequencies in each layer, a RoPE cache, and much else."""
    for package in ("safetensors", "ml_dtypes"):
        pytest.importorskip(package)
    bits = bfloat16_bits(to_bfloat16(INV_FREQ))
    layers = {f"layers.{i}.rotary_emb.inv_freq": bits for i in (0, 1)}
    save_safetensors(
        tmp_path / "model.safetensors",
        layers
        | {
            "layers.0.self_attn.q_proj.weight": np.full((64, 64), np.nan, np.float32),
            "position_ids": np.arange(9),
            "rotary.cos_cached": np.cos(ANGLES).astype(np.float32),
            "rotary.sin_cached": np.sin(ANGLES).astype(np.float32),
            "decoder.pe": PAPER,
        },
    )
    (tmp_path / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    return tmp_path / "model.safetensors"


def test_a_checkpoint_lists_its_tables_and_frequencies(checkpoint, capsys):
    status, output = identify(capsys, checkpoint)
    lines = [line for line in output.splitlines() if not line.startswith((" ", "-"))]
    named = [line.partition(":")[0] for line in lines]
    assert status == 1 and named == [
        "decoder.pe",
        "layers.0.rotary_emb.inv_freq (and 1 more like it)",
        "rotary.cos_cached, sin_cached",
    ]
    assert "base 500,000, the frequencies (inv_freq) rounded to bfloat16" in output
    assert "RoPE's cosines and sines." in output and "decoder.pe: The paper's table." in output


def test_one_tensor_of_a_checkpoint_may_be_asked_for(checkpoint, capsys):
    assert identify(capsys, f"{checkpoint}:decoder.pe")[0] == 0
    status, output = identify(capsys, f"{checkpoint}:decoder.none")
    assert status == 2 and "it has no tensor 'decoder.none'; it has decoder.pe, layers.0" in output
    assert identify(capsys, f"{checkpoint}:layers.0.self_attn.q_proj.weight")[0] == 1


def test_a_checkpoint_is_compared_with_its_configuration(checkpoint, capsys):
    config = checkpoint.with_name("config.json")
    status, output = identify(capsys, f"{checkpoint}:rotary.cos_cached", "--expect", config)
    assert status == 1 and "pairs" in output  # cosines alone do not tell the frequencies of pairs
    inv_freq = f"{checkpoint}:layers.0.rotary_emb.inv_freq"
    status, output = identify(capsys, inv_freq, "--expect", config)
    assert status == 0 and "  as expected (base 500,000, 32 pairs)" in output
    scaling = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1, "high_freq_factor": 4}
    scaling["original_max_position_embeddings"] = 8192
    scaled = {"rope_scaling": scaling, "max_position_embeddings": 131_072}
    for other in ({"rope_theta": 10_000.0}, scaled, {"head_dim": 128}):
        config.write_text(json.dumps(CONFIG | other), encoding="utf-8")
        status, output = identify(capsys, inv_freq, "--expect", config)
        assert status == 1 and "not as expected" in output, other


@pytest.mark.parametrize(
    ("expected", "status", "text"),
    [
        ("paper", 0, "  as expected"),
        ("interleaved,base=10000,start=0", 0, "  as expected"),
        ("halves,base=500", 1, "the layout is interleaved, not halves; base is 10,000, not 500"),
        ("rows=40, width=8", 0, "  as expected"),
        ("rows=41", 1, "it has rows 40, not 41"),
        ("base=many", 2, "'many' is no number"),
        ("quarters", 2, "--expect 'quarters' is none of: paper, interleaved, halves"),
        ("", 1, "The first row is position 1"),
        ("no_such_config.json", 2, "cannot be read: No such file"),
    ],
)
def test_what_is_expected_decides_the_status(expected, status, text, tmp_path, capsys):
    table = PAPER if expected else positional_encoding(40, 8, start=1)
    np.save(tmp_path / "table.npy", table)
    options = ["--expect", expected] if expected else []
    found, output = identify(capsys, tmp_path / "table.npy", *options)
    assert (found, text in output) == (status, True), output


def dynamic(n_rows, width=64, longest=100, factor=2.0):
    """Return a cache for n_rows positions, as transformers makes it beyond `longest`."""
    grown = factor * max(n_rows, longest) / longest - (factor - 1)
    base = 10_000.0 * grown ** (width / (width - 2))
    angles = np.outer(np.arange(n_rows), base ** (-np.arange(0, width, 2) / width))
    return np.stack([np.cos(np.hstack([angles] * 2)), np.sin(np.hstack([angles] * 2))])


def test_dynamic_scaling_is_expected_of_a_cache_beyond_the_trained_length(tmp_path, capsys):
    config = {"model_type": "llama", "hidden_size": 512, "num_attention_heads": 8}
    config |= {"max_position_embeddings": 100, "rope_theta": 10_000.0}
    config |= {"rope_scaling": {"type": "dynamic", "factor": 2.0}}
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    for table, as_expected in (
        (dynamic(90), True),
        (dynamic(180), True),
        (dynamic(180, factor=4.0), False),
        (dynamic(300)[:, :180], False),
    ):
        np.save(tmp_path / "cache.npy", table)
        asked = (tmp_path / "cache.npy", "--expect", tmp_path / "config.json")
        status, output = identify(capsys, *asked)
        assert status == (0 if as_expected else 1), output
        assert "base 10,000, 32 pairs, dynamic scaling by 2 beyond 100 positions" in output


@pytest.mark.parametrize(("base", "status"), [(10_000.0, 0), (1e6, 0), (500_000.0, 1)])
def test_each_kind_of_layer_of_a_model_is_expected(base, status, tmp_path, capsys):
    config = {"model_type": "gemma3_text", "head_dim": 256, "num_hidden_layers": 12}
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    np.save(tmp_path / "inv_freq.npy", base ** (-np.arange(0, 256, 2) / 256))
    asked = (tmp_path / "inv_freq.npy", "--expect", tmp_path / "config.json")
    assert identify(capsys, *asked)[0] == status


def test_a_checkpoint_in_shards_is_read_by_its_index(checkpoint, tmp_path, capsys):
    save_safetensors(tmp_path / "model-2.safetensors", {"encoder.pe": PAPER})
    index = tmp_path / "model.safetensors.index.json"
    first = ["decoder.pe", "layers.0.rotary_emb.inv_freq", "layers.0.self_attn.q_proj.weight"]
    shards = dict.fromkeys(first, checkpoint.name) | {"encoder.pe": "model-2.safetensors"}
    index.write_text(json.dumps({"metadata": {}, "weight_map": shards}), encoding="utf-8")
    status, output = identify(capsys, index)
    assert status == 1 and "decoder.pe (and 1 more like it): The paper's table." in output
    assert "layers.0.rotary_emb.inv_freq: " in output and "q_proj" not in output
    assert identify(capsys, f"{index}:encoder.pe")[0] == 0
    (tmp_path / "model-2.safetensors").unlink()
    status, output = identify(capsys, index)
    assert status == 2 and "model-2.safetensors" in output
    assert identify(capsys, f"{index}:decoder.pe")[0] == 0  # the other shard is not opened
    for text in ("{", "[]", '{"weight_map": ["a"]}'):
        index.write_text(text, encoding="utf-8")
        status, output = identify(capsys, index)
        assert status == 2 and "it has no weight_map" in output


def test_frequencies_do_not_tell_a_layout(tmp_path, capsys):
    np.save(tmp_path / "inv_freq.npy", INV_FREQ)
    status, output = identify(capsys, tmp_path / "inv_freq.npy", "--expect", "halves,base=500000")
    assert status == 1 and "as expected; but it does not tell: halves" in output


def test_an_answer_is_printed_as_json(tmp_path, capsys):
    np.save(tmp_path / "table.npy", positional_encoding(40, 8, base=500))
    status, output = identify(capsys, tmp_path / "table.npy", "--json", "--expect", "base=400")
    told = json.loads(output)
    assert status == 1 and told["shape"] == [40, 8]
    assert (told["base"], told["layout"]) == (500, "interleaved")
    assert told["findings"][0]["name"] == "another base"
    assert told["expected"]["wrong"] == ["base is 500, not 400"]


@pytest.mark.parametrize("delimiter", [" ", "\t", ","])
def test_text_is_read_from_a_file_and_from_standard_input(delimiter, tmp_path):
    suffix = {" ": "txt", "\t": "tsv", ",": "csv"}[delimiter]
    np.savetxt(tmp_path / f"table.{suffix}", PAPER, delimiter=delimiter)
    content = (tmp_path / f"table.{suffix}").read_bytes()
    command = [sys.executable, "-m", "pe_lib", "identify"]
    for name, given in ((str(tmp_path / f"table.{suffix}"), b""), ("-", content)):
        done = subprocess.run([*command, name], input=given, capture_output=True, check=True)
        assert done.stdout.startswith(b"The paper's table.")


def test_a_reader_that_ends_early_gets_no_traceback():
    command = f"{sys.executable} -m pe_lib identify pe_lib:positional_encoding | head -n 0"
    done = subprocess.run(command, shell=True, capture_output=True, encoding="utf-8", check=True)
    assert done.stderr == ""


@pytest.mark.parametrize("name", ["pe_lib.forms:positional_encoding_loop", "pe_lib:identify"])
def test_a_function_is_named_by_its_module_and_name(name, capsys):
    assert identify(capsys, name)[0] == (0 if "loop" in name else 2)


def test_help_names_the_extra_for_checkpoints(capsys):
    with pytest.raises(SystemExit):
        main(["identify", "--help"])
    assert "safetensors]" in capsys.readouterr().out


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
    "table.xyz": (text("0"), "must be a .npy, .npz, .csv, .tsv"),
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
    # The library lies in the working directory of the tests; it need not be installed.
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.getcwd()},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.startswith("The paper's table.\n")


def test_an_ascii_terminal_is_no_obstacle(tmp_path):
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    command = [sys.executable, "-m", "pe_lib", "identify", "pe_lib:positional_encoding"]
    done = subprocess.run(
        command, env={**os.environ, **locale}, capture_output=True, encoding="ascii", check=True
    )
    assert done.stdout.startswith("The paper's table.\n")
