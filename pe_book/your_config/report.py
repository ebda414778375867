"""What a configuration says of positions, as HTML: its layers, what is easily got wrong, a length.

It needs numpy and the library alone, so that it runs in a page's Python as well.
"""

import html
import re
from collections.abc import Iterable, Mapping
from typing import Any

from pe_book.live.report import Report
from pe_book.text.numbers import fixed
from pe_book.your_config.picture import COLORS, MUTED, strip
from pe_check.config import Inspection, inspect_config
from pe_check.config.describe import facts, headline, not_read, sentences_at, title
from pe_check.config.files import parse_config
from pe_check.config.pitfalls import pitfalls
from pe_check.numbers import number

#: Positions from here on are no longer exact in the library.
LONGEST = 2**29 - 1


def of_text(text: str, length: str = "") -> Report:
    """Return the report on the text of a config.json, for a text of so many positions."""
    try:
        return report(parse_config(text), _length(length))
    except ValueError as error:
        line = re.search(r"in line (\d+)", str(error))
        message = str(error)
        return Report.refusal(message[0].upper() + message[1:], int(line[1]) if line else 0)


def _length(given: str) -> int | None:
    if not given.strip():
        return None
    if not given.strip().isdecimal() or not 1 <= int(given) <= LONGEST:
        raise ValueError(
            f"the length must be a whole number from 1 to {fixed(LONGEST)}, but it is {given}"
        )
    return int(given)


def report(config: Mapping[str, Any], length: int | None = None) -> Report:
    """Return the report on a configuration."""
    inspection = inspect_config(config)
    chosen = length or inspection.max_positions or inspection.trained_length or 4096
    found = [each.text for each in pitfalls(inspection)]
    parts = [
        f"<p><strong>{_marked(headline(inspection))}.</strong></p>",
        strip(inspection),
        _groups(inspection),
        _listing("Easy to get wrong with this config", found, "pe-traps"),
        _listing(
            f"In a text of {number(chosen)} positions",
            sentences_at(inspection, chosen),
        ),
        f'<p class="pe-table-note">{_marked(not_read(inspection))}</p>',
    ]
    summary = f"{headline(inspection)}. {len(found)} notes."
    return Report("\n".join(part for part in parts if part), summary)


def _groups(inspection: Inspection) -> str:
    """Return the facts on each group of layers, one card beside the other."""
    cards = []
    for i, group in enumerate(inspection.groups):
        color = COLORS[i % len(COLORS)] if group.rope else MUTED
        rows = "".join(
            f"<div><dt>{html.escape(name)}</dt><dd>{_marked(value)}</dd></div>"
            for name, value in facts(group, inspection)
        )
        count = f"{len(group.layers)} of {inspection.n_layers} layers"
        cards.append(
            f'<div class="pe-layers" style="--group:{color}"><p class="pe-layers-title">'
            f"<strong>{_marked(title(group))}</strong> <small>{count}</small></p>"
            f"<dl>{rows}</dl></div>"
        )
    return f'<div class="pe-layer-groups">{"".join(cards)}</div>'


def _listing(heading: str, sentences: Iterable[str], name: str = "") -> str:
    items = "".join(f"<li>{_marked(sentence.strip())}</li>" for sentence in sentences)
    if not items:
        return ""
    return (
        f'<div class="{name}"><p><strong>{html.escape(heading)}</strong></p><ul>{items}</ul></div>'
    )


#: What is set as code: names with an underscore, and two that have none.
NAMES = re.compile(r"(?<![\w.])(?:[\w.]*[A-Za-z]_\w[\w.]*\b|config\.json)")


def _marked(sentence: str) -> str:
    """Return a sentence as HTML, with the names of fields as code."""
    return NAMES.sub(lambda found: f"<code>{found[0]}</code>", html.escape(sentence, quote=False))
