"""Tables name rows and columns, shown code is the code that runs."""

import ast
import inspect

import pytest

import pe_lib
from pe_book.notebook.cells import listing, source_of
from pe_book.notebook.host import host


def test_a_table_has_headers_a_name_and_escaped_cells():
    shown = listing(["form", "a < b"], [["loop", "x & y"]], caption="Which <one>")._repr_html_()
    assert '<th scope="col">a &lt; b</th>' in shown
    assert '<th scope="row" style="white-space:nowrap">loop</th>' in shown
    assert ">x &amp; y</td>" in shown
    assert 'aria-label="Which &lt;one&gt;"' in shown


def test_the_decorator_and_the_docstring_go_and_every_statement_stays():
    shown = source_of(pe_lib.positional_encoding_loop)
    original = ast.parse(inspect.getsource(pe_lib.positional_encoding_loop)).body[0]
    assert original.decorator_list
    original.decorator_list, original.body = [], original.body[1:]
    assert ast.dump(ast.parse(shown.code).body[0]) == ast.dump(original)
    assert '"""' not in shown.code
    assert shown._repr_markdown_().startswith("```python\ndef positional_encoding_loop(")


@pytest.mark.parametrize(
    ("value", "where"), [(None, "notebook"), ("", "notebook"), ("0", "notebook"), ("1", "page")]
)
def test_the_build_says_that_it_builds_pages(monkeypatch, value, where):
    monkeypatch.delenv("PE_BOOK_BUILD", raising=False)
    if value is not None:
        monkeypatch.setenv("PE_BOOK_BUILD", value)
    assert host() == where
    monkeypatch.setenv("PE_BOOK_BUILD", "yes")
    with pytest.raises(ValueError, match="yes"):
        host()
