"""Write the questions for learning platforms, by chapter: Moodle XML, and QTI for Canvas.

The files hold the answers, so they are for teachers, and go into _build/questions, which is never
published.
"""

from collections.abc import Iterator
from itertools import groupby

from pe_book.questions import all_questions
from pe_book.questions.question import Question
from tools import ROOT, command_parser
from tools.questions import canvas, moodle

FOLDER = ROOT / "_build" / "questions"


def by_chapter() -> Iterator[tuple[str, list[Question]]]:
    """Yield ("chapter_3", its questions) for every chapter."""
    for chapter, questions in groupby(all_questions().values(), lambda q: q.name.split(".")[0]):
        yield chapter, list(questions)


def main(arguments: list[str]) -> None:
    command_parser("questions", __doc__).parse_args(arguments)
    for platform in (moodle, canvas):
        folder = FOLDER / platform.__name__.rpartition(".")[2]
        folder.mkdir(parents=True, exist_ok=True)
        for chapter, questions in by_chapter():
            file = folder / f"{chapter}{platform.SUFFIX}"
            file.write_bytes(platform.export(chapter, questions))
            print(f"{file.relative_to(ROOT)}: {len(questions)} questions")
