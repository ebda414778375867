"""The report on a reader's table: words, checks, pictures; a sentence for whatever goes wrong."""

import base64
import io
import json
import re
from urllib.parse import unquote
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from pe_book.explorers import ALL
from pe_book.mistakes.implementations import halves
from pe_book.your_table import form
from pe_book.your_table.report import NO_FUNCTION, of_code, png, report
from pe_lib import positional_encoding


def npy(table):
    file = io.BytesIO()
    np.save(file, table)
    return file.getvalue()


def pixels(file):
    return np.asarray(Image.open(io.BytesIO(file), formats=["PNG"]))


def drawn(shown):
    """Return the pixels of each picture, and the place of each frame."""
    for figure in re.findall(r"<svg.*?</svg>", shown.html):
        ElementTree.fromstring(figure)
    pictures = [pixels(base64.b64decode(d)) for d in re.findall(r"base64,([^\"]+)", shown.html)]
    frames = re.findall(r'<rect x="(-?\d+)" y="(-?\d+)" width="3" height="3"', shown.html)
    return pictures, {(int(y) + 1, int(x) + 1) for x, y in frames}


def test_a_file_gets_its_answer_and_three_pictures():
    shown = report(npy(positional_encoding(40, 16, start=1)), "mine.npy")
    assert "positions from one: " in shown.html
    assert shown.message == "A sinusoidal table, not the paper's. The first row is position 1."
    assert "mine.npy: 40 rows, 16 columns" in shown.html
    assert "row 0, column 0 is 0.841471, not 0" in shown.html
    assert "Shown: rows 0 to 39, columns 0 to 15." in shown.html
    (theirs, right, difference), frames = drawn(shown)
    assert theirs.shape == right.shape == difference.shape == (40, 16, 3)
    assert np.array_equal(theirs[:-1], right[1:]) and not np.array_equal(theirs, right)
    assert frames == {(0, 0)} and shown.html.count("<rect") == 6  # white below black, in each


def test_a_link_leads_to_the_bug():
    shown = report(npy(positional_encoding(40, 16, start=1))).html
    [link] = re.findall(r'href="[^"#]*08_mistakes_in_circulation.html#bugs:([^"]*)"', shown)
    settings = dict(pair.split("=") for pair in unquote(link).split(","))
    assert ALL["bugs"].check(**settings) == {"bug": "positions from one"}


PAPER = positional_encoding(30, 8)


@pytest.mark.parametrize("kind", ["float64", "float32", "float16"])
def test_the_papers_table_has_no_framed_entry(kind):
    shown = report(npy(PAPER.astype(kind)))
    assert "The paper&#x27;s table." in shown.html
    (theirs, _, difference), frames = drawn(shown)
    assert frames == set() and theirs.std() > 9
    assert np.abs(difference.astype(int) - 0xF5).max() <= 1  # nothing but the color of 0


def test_a_wide_table_is_shown_where_it_goes_wrong():
    """The columns shown are those of the whole width, not those of a narrower table."""
    table = positional_encoding(300, 256)
    right = report(npy(table))
    assert "Shown: rows 0 to 47, columns 0 to 63." in right.html
    table[200, 255] += 1
    shown = report(npy(table))
    assert "row 200, column 255 is 1.99977, not 0.999769" in shown.html
    assert "Shown: rows 176 to 223, columns 192 to 255." in shown.html
    (theirs, paper, difference), frames = drawn(shown)
    assert frames == {(24, 63)} and theirs.shape == (48, 64, 3)
    other = (theirs != paper).any(axis=2)
    assert other[24, 63] and (difference[24, 63] == pixels(png(np.ones((1, 1))))[0, 0]).all()


def test_a_function_gets_its_answer_and_three_pictures():
    shown = report(lambda seq_len, d_model: halves(seq_len, d_model)).html
    assert ">halves</a>" in shown and shown.count("<svg") == 3


def exits(seq_len, d_model):
    raise SystemExit("<b>bye</b>")


@pytest.mark.parametrize(
    ("given", "name", "reason"),
    [
        (b"", "a.npy", "a.npy cannot be read as a table"),
        (b"x", "a.exe", ".npy, .npz, .csv"),
        (npy(np.full((9, 4), np.nan)), "a.npy", "finite"),
        (lambda seq_len, d_model: None, "", "function(96, 64)"),
        (exits, "", "SystemExit: &lt;b&gt;bye"),
    ],
)
def test_bad_input_is_answered_in_a_sentence(given, name, reason):
    shown = report(given, name)
    assert shown.html.startswith('<p class="pe-report-error">') and reason in shown.html
    assert shown.line == 0 and "Right" not in shown.html
    assert shown._repr_html_().count(reason) == 2 and shown._repr_html_().isprintable()


def test_objects_are_never_unpickled():
    class Trap:
        def __reduce__(self):
            return print, ("unpickled",)

    file = io.BytesIO()
    np.save(file, np.array([[Trap()]], object), allow_pickle=True)
    shown = report(file.getvalue(), "a.npy").html
    assert "allow_pickle" in shown


def of_source(source):
    names = {"np": np}
    exec(compile(source, "<cell your-table>", "exec"), names)
    return of_code(source, names)


def test_the_last_function_of_the_code_is_asked():
    papers = form.code("one more np.where")
    assert (
        "The paper&#x27;s table." in of_source(f"def helper(x):\n    return x\n\n\n{papers}").html
    )
    assert "The paper&#x27;s table." in of_source(f"{papers}\nseen = my_table(4, 8)").html
    named = of_source("table = [[0.0, 1.0], [np.sin(1), np.cos(1)]]").html
    assert "2 rows, 2 columns" in named and "The paper&#x27;s table." in named
    assert of_source("np.ones(3)").message == NO_FUNCTION


def test_an_error_names_the_readers_line():
    shown = of_source("def f(seq_len, d_model):\n    half = 0\n    return seq_len / half\n")
    assert shown.line == 3 and 'data-line="3"' in shown._repr_html_()
    assert "function(96, 64) raised ZeroDivisionError: division by zero (in line 3" in shown.html


@pytest.mark.parametrize("label", form.EXAMPLES)
def test_an_example_is_what_it_says_and_does_not_give_itself_away(label):
    source, answer = form.code(label), form.EXAMPLES[label]
    assert answer not in source and "def my_table(" in source
    shown = of_source(source).html
    assert (f"<li>{answer}: " in shown) == (answer != "the paper's")
    assert (
        source.splitlines()[-1]
        in json.loads(re.search(r"application/json\">(.*?)</script>", form.form())[1])["codes"][
            label
        ]
    )
