"""The questions of the book, one module per chapter: questions.chapter_1.same_sentence is one.

Every module-level name of a `chapter_N.py` that holds a question is one; nothing is registered.
"""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from pe_book.questions.question import Question, plain

CHAPTERS = sorted(
    (m.name for m in iter_modules(__path__) if m.name.startswith("chapter_")),
    key=lambda name: int(name.removeprefix("chapter_")),
)


def __getattr__(name: str) -> ModuleType:
    """Load a chapter when it is first used: some compute their answers for a second."""
    if name not in CHAPTERS:
        raise AttributeError(f"{name!r} is not one of the chapters with questions: {CHAPTERS}")
    return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    """Complete the names of chapters that are not loaded yet, too."""
    return [*CHAPTERS, "all_questions", "count_words"]


def all_questions() -> dict[str, Question]:
    """Load every chapter, and return the questions of the book by their names, in its order."""
    modules = [import_module(f"{__name__}.{chapter}") for chapter in CHAPTERS]
    found = [value for m in modules for value in vars(m).values() if isinstance(value, Question)]
    return {question.name: question for question in found}


def count_words() -> int:
    """Return the number of words in all questions, options and replies."""
    texts = [text for question in all_questions().values() for text in question.texts()]
    return sum(len(plain(text).split()) for text in texts)
