"""A section "My answers" at the end of a chapter: the reader's answers as text.

_static/answers.mjs fills it on request; without JavaScript it is hidden.
This stays as long as a page has questions.
"""

from sphinx.application import Sphinx

from pe_book.interface import gettext

WHAT = gettext(
    "Your answers on this page as plain text: each question with your tries, and what you wrote in "
    "the exercises. The text is made in your browser and is not sent anywhere. The tries are kept "
    "until you close this tab."
)
SECTION = f"""
<section id="my-answers" class="pe-answers pst-js-only d-print-none">
<h2>{gettext("My answers")}</h2>
<p>{WHAT}</p>
<p><button type="button" name="show">{gettext("Show")}</button>
<button type="button" name="copy">{gettext("Copy")}</button>
<button type="button" name="save">{gettext("Save")}</button></p>
<p role="status"></p>
<textarea readonly hidden rows="16" aria-label="{gettext("My answers as a text")}"></textarea>
</section>
"""


def add_section(app: Sphinx, pagename, templatename, context, doctree) -> None:
    if pagename.startswith("chapters/") and 'class="pe-question"' in context.get("body", ""):
        context["body"] += SECTION


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", add_section)
