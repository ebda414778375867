"""The report on a reader's table: words, checks, pictures; a sentence for whatever goes wrong."""

import base64
import io
import re
import struct
import subprocess
import sys
import zlib
from xml.etree import ElementTree

import numpy as np
import pytest

from pe_book.mistakes.implementations import halves
from pe_book.your_table.report import NO_CHECKS, png, report
from pe_lib import positional_encoding


def npy(table):
    file = io.BytesIO()
    np.save(file, table)
    return file.getvalue()


def pixels(file):
    """Return the pixels of a PNG file whose lines are stored without a filter."""
    assert file.startswith(b"\x89PNG\r\n\x1a\n")
    at, data, width = 8, b"", 0
    while at < len(file):
        (length,), kind = struct.unpack(">I", file[at : at + 4]), file[at + 4 : at + 8]
        content = file[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack(">I", file[at + 8 + length : at + 12 + length])
        assert checksum == zlib.crc32(kind + content)
        width = struct.unpack(">I", content[:4])[0] if kind == b"IHDR" else width
        data += content if kind == b"IDAT" else b""
        at += 12 + length
    lines = np.frombuffer(zlib.decompress(data), np.uint8).reshape(-1, 1 + 3 * width)
    assert not lines[:, 0].any()
    return lines[:, 1:].reshape(len(lines), width, 3)


def test_a_file_gets_its_answer_and_three_pictures():
    shown = report(npy(positional_encoding(40, 16, start=1)), "mine.npy")
    assert "The first row is position 1." in shown
    assert ">positions from one</a>" in shown and NO_CHECKS in shown
    assert shown.count("<svg") == 3 and shown.count("<rect") == 1
    assert "in row 0, column 0: 0.841471 instead of 0. It is framed." in shown
    for figure in re.findall(r"<svg.*?</svg>", shown):
        ElementTree.fromstring(figure)
    theirs, right, difference = (
        pixels(base64.b64decode(data)) for data in re.findall(r"base64,([^\"]+)", shown)
    )
    assert theirs.shape == right.shape == difference.shape == (40, 16, 3)
    assert np.array_equal(theirs[:-1], right[1:]) and not np.array_equal(theirs, right)


def test_the_papers_table_has_no_framed_entry():
    shown = report(b"\n".join(b",".join(b"%.9f" % x for x in row) for row in PAPER), "a.csv")
    assert "The paper&#x27;s table." in shown
    assert "No entry is off by more than 0.0001." in shown and "<rect" not in shown


PAPER = positional_encoding(30, 8)


def test_a_function_gets_the_ten_checks():
    shown = report(lambda seq_len, d_model: halves(seq_len, d_model))
    assert shown.count("<tr>") == 11 and ">passes<" in shown and ">fails<" in shown
    assert ">halves</a>" in shown and shown.count("<svg") == 3


def test_pairs_on_their_own_axis_are_columns():
    shown = report(npy(positional_encoding(30, 8).reshape(30, 4, 2)), "rope.npy")
    assert shown.count('viewBox="-1 -1 10 32"') == 3


def exits(seq_len, d_model):
    raise SystemExit("<b>bye</b>")


@pytest.mark.parametrize(
    ("given", "name", "reason"),
    [
        (b"", "a.npy", "ValueError: a.npy cannot be read as a table"),
        (b"0,1\n2\n", "a.csv", "ValueError: a.csv cannot be read as a table"),
        (b"x", "a.exe", "must be a .npy, .npz, .csv or .safetensors file"),
        (npy(np.ones(5)), "a.npy", "must have rows and columns"),
        (lambda seq_len, d_model: None, "", "function(96, 64)"),
        (exits, "", "SystemExit: &lt;b&gt;bye"),
    ],
)
def test_bad_input_is_answered_in_a_sentence(given, name, reason):
    shown = report(given, name)
    assert shown.startswith('<p class="pe-report-error" role="alert">') and reason in shown


def test_the_colors_are_those_of_the_book():
    shades = pixels(png(np.array([[-1.0, 0.0, 1.0]])))
    assert shades.tolist() == [[[0x12, 0x44, 0x74], [0xF5, 0xF5, 0xF5], [0x6C, 0x2C, 0x15]]]


def test_it_needs_neither_matplotlib_nor_plotly():
    program = "import sys, pe_book.your_table.report; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    loaded = set(done.stdout.split())
    assert "numpy" in loaded, done.stderr
    assert not {"matplotlib", "plotly", "ipywidgets", "IPython"} & loaded
