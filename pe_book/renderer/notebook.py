"""An explorer as the value of a cell: a widget in a live notebook, HTML on a page."""

from __future__ import annotations

from typing import Any

from pe_book.declare import Explorer, Settings
from pe_book.notebook.host import host
from pe_book.renderer import markup, node


class Shown:
    """An explorer as a page shows it, or a notebook that has no widgets, at fixed settings."""

    def __init__(self, explorer: Explorer, settings: Settings, error: str = "") -> None:
        self.explorer = explorer
        self.settings = settings
        self._error = error

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self.settings.items())
        return f"explorers.show({self.explorer.name!r}{given})"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        if host() == "page":
            rendering = node.render(self.explorer, self.settings)
            html = markup.explorer_html(self.explorer, self.settings, rendering)
        else:
            html = markup.static_html(self.explorer, self.settings, error=self._error)
        return {"text/plain": repr(self), "text/html": html}


def shown(explorer: Explorer, settings: Settings) -> Any:
    """Return what a cell shows of an explorer at complete settings, with these as `settings`."""
    if host() == "page":
        return Shown(explorer, settings)
    try:
        # Imported only here: neither a page nor the Python on a page has it.
        from pe_book.renderer.widget import ExplorerWidget
    except ImportError as error:
        return Shown(explorer, settings, error=str(error))
    return ExplorerWidget(explorer, settings)
