"""The questions of the book, one module per chapter: questions.chapter_1.same_sentence is one.

Every module-level name of a `chapter_N.py` that holds a question is one; nothing is registered.
So it is in the quizzes before and after a lesson, which belong to no chapter.
"""

from dataclasses import replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from pe_book.questions.question import Question

CHAPTERS = sorted(
    (m.name for m in iter_modules(__path__) if m.name.startswith("chapter_")),
    key=lambda name: int(name.removeprefix("chapter_")),
)
#: Each is asked on a page of its own.
QUIZZES = ("entry_quiz", "exit_ticket", "surprises")


def __getattr__(name: str) -> ModuleType:
    """Load a chapter when it is first used: some compute their answers for a second."""
    if name not in (*CHAPTERS, *QUIZZES):
        raise AttributeError(
            f"{name!r} is not one of the chapters with questions, {CHAPTERS}, or quizzes, {QUIZZES}"
        )
    _questions_of(name)
    return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    """Complete the names of chapters that are not loaded yet, too."""
    return [*CHAPTERS, *QUIZZES, "chapter_questions", "quiz", "all_questions"]


def chapter_questions() -> dict[str, Question]:
    """Load every chapter, and return the questions of the book by their names, in its order."""
    return {name: q for chapter in CHAPTERS for name, q in _questions_of(chapter).items()}


def all_questions() -> dict[str, Question]:
    """Return the questions of the chapters and of the quizzes by their names, in their order."""
    return chapter_questions() | {n: q for name in QUIZZES for n, q in quiz(name).items()}


def quiz(name: str) -> dict[str, Question]:
    """Return the questions of one of `QUIZZES` by their names, in its order."""
    if name not in QUIZZES:
        raise ValueError(f"{name!r} is not one of the quizzes {QUIZZES}")
    return _questions_of(name)


@cache
def _questions_of(module: str) -> dict[str, Question]:
    """Load a module, give its questions their names, and return them by these."""
    loaded = import_module(f"{__name__}.{module}")
    found = {}
    for variable, value in list(vars(loaded).items()):
        if isinstance(value, Question):
            named = replace(value, name=f"{module}.{variable}")
            setattr(loaded, variable, named)
            found[named.name] = named
    return found
