"""The questions as data: `_static/questions/chapter_2.json`, with fresh numbers for some of them.

A question's form asks for its chapter's file when the reader wants other numbers. This stays as
long as questions have fresh numbers.
"""

from __future__ import annotations

import json
from pathlib import Path

from sphinx.application import Sphinx

FOLDER = "_static/questions"
PACKAGES = ("pe_book", "pe_lib", "pe_check")


def described(question) -> dict:
    """Return what a page needs to ask a question, and to say what an answer to it means."""
    answers = [{"text": each.text, "reply": each.reply} for each in question.answers()]
    return {"text": question.text, "data": question.data(), "answers": answers}


def described_with_fresh_numbers(question) -> dict:
    from pe_book.questions.fresh import PUBLIC_SEEDS

    fresh = {}
    if getattr(question, "numbers", None):
        fresh = {seed: described(question.with_numbers(seed)) for seed in PUBLIC_SEEDS}
    return {**described(question), "fresh": fresh}


def is_current(folder: Path, root: Path) -> bool:
    """Return whether the files are newer than all code: to import the questions takes a second."""
    written = [file.stat().st_mtime for file in folder.glob("*.json")]
    code = (file.stat().st_mtime for name in PACKAGES for file in (root / name).rglob("*.py"))
    return bool(written) and min(written) > max(code)


def write_questions(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    folder = Path(app.outdir, FOLDER)
    if is_current(folder, Path(app.srcdir)):
        return
    from pe_book.questions import all_questions

    chapters: dict[str, dict] = {}
    for name, question in all_questions().items():
        chapters.setdefault(name.partition(".")[0], {})[name] = question
    folder.mkdir(parents=True, exist_ok=True)
    for chapter, questions in chapters.items():
        data = {name: described_with_fresh_numbers(each) for name, each in questions.items()}
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        (folder / f"{chapter}.json").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("build-finished", write_questions)
