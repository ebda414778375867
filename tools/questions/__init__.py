"""Write the questions for learning platforms, by chapter: Moodle XML, and QTI for Canvas.

The files hold the answers, so they are for teachers, and go into _build/questions, which is never
published. With a seed, those questions whose answer is computed are written with fresh numbers into
_build/exams, which no release packs, so that an exam is not the public page.
"""

from collections.abc import Iterator
from itertools import groupby

from book.paths import ROOT
from pe_book.questions import all_questions
from pe_book.questions.fresh import PUBLIC_SEEDS
from pe_book.questions.question import Numeric, Question
from pe_book.text.numbers import plural
from tools import command_parser
from tools.questions import canvas, moodle

FOLDER, EXAMS = ROOT / "_build" / "questions", ROOT / "_build" / "exams"


def by_chapter() -> Iterator[tuple[str, list[Question]]]:
    """Yield ("chapter_3", its questions) for every chapter, and so for every quiz."""
    for chapter, questions in groupby(all_questions().values(), lambda q: q.name.split(".")[0]):
        yield chapter, list(questions)


def with_fresh_numbers(asked: list[Question], seed: int) -> list[Question]:
    """Return those questions that can be asked with fresh numbers, with the numbers of a seed."""
    return [q.with_numbers(seed) for q in asked if isinstance(q, Numeric) and q.redraw]


def main(arguments: list[str]) -> None:
    parser = command_parser("questions", __doc__)
    parser.add_argument("--seed", type=int, help="write fresh numbers, drawn by this number")
    seed = parser.parse_args(arguments).seed
    if seed in PUBLIC_SEEDS:
        parser.error(f"the public pages offer the seeds {PUBLIC_SEEDS[0]} to {PUBLIC_SEEDS[-1]}")
    for platform in (moodle, canvas):
        folder = (FOLDER if seed is None else EXAMS) / platform.__name__.rpartition(".")[2]
        folder.mkdir(parents=True, exist_ok=True)
        for chapter, questions in by_chapter():
            if seed is not None:
                questions = with_fresh_numbers(questions, seed)
            if not questions:
                continue
            end = "" if seed is None else f"_numbers_{seed}"
            file = folder / f"{chapter}{end}{platform.SUFFIX}"
            file.write_bytes(platform.export(chapter, questions, seed))
            print(f"{file.relative_to(ROOT)}: {plural(len(questions), 'question')}")
