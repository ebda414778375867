"""Slides: a page below `slides/` becomes a talk, one slide for each of its sections.

The pages are written like all others, so formulas, explorers and links are the book's own. These
directives are theirs alone, and reveal.js shows them:

- `{explorer}` takes `:settings:` as an address has them, and a `:key:` where it is shown twice.
- `{question}` shows a question of the book (`chapter_1.different_outputs`) and, one step later, its
  answer, as `{container} fragment answer` does with any text.
- `{experiment}` shows chapter 11's figure.
- `{notes} 2` is for the speaker alone, and takes two minutes, which the talk adds up; a page that a
  talk includes does not show them.
- `{include}` takes slides from another talk, between two of its lines such as `% minute 26`.

A talk has its plan, with a link to it, in `pages/teaching.md` or `pages/more_formats.md`. It has
to fill 1280 x 720, with letters of 24 pixels or more: words grow by themselves, and an explorer
whose figure needs another layout for it declares a `slide_layout`.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from pe_book.questions.question import LETTERS, Question

FOLDER, TEMPLATE = "slides/", "slides.html"


class AskedQuestion(SphinxDirective):
    """A question of the book, and one step later its answer: chapter_1.different_outputs."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        from pe_book.questions import chapter_questions

        for file in sorted(Path(self.env.srcdir, "pe_book", "questions").glob("*.py")):
            self.env.note_dependency(str(file))
        asked = chapter_questions()
        [name] = self.arguments
        if name not in asked:
            raise self.error(f"there is no question {name!r}")
        return [nodes.raw("", question_html(asked[name]), format="html")]


class Notes(SphinxDirective):
    """The speaker's notes: shown in the speaker's window and on paper.

    Its argument is how many minutes the slide takes. They are added up as the talk goes on, so a
    slide that two talks share has the right minutes in each.
    """

    optional_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        if not self.env.docname.startswith(FOLDER):
            return []
        notes = nodes.container(classes=["notes"])
        self.state.nested_parse(self.content, self.content_offset, notes)
        if self.arguments:
            begin = self.env.temp_data.get("talk_minutes", 0)
            end = self.env.temp_data["talk_minutes"] = begin + int(self.arguments[0])
            notes[0].insert(0, [nodes.strong(text=f"{begin}–{end}."), nodes.Text(" ")])
        return [notes]


class Experiment(SphinxDirective):
    """The figure of chapter 11's experiment, from the stored run."""

    def run(self) -> list[nodes.Node]:
        from pe_book.figures import chapter_11
        from pe_book.model.experiments import three_back

        for module in (three_back, chapter_11):
            self.env.note_dependency(module.__file__)
        task = three_back.Task()
        figure = chapter_11.accuracy(three_back.stored(), task.length, 1 / task.vocabulary)
        return [nodes.raw("", figure._repr_html_(), format="html")]


def question_html(question: Question) -> str:
    """The question with its options; its answer is the next step."""
    right = next(answer for answer in question.answers() if answer.right)
    options = list(zip(LETTERS, getattr(question, "options", ()), strict=False))
    named = next((letter for letter, option in options if option.right), "")
    answer = f"{named or right.text.removesuffix('.')}."
    rows = "".join(
        f'<tr{" class=right" if option.right else ""}><th scope="row">{letter}</th>'
        f"<td>{option.text}</td></tr>"
        for letter, option in options
    )
    table = f'<table class="options"><tbody>{rows}</tbody></table>' if rows else ""
    return (
        f'<div class="asked"><p>{question.text}</p>{table}'
        f'<p class="fragment answer"><strong>{answer}</strong> {right.reply}</p></div>'
    )


def become_slides(app: Sphinx, pagename, templatename, context, doctree) -> str | None:
    """Take the page's sections side by side, and put them into the talk's own page."""
    if not pagename.startswith(FOLDER) or doctree is None or app.builder.name == "epub":
        return None
    whole = re.fullmatch(r"\s*<section[^>]*>(.*)</section>\s*", context["body"], re.S)[1]
    first, *rest = re.split(r"(?=<section id=)", whole)
    context["slides"] = [slide_html(part) for part in (f"<section>{first}</section>", *rest)]
    context["book_talk"] = escape(doctree.next_node(nodes.title).astext())
    return TEMPLATE


def slide_html(section: str) -> str:
    """A section as a slide. One within it, as an explorer is, would be a slide of its own."""
    section = re.sub(r'<a class="headerlink".*?</a>', "", section, flags=re.S)
    return re.sub(
        r'<section (class="pe-explorer".*?)</section>',
        r'<div role="region" \1</div>',
        section,
        flags=re.S,
    )


def setup(app: Sphinx) -> None:
    app.add_directive("question", AskedQuestion)
    app.add_directive("notes", Notes)
    app.add_directive("experiment", Experiment)
    # After all that changes the body.
    app.connect("html-page-context", become_slides, priority=950)
