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

from pe_book.declare import Control, Explorer, Preset, Slider, Text, Toggle, View, Words, plain
from pe_book.drawing import palette
from pe_book.drawing.picture import picture
from pe_book.interface import gettext, table_for_scripts
from pe_book.numbers import fixed

BOOK = resources.files("pe_book")
IMPORT = re.compile(r'(from |import\()"(\.{1,2}/[\w./]+\.(?:mjs|json))"')
WIDEST = 1.4  # how far a figure grows beyond its design where there is room
#: Controls in the row below the figure; the others open with one button.
MOST_IN_ROW = 3
# Disabled, as the controls are, until a script stands behind them.
TOOLS = (
    f'<details class="pe-menu"><summary aria-label="{gettext("This figure")}" '
    f'title="{gettext("This figure")}"><span aria-hidden="true">⋯</span></summary>'
    f'<div class="pe-tools">'
    f'<button type="button" class="pe-reset" disabled>{gettext("Reset")}</button>'
    f'<button type="button" class="pe-enlarge" disabled>{gettext("Larger")}</button>'
    f'<button type="button" class="pe-copy" disabled>{gettext("Copy link")}</button>'
    f'<button type="button" class="pe-embed" disabled>{gettext("Embed")}</button>'
    f"</div></details>"
)

PREDICT = f'<button type="button" class="pe-predict" disabled>{gettext("Predict first")}</button>'


def explorer_html(
    explorer: Explorer,
    settings: Mapping[str, Any],
    *,
    live: bool = True,
    key: str = "",
    simple: bool = False,
    level: int = 3,
) -> str:
    """Return the explorer at complete settings as HTML, without style and script of its own.

    Without `live` it has no controls, since no script will answer them. `key` tells two explorers
    of the same name on one page apart. A `simple` one begins with its presets and its first
    control; the other controls are folded away. The question is a heading of `level`: in a
    chapter an explorer stands in a section, whose heading is of level 2.
    """
    key = key or explorer.name
    view = explorer.view_at(dict(settings))
    text = explorer.say(view)
    module = has_module(explorer)
    size = explorer.template["layout"]
    # In rem: a figure grows with the page's letters.
    shape = (
        f"--pe-ratio:{size['width'] / size['height']:.4g};"
        f"--pe-widest:{size['width'] * WIDEST / 16:.4g}rem"
    )
    data = {
        "name": explorer.name,
        "module": module,
        "controls": [control.spec() for control in explorer.controls],
        "start": dict(settings),
        "template": explorer.template,
        "wording": explorer.wording.spec(),
        "handles": [handle.spec() for handle in explorer.handles],
        "prediction": explorer.prediction and explorer.prediction.spec(),
        "symbols": [symbol.spec() for symbol in explorer.symbols],
        "law": explorer.law,
        "tokens": palette.page_roles() | _scales(explorer),
    }
    # Inside a script element only the tag's end matters; this keeps it out.
    carried = json.dumps(plain(data), ensure_ascii=False, separators=(",", ":")).replace(
        "<", "\\u003c"
    )
    asks = escape(explorer.question)
    movable = live and explorer.controls
    tools = TOOLS if movable and module else ""
    predict = PREDICT if tools and explorer.prediction else ""
    controls = _controls(explorer, settings, key, predict, simple=simple) if movable else ""
    figure = (
        f'<div class="pe-figure" style="{shape}">'
        f'<div class="pe-still">{_still(explorer, view)}</div></div>'
    )
    return (
        f'<section class="pe-explorer" id="explorer-{key}" data-explorer="{explorer.name}" '
        f'data-key="{key}" aria-labelledby="pe-{key}-asks">'
        f'<div class="pe-body"><div class="pe-head">'
        f'<h{level} class="pe-asks" id="pe-{key}-asks">{asks}</h{level}>{tools}</div>'
        f'{figure}<p class="pe-sentence">{_sentence(explorer, view)}</p>'
        f"{controls}{_note(explorer, live=live, module=module)}</div>"
        f'<p class="pe-paper">{_settings(explorer, settings)}</p>'
        '<p class="pe-status" role="status" aria-live="polite"></p>'
        f'<details class="pe-data"><summary>{gettext("The figure as a table")}</summary>'
        f'<div class="pe-scroll" tabindex="0" role="region" '
        f'aria-label="{gettext("Data: {question}", question=asks)}">'
        f"{_table(text)}</div></details>"
        f'<script type="application/json">{carried}</script></section>'
    )


