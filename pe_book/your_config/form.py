"""The page at rest: fields for a file, an example and a length, and the first example answered."""

from pe_book.live.form import form_html
from pe_book.live.report import Report
from pe_book.your_config.examples import EXAMPLES, text
from pe_book.your_config.report import LONGEST, report
from pe_check.config.files import MAX_BYTES, parse_config


def code(name: str) -> str:
    """Return an example as the editor shows it."""
    return text(name)


def answer() -> Report:
    """Return the report on the first example."""
    return report(parse_config(text(next(iter(EXAMPLES)))))


def form() -> str:
    """Return the fields for a configuration as HTML."""
    note = (
        "You can drop the file anywhere on this page. Your browser reads it as JSON: "
        "nothing is uploaded, and nothing in it is run."
    )
    length = (
        '<p><label for="pe-config-length">Positions of the text (empty: max_position_embeddings)'
        '</label> <input type="number" id="pe-config-length" min="1" '
        f'max="{LONGEST}" inputmode="numeric" autocomplete="off"></p>'
    )
    return form_html(
        "config",
        "Your configuration",
        ("A config.json", "Or paste one into the editor, or start with"),
        ".json,application/json",
        note,
        {name: text(name) for name in EXAMPLES},
        MAX_BYTES,
        length,
    )
