"""The explorers: figures with controls that answer one question each.

`explorers.show("waves")` shows one in a cell, and the same on a page of the book. Each module
declares `EXPLORER`; `<name>.mjs` beside it computes what it shows. `ALL` holds the declarations.
"""

import importlib
import pkgutil
from typing import Any

from pe_book.declare import Explorer
from pe_book.renderer.notebook import shown

__all__ = ["ALL", "show"]

ALL: dict[str, Explorer] = {
    name: importlib.import_module(f"{__name__}.{name}").EXPLORER
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__))
}
for _name, _explorer in ALL.items():
    if _explorer.name != _name:
        raise ValueError(f"{_name}.py declares an explorer named {_explorer.name!r}")


def show(name: str, **settings: Any) -> Any:
    """Return an explorer as a cell shows it, with its defaults for settings not given.

    Its `settings` are what the reader has set. In a notebook they may be assigned and observed.
    """
    if name not in ALL:
        raise ValueError(f"an explorer is one of {list(ALL)}, not {name!r}")
    return shown(ALL[name], ALL[name].check(**settings))
