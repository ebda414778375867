"""The interface's words stand in one place: all that programs show goes through gettext."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tools import ROOT
from tools.translation import INTERFACE, main, marked_texts

FILES = sorted(file for pattern in INTERFACE for file in ROOT.glob(pattern))
SCRIPTS, PROGRAMS, TEMPLATES = (
    [file for file in FILES if file.suffix == suffix] for suffix in (".mjs", ".py", ".html")
)
#: Lines of a script that say nothing to a reader.
COMMENT = re.compile(r"^\s*(?://|\*|/\*).*$", re.M)
#: A string of a script that is text: one that begins with a capital letter, or with two words.
SCRIPT_TEXT = re.compile(r"""(["`])((?:[A-Z]|\w+ \w)(?:(?!\1)[^\\\n])*)\1""")
#: Text between tags, or an attribute that a reader hears or sees.
MARKUP_TEXT = re.compile(
    r">([^<>{}\\\n]*[A-Za-z][^<>{}\\\n]*)<|(?:aria-label|title|content)=\"([A-Z][a-z][^\"{]*)"
)
#: A path of SVG, from its "move to" or "line to" on, or a view box.
SVG = re.compile(r"[ML](?![A-Za-z])|0 0 ")
KEYS = {"Backspace", "Delete", "End", "Escape", "Home", "Tab"}
#: Names of CodeMirror's nodes, of what is dropped and of keys together; selectors.
NO_TEXT = {
    "typing.mjs": {"ArrowDown", "ArrowUp", "Enter"},
    "still.mjs": {"IHDR", "IDAT", "IEND"},
    "cell_with_file.mjs": {"Files"},
    "cell.mjs": {"WebAssembly"},
    "symbols.mjs": {"NFKC"},
    "saved_code.mjs": {"this is no stored code"},
    "worker.mjs": {"Content-Type"},
    "editor.mjs": {
        *("String", "FormatString", "Comment"),
        *("Shift-Enter", "Mod-Enter", "Ctrl-Enter"),
    },
    "book.mjs": {
        "article a:is(${EXPLAINED})",
        "article details:not(.pe-data, .tag_hide-input *, [open])",
        "article section > *, footer",
    },
    "answers.mjs": {"article h1"},
    "class_answers.mjs": {"ABCDEFGH"},
    "votes.mjs": {"Enter"},
    "book-metadata.html": {"Jupyter Book"},
    "search-button-field.html": {"Ctrl", "K"},
    "search-field.html": {"Ctrl", "K"},
}


def name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def unmarked(file: Path, source: str, texts: re.Pattern) -> set[str]:
    """Return the texts of a source that are none of those given to gettext."""
    found = {(match[2] or match[1]).strip() for match in texts.finditer(source)}
    found = {text for text in found if not SVG.match(text)}
    return found - {text for _, text in marked_texts(file)} - KEYS - NO_TEXT.get(file.name, set())


@pytest.mark.parametrize("file", SCRIPTS, ids=name)
def test_what_a_script_shows_goes_through_gettext(file):
    source = COMMENT.sub("", file.read_text(encoding="utf-8"))
    source = re.sub(r'"\s*\+\s*"', "", source)  # a text over two lines
    # A call that Babel does not find, as in a template literal, would be missing in the catalog.
    assert len(list(marked_texts(file))) == len(re.findall(r"\bgettext\(", source))
    assert unmarked(file, source, SCRIPT_TEXT) == set()


@pytest.mark.parametrize("file", PROGRAMS, ids=name)
def test_the_markup_of_a_program_has_no_words_of_its_own(file):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    marked = {text for _, text in marked_texts(file)}
    constants = {node for node in ast.walk(tree) if isinstance(node, ast.Constant)} - docstrings
    texts = [node.value for node in constants if isinstance(node.value, str)]
    source = "\n".join(text for text in texts if text not in marked)
    assert unmarked(file, source, MARKUP_TEXT) == set()


@pytest.mark.parametrize("file", TEMPLATES, ids=name)
def test_a_template_has_no_words_of_its_own(file):
    source = file.read_text(encoding="utf-8")
    source = re.sub(r"(?s)\{#.*?#\}|<style>.*?</style>|<script>.*?</script>", "", source)
    assert unmarked(file, source, MARKUP_TEXT) == set()


def test_the_template_of_a_translation_has_the_words_of_scripts_programs_and_templates(tmp_path):
    file = tmp_path / "interface.pot"
    main([str(file)])
    with file.open("rb") as written:
        found = {message.id for message in read_po(written)}
    assert {"Copy link", "Pause", "✗ Not yet.", "There is no page here"} <= found
