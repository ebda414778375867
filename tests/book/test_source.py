"""The code that chapter 5 shows is the code that runs, without its docstrings."""

import ast
import inspect
from pathlib import Path

import pe_lib
from pe_book.source import source_of, source_of_module


def test_the_docstring_goes_and_every_statement_stays():
    shown = source_of(pe_lib.positional_encoding_loop)
    original = ast.parse(inspect.getsource(pe_lib.positional_encoding_loop)).body[0]
    original.body = original.body[1:]
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
