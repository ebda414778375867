"""A section "My answers" at the end of a chapter or a quiz: the reader's answers as text.

_static/answers.mjs fills it on request; without JavaScript it is hidden. `{quiz} exit_ticket` on a
page shows the questions of a quiz. This stays as long as a page has questions.
"""

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

WHAT = (
    "Your answers on this page as plain text: each question with your attempts, and what you wrote "
    "in the exercises. Your browser makes the text; nothing is sent. It keeps your attempts until "
    "you close this tab."
)
SECTION = f"""
<section id="my-answers" class="pe-answers pst-js-only d-print-none">
<h2>My answers</h2>
<p>{WHAT}</p>
<p><button type="button" name="show">Show</button>
<button type="button" name="copy">Copy</button></p>
<p role="status"></p>
<textarea readonly hidden rows="16" aria-label="My answers as a text"></textarea>
</section>
"""


class Quiz(SphinxDirective):
    """The questions of a quiz, one below the other, each with its number."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        from pe_book.questions import QUIZZES, quiz

        [name] = self.arguments
        if name not in QUIZZES:
            raise self.error(f"there is no quiz {name!r}, only {', '.join(QUIZZES)}")
        for file in Path(self.env.srcdir, "pe_book", "questions").glob("*.py"):
            self.env.note_dependency(str(file))
        asked = "".join(f"<li>{question._repr_html_()}</li>" for question in quiz(name).values())
        return [nodes.raw("", f'<ol class="pe-quiz">{asked}</ol>', format="html")]


def add_section(app: Sphinx, pagename, templatename, context, doctree) -> None:
    if 'class="pe-question"' in context.get("body", ""):
        context["body"] += SECTION


def setup(app: Sphinx) -> None:
    app.add_directive("quiz", Quiz)
    app.connect("html-page-context", add_section)