def standalone_html(explorer: Explorer, settings: Mapping[str, Any], key: str = "") -> str:
    """Return the face with its style and scripts inside, for a host that serves no files.

    Each module becomes a blob, its imports rewritten to the blobs of those it needs. Nothing is
    asked of the network.
    """
    parts = [
        table_for_scripts(),
        f"<style>{style()}</style>",
        explorer_html(explorer, settings, key=key),
    ]
    if has_module(explorer):
        page, module = "renderer/page.mjs", _module(explorer)
        texts = [[path, _linked(path)] for path in needed([page, module])]
        sources = json.dumps(texts).replace("</", "<\\/")
        parts.append(
            '<script type="module">'
            "const urls={};"
            f"for(const [path,text] of {sources}){{"
            r'const code=text.replace(/"@([\w/]+\.(?:mjs|json))"/g,(_,other)=>`"${urls[other]}"`);'
            'const type=path.endsWith(".json")?"application/json":"text/javascript";'
            "urls[path]=URL.createObjectURL(new Blob([code],{type}))}"
            f'const page=await import(urls["{page}"]);'
            f'page.start(document,{{module:()=>urls["{module}"],address:false}})'
            "</script>"
        )
    return "".join(parts)


def has_module(explorer: Explorer) -> bool:
    """Return whether `<name>.mjs` stands beside `<name>.py`."""
    return BOOK.joinpath(_module(explorer)).is_file()


def style() -> str:
    """Return the style of all explorers, for hosts that serve no files."""
    return palette.CSS + _read("renderer/explorer.css") + _read("renderer/tiles.css")


def words(slider: Slider, value: float) -> str:
    """Return the value of a slider as it stands beside it; `words` of page.mjs gives the same.

    >>> words(Slider("k", "offset", 0, 10, unit="positions"), 1)
    '1 position'
    """
    unit = slider.unit[:-1] if value == 1 and slider.unit.endswith("s") else slider.unit
    return f"{fixed(value, slider.digits)} {unit}".rstrip()


def _module(explorer: Explorer) -> str:
    return f"explorers/{explorer.name}.mjs"


def _linked(path: str) -> str:
    """Return a module whose imports name the path of what they need, from `pe_book` on."""
    return IMPORT.sub(lambda m: f'{m[1]}"@{normpath(join(dirname(path), m[2]))}"', _read(path))


def needed(paths: list[str], *, later: bool = True) -> list[str]:
    """Return the modules and all that they import, now or `later`, each after what it needs."""
    order: list[str] = []
    kinds = r"from |import\(" if later else "from "
    imports = re.compile(rf'(?:{kinds})"@([\w/]+\.(?:mjs|json))"')

    def visit(path: str) -> None:
        if path not in order:
            for other in imports.findall(_linked(path)):
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


def _sentence(explorer: Explorer, view: View) -> str:
    """Return the sentence, with its numbers in the colors of what they name in the figure."""
    return "".join(
        f'<b class="pe-{role}">{escape(part)}</b>' if role else escape(part)
        for role, part in explorer.wording.parts(view.said, view.values)
    )


