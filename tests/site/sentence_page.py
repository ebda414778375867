"""The explorer of a sentence on a page of its own, as a reader sees it."""

from __future__ import annotations

from pe_book import explorers
from tests.rendered import text_of, view_of

EXPLORER = explorers.ALL["sentence"]
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Words</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>:root {{ --pst-color-text-muted: #48566b }} {style}</style></head>
<body><main><h1>Words</h1>{face}</main>
<script type="module" src="pe_book/renderer/page.mjs"></script></body></html>"""


SAYS = "(text) => document.querySelector('.pe-sentence').textContent === text"


class Sentence:
    """The explorer as a reader sees it."""

    def __init__(self, visit) -> None:
        self.visit, self.page = visit, visit.page
        self.section = self.page.locator("#explorer-sentence")
        self.tiles = self.section.locator(".pe-tiles .pe-tile")
        self.field = self.section.locator('[name="words"]')
        self.written = self.section.get_by_role("combobox", name="Word ")
        self.offered = self.section.locator(".pe-offered").get_by_role("option")
        self.section.locator(".pe-still").wait_for(state="hidden")

    def words(self) -> str:
        return " ".join(self.tiles.evaluate_all("(tiles) => tiles.map((e) => e.textContent)"))

    def drawn(self) -> str:
        """Return the words that are seen, each once, in their order."""
        return " ".join(
            self.section.locator(".pe-drawing > svg").evaluate(
                """(svg) => [...svg.lastChild.children]
                  .map((tile) => tile.querySelector("text").textContent)"""
            )
        )

    def names(self) -> list[str]:
        return self.tiles.evaluate_all("(tiles) => tiles.map((e) => e.ariaLabel)")

    def button(self, name: str):
        return self.section.get_by_role("button", name=name, exact=True)

    def arc(self) -> list[float]:
        """Return where the first arc begins and where it ends, across."""
        curve = self.section.locator(".pe-drawing .pe-arc path").first.get_attribute("d")
        numbers = [
            float(part.split(",")[0]) for part in curve[1:].replace("C", " ").split("M")[0].split()
        ]
        return [numbers[0], numbers[-1]]

    def assert_answers(self, **settings) -> None:
        """Tiles, field, sentence and table say what the model says of these settings."""
        expected = text_of(EXPLORER, **settings)
        self.page.wait_for_function(SAYS, arg=expected.sentence)
        view = view_of(EXPLORER, **settings)
        assert self.words() == settings["words"] == self.drawn() == self.field.input_value()
        answers = zip(
            settings["words"].split(), view.values["labels"], view.values["confidence"], strict=True
        )
        assert self.names() == [
            f"{word}, {label}, {100 * sure:.0f}%" for word, label, sure in answers
        ]
        rows = self.section.locator("tbody tr").all()
        assert [row.locator("td").all_inner_texts() for row in rows] == expected.rows


START = "the dog chased the cat"


SWAPPED = "the cat chased the dog"
