"""What each picture shows, and the answers to all questions, have not changed unseen.

`make snapshots` renews what is held here, and the diff tells what has changed.

Figures are drawn of the examples in `figure_examples.py`. The snapshots are in
`__snapshots__`.
"""

import pytest
import yaml
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from pe_book import questions
from pe_book.questions.question import html_to_text
from tests.book import described
from tests.book.figure_examples import ARGUMENTS, drawn


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


@pytest.mark.parametrize("chapter", questions.CHAPTERS)
def test_key(chapter, snapshot):
    key = {
        name: {
            "right": html_to_text(
                next(answer.text for answer in question.answers() if answer.right)
            )
        }
        for name, question in questions.chapter_questions().items()
        if name.startswith(f"{chapter}.")
    }
    assert key == snapshot
