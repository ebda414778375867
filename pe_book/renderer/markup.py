"""The HTML of an explorer, on a page and in a notebook: whole without a script, alive with one.

The figure, the sentence and the table are in it at their settings, as `node.py` renders them.
`explorer.mjs` reads controls, template and defaults from the `application/json` script and never
repeats them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from pe_book.declare import Control, Explorer, SentenceInput, Slider, Switch, Toggle, to_json_values
from pe_book.declare.wording import COLORS
from pe_book.renderer import bundle, node
from pe_book.renderer.node import Rendering
from pe_book.text.numbers import fixed

#: Controls in the row below the figure; the others open with one button.
MAX_IN_ROW = 3
WIDEST = 1.4  # how far a figure grows beyond its design where there is room
SHARED = ("copy", "embed")  # tools that need an address
# Disabled, as the controls are, until the script runs.
TOOLS = {
    "reset": "Reset",
    "fullscreen": "Full screen",
    "copy": "Copy link",
    "embed": "Embed",
}
PREDICT = '<button type="button" class="pe-predict" disabled>Predict first</button>'


def explorer_html(
    explorer: Explorer,
    settings: Mapping[str, Any],
    rendering: Rendering | None,
    *,
    key: str = "",
    simple: bool = False,
    level: int = 3,
) -> str:
    """Return the explorer at complete settings as HTML, without style and script of its own.

    A notebook's widget gives no `rendering`: it draws at once, and no address tells its settings.
    `key` tells two explorers of the same name on one page apart. A `simple` one has its switch
    alone; an address still moves the controls behind it. The question is a heading of
    `level`: in a chapter an explorer is in a section, whose heading is of level 2.
    """
    key = key or explorer.name
    data = json.dumps(
        node.carried(explorer) | {"start": to_json_values(dict(settings))},
        ensure_ascii=False,
        separators=(",", ":"),
    )
    # Inside a script element only the tag's end matters; this keeps it out.
    data = data.replace("<", "\\u003c")
    names = [name for name in TOOLS if rendering or name not in SHARED]
    tools = "".join(
        f'<button type="button" class="pe-{name}" disabled>{TOOLS[name]}</button>' for name in names
    )
    tools = _menu(tools) if explorer.controls else ""
    predict = PREDICT if tools and explorer.prediction else ""
    controls = ""
    if explorer.controls:
        controls = _controls(explorer, settings, key, predict, simple=simple)
    body = (
        f"{_figure(explorer, rendering)}{_line(explorer, rendering)}{controls}"
        f"{_messages(explorer)}{sentence(rendering)}"
    )
    if simple:
        body = f"{_figure(explorer, rendering)}{sentence(rendering)}{controls}{_messages(explorer)}"
    if explorer.cards:
        body = (
            f"{controls}{_messages(explorer)}{_figure(explorer, rendering)}"
            f"{_cards(explorer, rendering)}{sentence(rendering)}"
        )
    after = (
        f'<p class="pe-paper">{_settings(explorer, settings)}</p>'
        '<p class="pe-status" role="status" aria-live="polite"></p>'
        f'{_data(rendering, key)}<script type="application/json">{data}</script>'
    )
    return _section(explorer, key, level, body, after, tools, simple)


def static_html(
    explorer: Explorer, settings: Mapping[str, Any], figure_id: str = "", error: str = ""
) -> str:
    """Return a still of the explorer, with its style, which a notebook shows before the widget.

    The widget finds it by `figure_id`; `error` is why there is none.
    """
    reason = "This is a still of the figure. If you don’t see its controls below, run the cell."
    if error:
        reason = (
            f"This is a still of the figure. Its controls need ipywidgets and anywidget ({error})."
        )
    try:
        rendering = node.render(explorer, settings)
    except OSError as missing:
        rendering = None
        reason += f" It can’t be drawn without node ({missing})."
    note = f'<p class="pe-note pe-message">{escape(reason)}</p>'
    body = f"{_figure(explorer, rendering)}{_line(explorer, rendering)}{note}{sentence(rendering)}"
    key = f"still-{figure_id or explorer.name}"
    after = f'<p class="pe-paper">{_settings(explorer, settings)}</p>{_data(rendering, key)}'
    section = _section(explorer, key, 3, body, after)
    return f'<div data-static-figure="{figure_id}"><style>{bundle.style()}</style>{section}</div>'


def _menu(tools: str) -> str:
    name = "This figure"
    return (
        f'<details class="pe-menu"><summary aria-label="{name}" title="{name}">'
        f'<span aria-hidden="true">⋯</span></summary><div class="pe-tools">{tools}</div></details>'
    )


def _section(
    explorer: Explorer,
    key: str,
    level: int,
    body: str,
    after: str,
    tools: str = "",
    simple: bool = False,
) -> str:
    asks = escape(explorer.question)
    # Known before its contents are: they come in pieces, and what has come is shown.
    begins = (" data-simple" if simple else "") + (" data-scene" if _has_scene(explorer) else "")
    begins += " data-cards" if explorer.cards else ""
    return (
        f'<section class="pe-explorer" id="explorer-{key}" data-explorer="{explorer.name}" '
        f'data-key="{key}" aria-labelledby="pe-{key}-asks"{begins}>'
        f'<div class="pe-body"><div class="pe-head">'
        f'<h{level} class="pe-asks" id="pe-{key}-asks">{asks}</h{level}>{tools}</div>'
        f"{body}</div>{after}</section>"
    )


def _has_scene(explorer: Explorer) -> bool:
    return "scene" in explorer.template


def _figure(explorer: Explorer, rendering: Rendering | None) -> str:
    size, wide = explorer.template["layout"], explorer.wide_layout
    # In rem: a figure grows with the page's letters.
    shape = (
        f"--pe-ratio:{size['width'] / size['height']:.4g};"
        f"--pe-widest:{size['width'] * WIDEST / 16:.4g}rem"
    )
    if wide:
        shape += f";--pe-wide-ratio:{wide['width'] / wide['height']:.4g}"
    svg = rendering.svg if rendering else ""
    stage = " pe-stage" if _has_scene(explorer) else " pe-has-wide" if wide else ""
    still = f'<div class="pe-still">{svg}</div>'
    return f'<div class="pe-figure{stage}" style="{shape}">{still}</div>'


def sentence(rendering: Rendering | None) -> str:
    """Return the sentence, with its numbers in the colors of what they name in the figure."""
    return f'<p class="pe-sentence">{_colored(rendering.parts if rendering else [])}</p>'


def _line(explorer: Explorer, rendering: Rendering | None) -> str:
    if not explorer.wording.line:
        return ""
    return f'<p class="pe-line">{_colored(rendering.line if rendering else [])}</p>'


def _colored(parts: Sequence[tuple[str, str]]) -> str:
    return "".join(
        f'<b class="pe-{role}">{escape(part)}</b>' if role else escape(part) for role, part in parts
    )


def _cards(explorer: Explorer, rendering: Rendering | None) -> str:
    """Return the cards over the figure, whose parts are pictures on them."""
    texts = rendering.cards if rendering else [[] for _ in explorer.cards]
    items = "".join(
        f'<li><a href="{card.page}.html"><small>Step {number}</small> '
        f"<strong>{escape(card.title)}</strong> "
        f'<span class="pe-says">{_colored(text)}</span></a></li>'
        for number, (card, text) in enumerate(zip(explorer.cards, texts, strict=True), 1)
    )
    return f'<ol class="pe-cards">{items}</ol>'


def _messages(explorer: Explorer) -> str:
    """Return the place for messages, and what is said where no script runs."""
    need = "The figure is at its default settings. Its controls need JavaScript."
    offer = f'<noscript><p class="pe-note">{need}</p></noscript>' if explorer.controls else ""
    return f'<p class="pe-note pe-message" hidden></p>{offer}'


def _data(rendering: Rendering | None, key: str) -> str:
    """Return the table, whose name tells apart two explorers of one question."""
    title = "The figure as a table"
    names = f"pe-{key}-data pe-{key}-asks"
    return (
        f'<details class="pe-data"><summary id="pe-{key}-data">{title}</summary>'
        f'<div class="pe-scroll" tabindex="0" role="region" aria-labelledby="{names}">'
        f"{_table(rendering) if rendering else ''}</div></details>"
    )


def slider_text(slider: Slider, value: float) -> str:
    """Return the text of the value beside a slider, as `sliderText` of controls.mjs does.

    >>> slider_text(Slider("k", "offset", 0, 10, unit="positions"), 1)
    '1 position'
    """
    unit = slider.unit[:-1] if value == 1 and slider.unit.endswith("s") else slider.unit
    return f"{fixed(value, slider.digits)} {unit}".rstrip()


def _controls(
    explorer: Explorer, settings: Mapping[str, Any], key: str, predict: str, *, simple: bool
) -> str:
    """Return the form: a row of a few controls, and the others behind one button.

    A `simple` form has the switch, and what is done with the words.
    """
    # What can be played or shuffled comes first, since it moves the figure; words are written in
    # the figure.
    controls = sorted(
        explorer.controls,
        key=lambda control: (isinstance(control, SentenceInput), not _moves_by_itself(control)),
    )
    rows = [_control(c, settings, f"pe-{key}-{c.name}") for c in controls]
    tools = [_word_hint(key) for control in controls if isinstance(control, SentenceInput)]
    if simple:
        unseen = f"<div hidden>{''.join(rows)}</div>"
        shown, others = [_switch(explorer.switch, settings), *tools, unseen], []
    else:
        shown, others = [*rows[:MAX_IN_ROW], *tools, predict], rows[MAX_IN_ROW:]
    if others:
        labels = ", ".join(escape(control.label) for control in controls[MAX_IN_ROW:])
        more = (
            f'<summary title="{labels}">More settings</summary>'
            f'<div class="pe-others">{"".join(others)}</div>'
        )
        shown.append(f'<details class="pe-more">{more}</details>')
    # Disabled until the script runs; a fieldset does it for all at once.
    return (
        '<form class="pe-controls" autocomplete="off"><fieldset disabled>'
        f'<legend class="pe-unseen">Settings</legend>{"".join(shown)}'
        "</fieldset></form>"
    )


def _moves_by_itself(control: Control) -> bool:
    return isinstance(control, Slider) and bool(control.pace or control.shuffles)


def _switch(switch: Switch, settings: Mapping[str, Any]) -> str:
    off, on = (escape(json.dumps(made)) for made in (switch.off, switch.on))
    checked = "true" if switch.on.items() <= settings.items() else "false"
    return (
        f'<button type="button" class="pe-switch" role="switch" aria-checked="{checked}" '
        f'data-off="{off}" data-on="{on}">{escape(switch.label)}</button>'
    )


def _word_hint(key: str) -> str:
    """Return how the words on tiles are moved and exchanged."""
    keys = (
        "On a keyboard: the arrow keys select a word, Shift and an arrow move it, Enter lists the "
        "words for its place, Delete removes it."
    )
    return (
        '<p class="pe-words-hint">Drag a word, or tap it to choose another.'
        f'<span class="pe-unseen" id="pe-{key}-keys"> {keys}</span></p>'
        '<p class="pe-note pe-words-note" role="alert" hidden></p>'
    )


def _settings(explorer: Explorer, settings: Mapping[str, Any]) -> str:
    """Return the settings in words, for paper; `text` of controls.mjs gives the same."""
    labeled = []
    for control in explorer.controls:
        value = settings[control.name]
        if isinstance(control, Slider):
            text = slider_text(control, value)
        elif isinstance(control, Toggle):
            text = "yes" if value else "no"
        elif isinstance(control, SentenceInput):
            text = value
        else:
            text = dict(control.options)[value]
        labeled.append(f"{control.label}: {text}")
    return escape("; ".join(labeled))


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
        text = escape(slider_text(control, value))
        play = '<button type="button" class="pe-play">Play</button>'
        shuffle = '<button type="button" class="pe-shuffle">Shuffle</button>'
        beside = play if control.pace else shuffle if control.shuffles else ""
        role = COLORS.get(control.name)
        kind = f"pe-slider pe-{role}" if role else "pe-slider"
        at = (now - low) / (high - low) if high > low else 0
        return (
            f'<div class="{kind}">{label}'
            f'<output for="{name}" aria-live="off">{text}</output>'
            f'<input type="range" {base} min="{low}" max="{high}" step="{step}" value="{now}" '
            f'aria-valuetext="{text}" style="--pe-at:{at:.4g}">{beside}</div>'
        )
    if isinstance(control, SentenceInput):
        return (
            f'<div class="pe-words">{label}<input type="text" {base} value="{value}" '
            f'data-words="{value}" spellcheck="false" autocapitalize="none" enterkeyhint="done">'
            f'<button type="button" class="pe-clause">Add another clause</button>'
            "</div>"
        )
    options = "".join(
        f'<option value="{escape(v)}"{" selected" if v == value else ""}>{escape(text)}</option>'
        for v, text in control.options
    )
    return f'<div class="pe-choice">{label}<select {base}>{options}</select></div>'


def _table(text: Rendering) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in text.header)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in text.rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
