"""Write the key of all questions, with the rubric of the tasks on paper, into _build/key.html.

It is for the teacher: a page of its own beside the site, which is never published.
"""

from __future__ import annotations

from html import escape
from itertools import groupby, zip_longest

from markdown_it import MarkdownIt

from book.paths import ROOT
from pe_book.questions import all_questions
from pe_book.questions.question import LETTERS, Choice, Question
from tools import command_parser

TITLE = "Key of the questions"
STYLE = """
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
ul { list-style: none; padding-left: 1rem; }
li.right { font-weight: 600; } li span { font-weight: 400; color: #444; }
section { break-inside: avoid; } code { font-size: 0.9em; }
table { border-collapse: collapse; }
th, td { border: 1px solid #bbb; padding: 0.2rem 0.6rem; text-align: left; }
"""


def entry(question: Question) -> str:
    """A question and its answers, each with its reply, and with the letter of an option."""
    answers = question.answers()
    letters = LETTERS[: len(answers)] if isinstance(question, Choice) else ""
    listed = "".join(
        f"<li{' class=right' if answer.right else ''}>{'✓' if answer.right else '✗'} "
        f"{f'<b>{letter}.</b> ' if letter else ''}{answer.text} <span>{answer.reply}</span></li>"
        for letter, answer in zip_longest(letters, answers)
    )
    name = question.name.partition(".")[2].replace("_", " ").capitalize()
    return f"<section><h3>{escape(name)}</h3><p>{question.text}</p><ul>{listed}</ul></section>"


def key() -> str:
    """The page: the questions by chapter, those of the quizzes, then the rubric."""
    parts = []
    for chapter, questions in groupby(all_questions().values(), lambda q: q.name.split(".")[0]):
        parts.append(f"<h2>{chapter.replace('_', ' ').capitalize()}</h2>")
        parts += map(entry, questions)
    marking = (ROOT / "course" / "marking.md").read_text(encoding="utf-8")
    parts.append(MarkdownIt().enable("table").render(marking))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{TITLE}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body><h1>{TITLE}</h1>{''.join(parts)}</body></html>\n"
    )


def main(arguments: list[str]) -> None:
    command_parser("key", __doc__).parse_args(arguments)
    file = ROOT / "_build" / "key.html"
    file.parent.mkdir(exist_ok=True)
    file.write_text(key(), encoding="utf-8")
    print(f"The key, for the teacher alone: {file.relative_to(ROOT)}")
