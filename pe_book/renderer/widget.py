"""An explorer as a widget of a notebook, whose settings both the reader and Python may change."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import anywidget
import traitlets

from pe_book.declare import Explorer, to_json_values
from pe_book.renderer import bundle, markup


def figure_id(explorer: Explorer, settings: dict[str, Any]) -> str:
    """Return the same name of a still in each run, so that a notebook run twice is the same."""
    words = json.dumps(to_json_values(settings), sort_keys=True)
    return f"{explorer.name}-{sha256(words.encode()).hexdigest()[:8]}"


class ExplorerWidget(anywidget.AnyWidget):
    """The explorer that a page shows, in a notebook.

    `settings` holds all settings. Assigning some of them moves their controls and leaves the
    others: `waves.settings = {"base": 100}`. Its changes can be observed.
    """

    settings = traitlets.Dict().tag(sync=True)
    html = traitlets.Unicode().tag(sync=True)
    figure_id = traitlets.Unicode().tag(sync=True)

    def __init__(self, explorer: Explorer, settings: dict[str, Any]) -> None:
        self.explorer = explorer
        self._esm = bundle.widget_module(explorer.name)
        html = markup.explorer_html(explorer, settings, None)
        # All in the message that opens the comm: a busy page may draw before an update arrives.
        super().__init__(settings=settings, html=html, figure_id=figure_id(explorer, settings))

    @traitlets.validate("settings")
    def _complete(self, proposal: Any) -> dict[str, Any]:
        return self.explorer.check(**(self.settings | proposal["value"]))

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self.settings.items())
        return f"explorers.show({self.explorer.name!r}{given})"

    def _ipython_display_(self) -> None:
        """Show a still at once, which is stored with the notebook, and the widget below it.

        The widget hides the still when it has drawn the figure, and so it stays where that fails.
        """
        from IPython.display import display

        display(
            {"text/html": markup.static_html(self.explorer, self.settings, self.figure_id)},
            raw=True,
        )
        missing = f"{self!r}: the live figure needs a Jupyter that has ipywidgets and anywidget."
        bundle_of_widget, metadata = self._repr_mimebundle_()
        display({**bundle_of_widget, "text/plain": missing}, metadata=metadata, raw=True)
