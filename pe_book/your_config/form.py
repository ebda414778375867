"""The page at rest: fields for a file, an example and a length, and the first example answered."""

import html
import json

from pe_book.live.report import Report
from pe_book.your_config.examples import EXAMPLES, text
from pe_book.your_config.report import LONGEST, report
from pe_check.config.files import MAX_BYTES, parse_config


def code(name: str) -> str:
    """Return an example as it stands in the editor."""
    return text(name)


def answer() -> Report:
    """Return the report on the first example."""
    return report(parse_config(text(next(iter(EXAMPLES)))))


def form() -> str:
    """Return the controls as HTML, disabled until there is a script behind them."""
    options = "".join(f"<option>{html.escape(name)}</option>" for name in EXAMPLES)
    carried = {"codes": {name: text(name) for name in EXAMPLES}, "maxBytes": MAX_BYTES}
    data = json.dumps(carried).replace("<", "\\u003c")
    file, example, length, note = (
        "A config.json",
        "Or paste one into the editor, or begin with",
        "Positions of the text (empty: max_position_embeddings)",
        (
            "You can drop the file anywhere on this page. It is read in your browser as JSON: "
            "nothing is uploaded, nothing in it is run."
        ),
    )
    return (
        f'<fieldset class="pe-bring" disabled><legend>Your configuration</legend>'
        f'<p><label for="pe-config-file">{file}</label> '
        '<input type="file" id="pe-config-file" accept=".json,application/json" '
        'aria-describedby="pe-config-note"></p>'
        f'<p class="pe-table-note" id="pe-config-note">{note}</p>'
        f'<p><label for="pe-config-example">{example}</label> '
        f'<select id="pe-config-example" autocomplete="off">{options}</select></p>'
        f'<p><label for="pe-config-length">{length}</label> '
        f'<input type="number" id="pe-config-length" min="1" max="{LONGEST}" inputmode="numeric" '
        'autocomplete="off"></p></fieldset>'
        f'<script type="application/json">{data}</script>'
    )
