"""The page "What is your table?": a function or a file in, an answer out, and nothing sent.

What it answers is tested with this machine's Python, in tests/live/test_your_table.py.
"""

from __future__ import annotations

import io

import numpy as np
import pytest

from pe_lib import positional_encoding
from tests.site.live_cells import PYTHON, look, needs_python, requests
from tests.site.live_form import LiveForm
from tests.site.reader import make_first_move

pytestmark = needs_python


class Table(LiveForm):
    """The form on its page, as a reader uses it."""

    def __init__(self, visit) -> None:
        super().__init__(visit, "your-table", file="A file")


@pytest.fixture
def table(open_page, book_url):
    visit = open_page(f"{book_url}/pages/your_table.html")
    make_first_move(visit.page)
    return Table(visit)


def test_a_function_and_a_file_get_their_answers(table, axe, faults):
    asked = requests(table.page)
    table.example.select_option("one loop inside another")
    answer = table.run()
    assert "100,000,000" in answer  # the base squared
    assert table.output.locator("svg[role=img]").count() == 3
    look(table, axe, faults, "an example")
    with faults.at("written by hand"):
        code = "def mine(seq_len, d_model):\n    print('asked')\n    return "
        answer = table.run(code + "pe_lib.positional_encoding(seq_len, d_model, base=500)")
        assert "500" in answer and "asked" in answer
    file = io.BytesIO()
    np.save(file, positional_encoding(64, 32))
    with faults.at("a file"):
        assert "paper.npy" in table.bring("paper.npy", file.getvalue())
    with faults.at("a dropped file"):
        assert "paper.npy" in table.drop("#your-table .cm-content", "paper.npy", file.getvalue())
        assert table.file.evaluate("(field) => field.files[0].name") == "paper.npy"
    with faults.at("no table"):
        assert "Traceback" not in table.bring("model.bin", b"\xff\xfe{")
    with faults.at("requests"):
        foreign = [url for url in asked if "/vendor/" not in url and "/_static/" not in url]
        assert [url for url in asked if PYTHON.search(url)] and not foreign
    assert not table.visit.take_problems()
