"""Take the pictures that pages show of the cells "Build it yourself".

plotly draws in a browser, and no page loads its 5 MB. kaleido, which saves plotly's figures, would
bring a second way to find and start a Chromium.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import numpy as np

import pe_lib
from tools import ROOT, command_parser

TAG = "build-it-yourself"
FOLDER = ROOT / "_static" / "build_it_yourself"
THEMES = {"light": "plotly_white", "dark": "plotly_dark"}
SIZE = {"width": 760, "height": 460, "scale": 1.5}
# A Chromium without a graphics card draws surfaces by itself.
FLAGS = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader")
DRAW = "([figure, options]) => Plotly.toImage(figure, options)"
CLEAR = "rgba(0, 0, 0, 0)"
# So far back that the titles of all axes are within the picture.
CAMERA = {"eye": {"x": 1.45, "y": 1.45, "z": 0.9}, "center": {"x": 0, "y": 0, "z": -0.15}}


def cells() -> Iterator[tuple[str, str]]:
    """Yield the chapter and the code of each cell."""
    for file in sorted((ROOT / "chapters").glob("*.ipynb")):
        for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]:
            if TAG in cell["metadata"].get("tags", ()):
                yield file.stem, "".join(cell["source"])


def figure_of(code: str) -> Any:
    """Run a cell, with its sliders where they are at first; return plotly's figure."""
    import plotly.graph_objects as go

    shown = []
    with (
        patch("ipywidgets.interact", lambda function, **_: function()),
        patch.object(go.Figure, "show", lambda figure, renderer: shown.append(figure)),
    ):
        exec(compile(code, TAG, "exec"), {"np": np, "pe_lib": pe_lib})
    [figure] = shown
    return figure


def names(chapter: str, code: str) -> dict[str, str]:
    """Return the name of the picture for each theme: another one when the code changes.

    It does not follow from the figure's numbers, whose last digits differ between processors.
    """
    digest = hashlib.sha256(code.encode()).hexdigest()[:8]
    return {theme: f"{chapter}-{digest}-{theme}.webp" for theme in THEMES}


def draw(page: Any, figure: Any, theme: str) -> bytes:
    figure.update_layout(
        template=THEMES[theme],
        paper_bgcolor=CLEAR,
        scene={"bgcolor": CLEAR, "camera": CAMERA},
        margin={"l": 60, "r": 20, "t": 5, "b": 45},
    )
    options = SIZE | {"format": "webp"}
    address = page.evaluate(DRAW, [json.loads(figure.to_json()), options])
    return base64.b64decode(address.partition(",")[2])


def main(arguments: list[str]) -> None:
    import plotly.offline
    from playwright.sync_api import sync_playwright

    from tools.browser import desktop_browser, get_browser

    command_parser("plotly_pictures", __doc__).parse_args(arguments)
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=desktop_browser() or get_browser(), args=["--no-sandbox", *FLAGS]
        )
        page = browser.new_page()
        page.add_script_tag(content=plotly.offline.get_plotlyjs())
        taken = {}
        for chapter, code in cells():
            figure = figure_of(code)
            for theme, name in names(chapter, code).items():
                taken[name] = draw(page, figure, theme)
                print(f"{name}: {len(taken[name]) / 1000:.0f} kB")
        browser.close()
    for file in FOLDER.glob("*.webp"):
        file.unlink()
    for name, picture in taken.items():
        (FOLDER / name).write_bytes(picture)
