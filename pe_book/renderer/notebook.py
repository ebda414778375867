"""An explorer as the value of a cell: widgets in a live notebook, HTML elsewhere.

`Shown` chooses the face by `host()`. In a live notebook, ipywidgets call the explorer's `update`
in Python and a plotly FigureWidget shows what it gives; the cell after it can read what the reader
set.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from pe_book.declare import (
    Control,
    Explorer,
    Select,
    Settings,
    Slider,
    Text,
    Toggle,
    View,
    Words,
    plain,
)
from pe_book.drawing import palette
from pe_book.host import host
from pe_book.interface import gettext
from pe_book.renderer import markup

WIDGET = "application/vnd.jupyter.widget-view+json"
# A notebook's theme is not known to Python: gray of equal contrast to white and to near-black.
COLORS = {
    "@ink": "#757575",
    "@muted": "#757575",
    "@grid": "rgba(128, 128, 128, 0.3)",
    "@paper": "rgba(128, 128, 128, 0.5)",
}


class Shown:
    """An explorer as a cell shows it, at settings that the reader or `set` may change."""

    def __init__(self, explorer: Explorer, /, **settings: Any) -> None:
        self.explorer = explorer
        self._settings = explorer.check(**settings)
        self._value = explorer.view_at(self._settings)
        self._widgets: dict[str, Any] = {}
        self._box: Any = None
        self._busy = False

    @property
    def settings(self) -> Settings:
        """A copy of the settings as they stand now."""
        return dict(self._settings)

    @property
    def value(self) -> View:
        """The View at these settings: `traces`, `layout`, `values`, `rows`."""
        return self._value

    @property
    def text(self) -> Text:
        """What is said at these settings: `sentence`, `header`, `rows`."""
        return self.explorer.say(self._value)

    def set(self, **settings: Any) -> View:
        """Move controls from Python, and return the new view; the other controls stay."""
        self._move(self.explorer.check(**(self._settings | settings)))
        return self._value

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self._settings.items())
        return f"explorers.show({self.explorer.name!r}{given})"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        where = host()
        text = {"text/plain": repr(self)}
        if where == "page":
            return text | {"text/html": markup.explorer_html(self.explorer, self._settings)}
        if where == "colab":
            return text | {"text/html": markup.standalone_html(self.explorer, self._settings)}
        style = f"<style>{markup.style()}</style>"
        still = {
            "text/html": style + markup.explorer_html(self.explorer, self._settings, live=False)
        }
        try:
            box = self.widget
        except ImportError as error:
            hint = gettext(
                "The controls need ipywidgets, plotly and anywidget ({error}).",
                error=escape(str(error)),
            )
            still["text/html"] += f"<p>{hint}</p>"
            return text | still
        reference = {"version_major": 2, "version_minor": 0, "model_id": box.model_id}
        return text | still | {WIDGET: reference}

    @property
    def widget(self) -> Any:
        """The ipywidgets box with the controls, the figure and the sentence."""
        if self._box is None:
            self._box = self._build()
        return self._box

    def _build(self) -> Any:
        import ipywidgets
        import plotly.graph_objects as go

        figure = palette.resolve(
            plain(self.explorer.figure(self._value)), palette.tokens() | COLORS
        )
        figure["layout"] = _quiet(figure["layout"])
        self._figure = go.FigureWidget(figure)
        for trace in self._figure.data:
            trace.on_click(self._clicked)
        self._sentence = ipywidgets.HTML()
        self._sentence.add_class("pe-sentence")
        for control in self.explorer.controls:
            widget = _widget(ipywidgets, control, self._settings)
            widget.add_class(f"pe-setting-{control.name}")
            widget.observe(self._heard, "value")
            self._widgets[control.name] = widget
        reset = ipywidgets.Button(description=gettext("Reset"))
        reset.on_click(lambda _: self._move(self.explorer.defaults))
        question = ipywidgets.HTML(f"<strong>{escape(self.explorer.question)}</strong>")
        controls = [*self._widgets.values(), reset] if self._widgets else []
        box = ipywidgets.VBox([question, *controls, self._figure, self._sentence])
        box.add_class("pe-live")
        box.add_class(f"pe-live-{self.explorer.name}")
        self._say()
        return box

    def _heard(self, change: Mapping[str, Any]) -> None:
        if self._busy:
            return
        settings = {name: widget.value for name, widget in self._widgets.items()}
        for control in self.explorer.controls:
            if isinstance(control, Words):
                settings[control.name] = control.normalized(settings[control.name])
                try:
                    control.check(settings[control.name])
                except ValueError as error:
                    self._sentence.value = escape(str(error))
                    return
        self._move(settings)

    def _clicked(self, trace: Any, points: Any, state: Any) -> None:
        """Select what was clicked, as far as the explorer declares that it can be held."""
        axes = (trace.xaxis or "x", trace.yaxis or "y")
        for x, y in zip(points.xs, points.ys, strict=True):
            for drag in self.explorer.handles:
                chosen = drag.selected(x, y, self._settings, self._value.values)
                if drag.axes == axes and chosen:
                    return self._move(self.explorer.nearest(self._settings | chosen))

    def _move(self, settings: Settings) -> None:
        """Take new settings: fit them, ask `update`, and show what it gives."""
        self._settings = self.explorer.fit(settings)
        self._value = self.explorer.view_at(self._settings)
        if self._box is None:
            return
        # Setting one widget's limit or value calls `_heard` again, half way.
        self._busy = True
        try:
            for control in self.explorer.controls:
                _adjust(self._widgets[control.name], control, self._settings)
        finally:
            self._busy = False
        self._show()
        self._say()

    def _show(self) -> None:
        tokens = palette.tokens() | COLORS
        with self._figure.batch_update():
            for trace, new in zip(self._figure.data, self._value.traces, strict=True):
                trace.update(palette.resolve(dict(new), tokens), overwrite=False)
            layout = self.explorer.layout(self._value)
            for key, value in palette.resolve(layout, tokens).items():
                if isinstance(value, dict):
                    self._figure.layout[key].update(value)
                else:
                    # Lists of shapes and notes are replaced whole: their number may have changed.
                    self._figure.layout[key] = value

    def _say(self) -> None:
        self._sentence.value = escape(self.text.sentence)


def _quiet(layout: dict[str, Any]) -> dict[str, Any]:
    """Return the layout with the house style that a page's script would give."""
    axis = {"gridcolor": COLORS["@grid"], "zeroline": False, "fixedrange": True}
    styled = {
        key: axis | value if key.startswith(("xaxis", "yaxis")) else value
        for key, value in layout.items()
    }
    clear = "rgba(0, 0, 0, 0)"
    look = {"paper_bgcolor": clear, "plot_bgcolor": clear, "dragmode": False, "template": "none"}
    font = {"size": 14} | layout.get("font", {}) | {"color": COLORS["@ink"]}
    return look | styled | {"font": font}


