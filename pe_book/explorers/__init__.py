"""The explorers: figures with controls that answer one question each.

`explorers.show("waves")` in a notebook gives sliders that drive `pe_lib`; on a page of the book the
same call gives the same figure with sliders that work in the browser. Each module here declares
`EXPLORER`; `<name>.mjs` beside it is its twin for the browser. `ALL` holds the declarations.
"""

import importlib
import pkgutil
from typing import Any

from pe_book import host
from pe_book.declare import Explorer
from pe_book.renderer.notebook import Shown

__all__ = ["ALL", "show"]

ALL: dict[str, Explorer] = {
    name: importlib.import_module(f"{__name__}.{name}").EXPLORER
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__))
}
for _name, _explorer in ALL.items():
    if _explorer.name != _name:
        raise ValueError(f"{_name}.py declares an explorer named {_explorer.name!r}")


def show(name: str, **settings: Any) -> Shown:
    """Return an explorer as a cell shows it, with its defaults for settings not given.

    Without any, a live cell gets an explorer of its page as the reader has set it.
    """
    if name not in ALL:
        raise ValueError(f"an explorer is one of {list(ALL)}, not {name!r}")
    return Shown(ALL[name], **(settings or host.settings_on_page.get(name, {})))
