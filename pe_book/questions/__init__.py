"""The questions of the book, one module per chapter: questions.chapter_1.same_sentence is one.

A new module `chapter_N.py` is found by itself. Every question is a module-level name, and its
`name` is "chapter_N." followed by that name.
"""

from importlib import import_module
from pkgutil import iter_modules

from pe_book.questions.question import Question

_CHAPTERS = sorted(m.name for m in iter_modules(__path__) if m.name.startswith("chapter_"))
for _name in _CHAPTERS:
    globals()[_name] = import_module(f"{__name__}.{_name}")


def of_chapter(chapter: str) -> dict[str, Question]:
    """Return the questions of one chapter by their variable's name, in the order of the file.

    Parameters
    ----------
    chapter : str
        Such as "chapter_1".

    Returns
    -------
    dict of str to Question

    Raises
    ------
    KeyError
        If there is no such chapter.

    Examples
    --------
    >>> of_chapter("chapter_1")["same_sentence"].name
    'chapter_1.same_sentence'
    """
    found = vars(globals()[chapter])
    return {name: value for name, value in found.items() if isinstance(value, Question)}


def all_questions() -> dict[str, Question]:
    """Return every question of the book by its full name.

    Returns
    -------
    dict of str to Question
        In the order of the book.

    Examples
    --------
    >>> "chapter_1.same_sentence" in all_questions()
    True
    """
    return {
        f"{chapter}.{name}": question
        for chapter in _CHAPTERS
        for name, question in of_chapter(chapter).items()
    }