def _widget(ipywidgets: Any, control: Control, settings: Settings) -> Any:
    """Return the widget for a control, at its setting."""
    value = settings[control.name]
    style = {"description_width": "12em"}
    look = {"description": control.label, "style": style, "layout": {"width": "32em"}}
    if isinstance(control, Select):
        options = [(text, value) for value, text in control.options]
        return ipywidgets.Dropdown(options=options, value=value, **look)
    if isinstance(control, Toggle):
        return ipywidgets.Checkbox(value=value, indent=False, **look)
    if isinstance(control, Words):
        options = control.values()
        return ipywidgets.Combobox(options=options, value=value, continuous_update=False, **look)
    if control.choices:
        options = _options(control, settings)
        return ipywidgets.SelectionSlider(options=options, value=value, **look)
    kind = ipywidgets.FloatSlider if control.digits else ipywidgets.IntSlider
    limit = control.allowed(settings)[-1]
    return kind(value, min=control.min, max=limit, step=control.step, **look)


def _options(slider: Slider, settings: Settings) -> list[tuple[str, float]]:
    return [(markup.words(slider, value), value) for value in slider.allowed(settings)]


def _adjust(widget: Any, control: Control, settings: Settings) -> None:
    """Give a widget its present limit and value, telling it only what has changed."""
    value = settings[control.name]
    if isinstance(control, Slider) and control.below:
        if not control.choices:
            widget.max = control.allowed(settings)[-1]
        elif len(widget.options) != len(_options(control, settings)):
            widget.options = _options(control, settings)
    if widget.value != value:
        widget.value = value
