"""Tables name rows and columns, shown code is the code that runs, and a bar counts percents."""

import ast
import inspect
from pathlib import Path

import pytest

import pe_lib
from pe_book.notebook.cells import listing, progress_bar, source_of, source_of_module


def test_a_table_has_headers_a_name_and_escaped_cells():
    shown = listing(["form", "a < b"], [["loop", "x & y"]], caption="Which <one>")._repr_html_()
    assert '<th scope="col">a &lt; b</th>' in shown
    assert '<th scope="row" style="white-space:nowrap">loop</th>' in shown
    assert ">x &amp; y</td>" in shown
    assert 'aria-label="Which &lt;one&gt;"' in shown


def test_a_sentence_gets_room_and_a_number_stays_in_one_piece():
    row = ["x", "1e-16", "word " * 12, "some words in here"]
    shown = listing(["a", "b", "c", "d"], [row], caption="c")._repr_html_()
    assert '<td style="white-space:nowrap">1e-16</td>' in shown
    assert '<td style="min-width:11em">word' in shown
    assert "<td>some words in here</td>" in shown


def test_a_ragged_row_is_refused():
    with pytest.raises(ValueError, match="must have 2 cells, not 1"):
        listing(["a", "b"], [["only"]], caption="c")


def test_the_decorator_and_the_docstring_go_and_every_statement_stays():
    shown = source_of(pe_lib.positional_encoding_loop)
    original = ast.parse(inspect.getsource(pe_lib.positional_encoding_loop)).body[0]
    assert original.decorator_list
    original.decorator_list, original.body = [], original.body[1:]
    assert ast.dump(ast.parse(shown.code).body[0]) == ast.dump(original)
    assert '"""' not in shown.code
    assert shown._repr_markdown_().startswith("```python\ndef positional_encoding_loop(")


def test_two_functions_stand_one_below_the_other():
    shown = source_of(pe_lib.wavelengths, pe_lib.angular_frequencies).code
    assert shown.index("def wavelengths") < shown.index("\n\n\ndef angular_frequencies")


def test_a_module_is_shown_without_being_imported():
    text = (Path(pe_lib.__file__).parent / "frequency.py").read_text(encoding="utf-8")
    original, shown = ast.parse(text), ast.parse(source_of_module("frequency").code)
    for node in ast.walk(original):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(
            node
        ):
            node.body = node.body[1:]
    assert ast.get_docstring(shown) is None
    assert ast.dump(shown) == ast.dump(original)


def test_the_progress_bar_is_silent_on_a_page(monkeypatch, capsys):
    monkeypatch.setenv("PE_LIB_PAGE", "1")
    progress_bar("training")(1, 2)
    assert capsys.readouterr().out == ""


def test_the_progress_bar_is_drawn_once_for_each_percent(monkeypatch):
    import IPython.display

    drawn = []

    class Handle:
        def update(self, bar):
            drawn.append(bar.data)

    def display(bar, display_id):
        drawn.append(bar.data)
        return Handle()

    monkeypatch.delenv("PE_LIB_PAGE", raising=False)
    monkeypatch.setattr(IPython.display, "display", display)
    draw = progress_bar("training")
    for step in range(1, 301):
        draw(step, 300)
    assert len(drawn) == 100
    assert 'value="100"' in drawn[-1]
