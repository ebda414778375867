"""What each picture shows, and the answers to all questions, have not changed unseen.

`make snapshots` renews what is held here, and the diff tells what has changed.

Still figures are drawn of the examples in `test_figure_contents.py`, explorers at their defaults
and at two settings along their scales. The snapshots are in `__snapshots__`.
"""

import pytest
import yaml
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from pe_book import explorers, questions
from pe_book.questions.question import plain
from tests.book import described
from tests.book.test_figure_contents import ARGUMENTS, drawn


class YamlSnapshot(SingleFileSnapshotExtension):
    """A file for each picture, with innermost lists and mappings on one line."""

    file_extension = "yaml"
    _write_mode = WriteMode.TEXT

    def serialize(self, data, **_):
        return yaml.safe_dump(
            data, default_flow_style=None, sort_keys=False, allow_unicode=True, width=100
        )


@pytest.fixture
def snapshot(snapshot):
    return snapshot.use_extension(YamlSnapshot)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_figure(name, snapshot):
    assert described.still(drawn(name)[0]) == snapshot


@pytest.mark.parametrize("name", explorers.ALL)
def test_explorer(name, snapshot):
    explorer = explorers.ALL[name]
    settings = {
        "at the defaults": explorer.defaults,
        "a third along": explorer.sample(lambda values: values[len(values) // 3]),
        "two thirds along": explorer.sample(lambda values: values[2 * len(values) // 3]),
    }
    assert described.explorer(explorer, settings) == snapshot


@pytest.mark.parametrize("chapter", questions.CHAPTERS)
def test_key(chapter, snapshot):
    key = {
        name: {"right": plain(next(answer.text for answer in question.answers() if answer.right))}
        for name, question in questions.all_questions().items()
        if name.startswith(f"{chapter}.")
    }
    assert key == snapshot
