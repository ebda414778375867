"""The face of an explorer as HTML: whole without a script, alive with one.

The figure, the sentence and the table stand in the HTML at their settings. `page.mjs` reads
controls, template and defaults from the `application/json` script and never repeats them. A site
loads `page.mjs` and `explorer.css` once for the page; Colab gets everything inline.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from importlib import resources
from posixpath import dirname, join, normpath
from typing import Any

from pe_book.declare import Control, Explorer, Slider, Toggle, View, plain
from pe_book.drawing import palette
from pe_book.drawing.picture import GROWTH, picture
from pe_book.numbers import fixed

BOOK = resources.files("pe_book")
IMPORT = re.compile(r'from "(\.{1,2}/[\w./]+\.mjs)"')
# Disabled, as the controls are, until a script stands behind them.
TOOLS = (
    '<div class="pe-tools"><button type="button" class="pe-reset" disabled>Reset</button>'
    '<button type="button" class="pe-enlarge" disabled>Larger</button>'
    '<button type="button" class="pe-copy" disabled>Copy link</button></div>'
)


def face(
    explorer: Explorer,
    settings: Mapping[str, Any],
    *,
    live: bool = True,
    key: str = "",
    plays: bool = False,
) -> str:
    """Return the explorer at complete settings as HTML, without style and script of its own.

    Without `live` it has no controls, since no script will answer them. `key` tells two explorers
    of the same name on one page apart. One that `plays` begins by itself.
    """
    key = key or explorer.name
    view = explorer.update(**settings)
    twin = has_twin(explorer)
    size = explorer.template["layout"]
    # In rem: a figure grows with the page's letters.
    shape = (
        f"--pe-ratio:{size['width'] / size['height']:.4g};"
        f"--pe-widest:{size['width'] * GROWTH / 16:.4g}rem"
    )
    data = {
        "name": explorer.name,
        "twin": twin,
        "controls": [control.spec() for control in explorer.controls],
        "start": dict(settings),
        "plays": plays,
        "template": explorer.template,
        "tokens": {f"@{k}": v for k, v in palette.ROLES.items()} | _scales(explorer),
    }
    # Inside a script element only the tag's end matters; this keeps it out.
    carried = json.dumps(plain(data), ensure_ascii=False, separators=(",", ":")).replace(
        "<", "\\u003c"
    )
    asks = escape(explorer.question)
    controls = _controls(explorer, settings, key) if live and explorer.controls else ""
    tools = TOOLS if controls and twin else ""
    return (
        f'<section class="pe-explorer" id="explorer-{key}" data-explorer="{explorer.name}" '
        f'data-key="{key}" aria-labelledby="pe-{key}-asks">'
        f'<div class="pe-head"><p class="pe-asks" id="pe-{key}-asks">{asks}</p>{tools}</div>'
        f'<div class="pe-body">{controls}{_note(explorer, live=live, twin=twin)}'
        f'<div class="pe-figure" style="{shape}">'
        f'<div class="pe-still">{_still(explorer, view)}</div></div>'
        f'<p class="pe-sentence">{escape(view.sentence)}</p></div>'
        f'<p class="pe-paper">{_settings(explorer, settings)}</p>'
        '<p class="pe-status" role="status" aria-live="polite"></p>'
        f'<details class="pe-data"><summary>The figure as a table</summary>'
        f'<div class="pe-scroll" tabindex="0" role="region" aria-label="Data: {asks}">'
        f"{_table(view)}</div></details>"
        f'<script type="application/json">{carried}</script></section>'
    )


def inline_face(explorer: Explorer, settings: Mapping[str, Any], key: str = "") -> str:
    """Return the face with its style and scripts inside, for a host that serves no files.

    Each module becomes a blob, its imports rewritten to the blobs of those it needs. Nothing is
    asked of the network.
    """
    parts = [f"<style>{style()}</style>", face(explorer, settings, key=key)]
    if has_twin(explorer):
        page, twin = "faces/page.mjs", _twin(explorer)
        texts = [[path, _linked(path)] for path in _needed([page, twin])]
        sources = json.dumps(texts).replace("</", "<\\/")
        parts.append(
            '<script type="module">'
            "const urls={};"
            f"for(const [path,text] of {sources}){{"
            r'const code=text.replace(/"@([\w/]+\.mjs)"/g,(_,other)=>`"${urls[other]}"`);'
            'urls[path]=URL.createObjectURL(new Blob([code],{type:"text/javascript"}))}'
            f'const page=await import(urls["{page}"]);'
            f'page.start(document,{{module:()=>urls["{twin}"],address:false}})'
            "</script>"
        )
    return "".join(parts)


def has_twin(explorer: Explorer) -> bool:
    """Return whether `<name>.mjs` stands beside `<name>.py`."""
    return BOOK.joinpath(_twin(explorer)).is_file()


def style() -> str:
    """Return the style of all explorers, for hosts that serve no files."""
    return _read("faces/explorer.css")


def words(slider: Slider, value: float) -> str:
    """Return the value of a slider as it stands beside it; `words` of page.mjs gives the same.

    >>> words(Slider("k", "offset", 0, 10, unit="positions"), 1)
    '1 position'
    """
    unit = slider.unit[:-1] if value == 1 and slider.unit.endswith("s") else slider.unit
    return f"{fixed(value, slider.digits)} {unit}".rstrip()


def _twin(explorer: Explorer) -> str:
    return f"explorers/{explorer.name}.mjs"


def _linked(path: str) -> str:
    """Return a module whose imports name the path of what they need, from `pe_book` on."""
    return IMPORT.sub(lambda m: f'from "@{normpath(join(dirname(path), m[1]))}"', _read(path))


def _needed(paths: list[str]) -> list[str]:
    """Return the modules and all that they import, each after what it needs."""
    order: list[str] = []

    def visit(path: str) -> None:
        if path not in order:
            for other in re.findall(r'from "@([\w/]+\.mjs)"', _linked(path)):
                visit(other)
            order.append(path)

    for path in paths:
        visit(path)
    return order


def _read(path: str) -> str:
    return BOOK.joinpath(path).read_text(encoding="utf-8")


def _scales(explorer: Explorer) -> dict[str, Any]:
    """Return the color maps that the template names; no page carries one that it does not use."""
    return {
        token: palette.tokens()[token]
        for token in ("@diverging", "@sequential")
        if token in json.dumps(plain(explorer.template))
    }


def _still(explorer: Explorer, view: View) -> str:
    return picture(plain(explorer.figure(view)), alt=explorer.alt).svg


def _controls(explorer: Explorer, settings: Mapping[str, Any], key: str) -> str:
    rows = "".join(_control(c, settings, f"pe-{key}-{c.name}") for c in explorer.controls)
    # Disabled until a script stands behind them; a fieldset does it for all at once.
    return (
        '<form class="pe-controls" autocomplete="off"><fieldset disabled>'
        f'<legend class="pe-unseen">Settings</legend>{rows}</fieldset></form>'
    )


def _settings(explorer: Explorer, settings: Mapping[str, Any]) -> str:
    """Return the settings in words, for paper; `said` of page.mjs gives the same."""
    said = []
    for control in explorer.controls:
        value = settings[control.name]
        if isinstance(control, Slider):
            text = words(control, value)
        elif isinstance(control, Toggle):
            text = "yes" if value else "no"
        else:
            text = dict(control.options)[value]
        said.append(f"{control.label}: {text}")
    return escape("; ".join(said))


def _control(control: Control, settings: Mapping[str, Any], name: str) -> str:
    value = settings[control.name]
    label = f'<label for="{name}">{escape(control.label)}</label>'
    base = f'id="{name}" name="{control.name}"'
    if isinstance(control, Toggle):
        checked = " checked" if value else ""
        return f'<div class="pe-toggle"><input type="checkbox" {base}{checked}>{label}</div>'
    if isinstance(control, Slider):
        allowed = control.allowed(settings)
        if control.choices:
            low, high, step, now = 0, len(allowed) - 1, 1, allowed.index(value)
        else:
            low, high, step, now = control.min, allowed[-1], control.step, value
        text = escape(words(control, value))
        play = '<button type="button" class="pe-play">Play</button>' if control.pace else ""
        return (
            f'<div class="pe-slider">{label}<output for="{name}" aria-live="off">{text}</output>'
            f'<input type="range" {base} min="{low}" max="{high}" step="{step}" value="{now}" '
            f'aria-valuetext="{text}">{play}</div>'
        )
    options = "".join(
        f'<option value="{escape(v)}"{" selected" if v == value else ""}>{escape(text)}</option>'
        for v, text in control.options
    )
    return f'<div class="pe-choice">{label}<select {base}>{options}</select></div>'


def _note(explorer: Explorer, *, live: bool, twin: bool) -> str:
    """Return the place for messages, filled where it is known now that nothing will move."""
    still = "The figure stands at its default settings. "
    text = ""
    if explorer.controls and not live:
        text = "This is a still of the figure; run the cell to get its controls."
    elif explorer.controls and not twin:
        text = still + "Open this chapter in JupyterLab, Binder or Colab and run it to move them."
    offer = ""
    if live and twin and explorer.controls:
        offer = f'<noscript><p class="pe-note">{still}Its controls need JavaScript.</p></noscript>'
    hidden = "" if text else " hidden"
    return f'<p class="pe-note pe-message"{hidden}>{escape(text)}</p>{offer}'


def _table(view: View) -> str:
    header, rows = view.table
    head = "".join(f'<th scope="col">{escape(str(cell))}</th>' for cell in header)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in plain(list(row))) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