def _controls(
    explorer: Explorer, settings: Mapping[str, Any], key: str, predict: str, *, simple: bool
) -> str:
    """Return the form: a row of a few controls, and the others behind one button.

    A `simple` form begins with the presets, and has one control in its row.
    """
    # What can be played stands first, since it moves the figure.
    controls = sorted(explorer.controls, key=lambda control: not getattr(control, "pace", 0))
    rows = [_control(c, settings, f"pe-{key}-{c.name}") for c in controls]
    presets = [_preset(preset, settings) for preset in explorer.presets] if simple else []
    row = 1 if simple else MOST_IN_ROW
    shown, others = [*rows[:row], predict], rows[row:]
    if others:
        labels = ", ".join(escape(control.label) for control in controls[row:])
        more = (
            f'<summary title="{labels}">{gettext("More settings")}</summary>'
            f'<div class="pe-others">{"".join(others)}</div>'
        )
        shown.append(f'<details class="pe-more">{more}</details>')
    # Disabled until a script stands behind them; a fieldset does it for all at once.
    return (
        '<form class="pe-controls" autocomplete="off"><fieldset disabled>'
        f'<legend class="pe-unseen">{gettext("Settings")}</legend>{"".join(presets + shown)}'
        "</fieldset></form>"
    )


def _preset(preset: Preset, settings: Mapping[str, Any]) -> str:
    buttons = []
    for text, made in preset.options:
        pressed = "true" if made.items() <= settings.items() else "false"
        buttons.append(
            f'<button type="button" data-settings="{escape(json.dumps(made))}" '
            f'aria-pressed="{pressed}">{escape(text)}</button>'
        )
    label = escape(preset.label)
    return (
        f'<div class="pe-preset" role="group" aria-label="{label}">'
        f'<span aria-hidden="true">{label}</span>{"".join(buttons)}</div>'
    )


def _settings(explorer: Explorer, settings: Mapping[str, Any]) -> str:
    """Return the settings in words, for paper; `settingsText` of page.mjs gives the same."""
    said = []
    for control in explorer.controls:
        value = settings[control.name]
        if isinstance(control, Slider):
            text = words(control, value)
        elif isinstance(control, Toggle):
            text = gettext("yes") if value else gettext("no")
        elif isinstance(control, Words):
            text = value
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
        play = f'<button type="button" class="pe-play">{gettext("Play")}</button>'
        return (
            f'<div class="pe-slider">{label}<output for="{name}" aria-live="off">{text}</output>'
            f'<input type="range" {base} min="{low}" max="{high}" step="{step}" value="{now}" '
            f'aria-valuetext="{text}">{play if control.pace else ""}</div>'
        )
    if isinstance(control, Words):
        return (
            f'<div class="pe-words">{label}<input type="text" {base} value="{value}" '
            f'data-words="{value}" spellcheck="false" autocapitalize="none" enterkeyhint="done">'
            '<p class="pe-note pe-words-note" role="alert" hidden></p></div>'
        )
    options = "".join(
        f'<option value="{escape(v)}"{" selected" if v == value else ""}>{escape(text)}</option>'
        for v, text in control.options
    )
    return f'<div class="pe-choice">{label}<select {base}>{options}</select></div>'


def _note(explorer: Explorer, *, live: bool, module: bool) -> str:
    """Return the place for messages, filled where it is known now that nothing will move."""
    text = ""
    if explorer.controls and not live:
        text = gettext("This is a still of the figure; run the cell to get its controls.")
    elif explorer.controls and not module:
        text = gettext(
            "The figure stands at its default settings. "
            "Open this chapter in JupyterLab, Binder or Colab and run it to move them."
        )
    offer = ""
    if live and module and explorer.controls:
        need = gettext("The figure stands at its default settings. Its controls need JavaScript.")
        offer = f'<noscript><p class="pe-note">{need}</p></noscript>'
    hidden = "" if text else " hidden"
    return f'<p class="pe-note pe-message"{hidden}>{escape(text)}</p>{offer}'


def _table(text: Text) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in text.header)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in text.rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
