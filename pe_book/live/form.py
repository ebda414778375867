"""The fields above a live cell to which a reader brings a file, or chooses an example."""

import html
import json
from collections.abc import Mapping


def form_html(
    name: str,
    legend: str,
    labels: tuple[str, str],
    accept: str,
    note: str,
    codes: Mapping[str, str],
    max_bytes: int,
    more: str = "",
) -> str:
    """Return the fields as HTML, disabled until there is a script behind them.

    `labels` are those of the file and of the examples, `codes` the examples by their names, and
    `more` is HTML after these fields.
    """
    file, example = labels
    options = "".join(f"<option>{html.escape(label)}</option>" for label in codes)
    carried = json.dumps({"codes": codes, "maxBytes": max_bytes}).replace("<", "\\u003c")
    return (
        f'<fieldset class="pe-bring" disabled><legend>{legend}</legend>'
        f'<p><label for="pe-{name}-file">{file}</label> <input type="file" id="pe-{name}-file" '
        f'accept="{accept}" aria-describedby="pe-{name}-note"></p>'
        f'<p class="pe-table-note" id="pe-{name}-note">{note}</p>'
        f'<p><label for="pe-{name}-example">{example}</label> '
        f'<select id="pe-{name}-example" autocomplete="off">{options}</select></p>{more}'
        f'</fieldset><script type="application/json">{carried}</script>'
    )
