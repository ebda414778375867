"""`{step}`: one step of the story, on the page that tells it and on the slides that show it.

A step is the explorer `story` at settings that pe_book/explorers/story.py lists. On its page it is
a picture with the explorer's sentence as its caption. With scripts the captions pass beside one
explorer, the stage, which shows the step that is read (_static/story.mjs, story.css); without
them, and on paper, the pictures tell the story. In a talk each step is an explorer on its slide.
"""

from __future__ import annotations

import json
from dataclasses import replace
from html import escape

from docutils import nodes
from sphinx.application import Sphinx

from .assets import script_for
from .explorers import Explorer
from .slides import FOLDER as TALKS

NAME = "story"
MARK = "pe-story"


class Step(Explorer):
    """The step of this number."""

    option_spec = None

    def run(self) -> list[nodes.Node]:
        from pe_book.explorers import story

        number = int(self.arguments[0])
        if self.env.docname.startswith(TALKS):
            given = {"settings": story.address(number), "key": f"step-{number}"}
            self.arguments, self.options = [NAME], given
            return super().run()
        position, seen = story.STEPS[number - 1]
        settings = {"position": position, "step": number}
        self.note_files(NAME)
        self.env.metadata[self.env.docname][MARK] = True
        html = picture(replace(story.EXPLORER, alt=seen), settings)
        return [nodes.raw("", html, format="html")]


def picture(explorer, settings: dict) -> str:
    """Return the explorer at these settings as a picture with a caption."""
    from pe_book.renderer import markup, node

    rendering = node.render(explorer, explorer.check(**settings))
    return (
        f'<figure class="pe-picture pe-step" data-settings="{escape(json.dumps(settings))}">'
        f'<div class="pe-still">{rendering.svg}</div>'
        f"<figcaption>{markup.sentence(rendering)}</figcaption></figure>"
    )


def mark(app: Sphinx, doctree: nodes.document) -> None:
    """Let the page's styles and its script know it."""
    if MARK in app.env.metadata[app.env.docname]:
        next(doctree.findall(nodes.section))["classes"].append(MARK)


def setup(app: Sphinx) -> None:
    app.add_directive("step", Step)
    app.connect("doctree-read", mark)
    app.connect("html-page-context", script_for(MARK, "story.mjs"))
