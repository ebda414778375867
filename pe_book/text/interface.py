"""The interface's words: what buttons, hints and messages say, in the language of the book.

In the code they are English. A translation is a catalog of gettext; `python -m tools
translation FILE` writes its template. In the browser, `gettext` of declare/wording.mjs looks the
words up in a table that only a page in another language carries.
"""

from __future__ import annotations

import gettext as standard
import json
from pathlib import Path

#: A translation of the book names its own, and has locale/LANGUAGE/LC_MESSAGES/interface.mo.
LANGUAGE = "en"
LOCALE = Path(__file__).parent / "locale"

catalog = standard.translation("interface", LOCALE, [LANGUAGE], fallback=True)


def gettext(text: str, **values: str) -> str:
    """Return a text of the interface in the book's language, its placeholders filled."""
    translated = catalog.gettext(text)
    return translated.format(**values) if values else translated


def words_for_scripts() -> str:
    """Return the words that scripts look up as JSON; an English book has none."""
    words = {text: words for text, words in getattr(catalog, "_catalog", {}).items() if text}
    return json.dumps(words, ensure_ascii=False) if words else ""


def table_for_scripts() -> str:
    """Return the element of a page with the words that scripts look up."""
    table = words_for_scripts().replace("<", "\\u003c")
    if not table:
        return ""
    return f'<script type="application/json" class="pe-interface">{table}</script>'
