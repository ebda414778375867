"""Draw what README shows: the front page's scene as an animated SVG, and three buttons.

The states of the scene are drawn by the explorer's own renderer, in the book's colors and letters.
Where motion is unwanted the first of them is shown. The same sources always give the same bytes,
which a test compares with the stored files: `make picture` renews them.
"""

from __future__ import annotations

import base64
import json
import re
import subprocess
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from _ext.book_site import letters
from pe_book.declare import to_json_values
from pe_book.drawing import palette
from pe_book.explorers import ALL
from pe_book.renderer.node import carried, node_executable
from tools import ROOT, command_parser

FOLDER = ROOT / ".github"
SENTENCE = ALL["sentence"]
#: What the reader of the front page does first: swap the nouns, then take the positions away.
STATES = (
    {"words": "the dog chased the cat"},
    {"words": "the cat chased the dog"},
    {"words": "the cat chased the dog", "encoding": "none"},
)
SECONDS = 4.5  # for each state
ROUND = SECONDS * len(STATES)
#: Where a state stands when the picture is opened: all of it has come.
OPENED = 2.0
PADDING, CAPTION = 28, 34
LIFT = 30  # pixels by which two tiles that change places avoid each other
#: The scene's variables, each with the one of the page's theme that it stands for.
COLORS = {
    "--pe-ink": "--pst-color-text-base",
    "--pe-muted": "--pst-color-text-muted",
    "--pe-line": "--pst-color-border",
    "--pe-card": "--book-card",
    "--pe-accent": "--pst-color-primary",
}
ROLES = {"light": palette.ROLES, "dark": palette.DARK_ROLES}
#: What moves within a state, in shares of a whole round: tiles change their fill, slide to their
#: slots, one over the other, then the answer comes; it is gone when the next state begins.
STYLE = """\
@font-face{font-family:Words;src:url(SERIF)}
@font-face{font-family:Labels;font-weight:400 700;src:url(SANS)}
:root{LIGHT;--pe-grid:color-mix(in srgb,var(--pe-ink) 18%,transparent);color:var(--pe-ink)}
@media (prefers-color-scheme:dark){:root{DARK}}
text{font-family:Labels,sans-serif}
.pe-tile-word{font-family:Words,Georgia,serif}
.pe-arc text{font-weight:600;paint-order:stroke;stroke:var(--pe-card);stroke-width:5px}
.state+.state{opacity:0}
@media (prefers-reduced-motion:no-preference){
.state+.state{opacity:1}
.state *{animation-duration:ROUND;animation-delay:inherit;animation-iteration-count:infinite}
.slots{animation-name:there;animation-timing-function:step-end}
.tiles{animation-name:fade}
.tile{animation-name:slide,lift;animation-timing-function:ease-in-out}
.arcs,.sentence{animation-name:answer}
@keyframes there{0%{opacity:1}33.33%,to{opacity:0}}
@keyframes fade{0%{opacity:0}3%,33.33%{opacity:1}36.33%,to{opacity:0}}
@keyframes slide{0%,3%{transform:translateX(var(--from))}9%,to{transform:none}}
@keyframes lift{0%,3%{translate:none}6%{translate:0 var(--lift)}9%,to{translate:none}}
@keyframes answer{0%,9%{opacity:0}12%,31%{opacity:1}33%,to{opacity:0}}
}"""


def parts_of(states: tuple[dict[str, str], ...]) -> dict[str, Any]:
    """Return what the renderer draws in each state."""
    settings = [to_json_values(SENTENCE.check(**state)) for state in states]
    done = subprocess.run(
        [node_executable(), str(Path(__file__).with_suffix(".mjs"))],
        input=json.dumps({"declared": carried(SENTENCE), "states": settings}),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(done.stdout)


def theme(name: str) -> dict[str, str]:
    """Return the custom properties of one of the site's themes."""
    style = (ROOT / "_static" / "book.css").read_text(encoding="utf-8")
    [rules] = re.findall(rf'(?m)^html\[data-theme="{name}"\] \{{([^}}]*)\}}', style)
    return dict(re.findall(r"(--[\w-]+): ([^;]+);", rules))


def colors(name: str) -> str:
    given = theme(name)
    chosen = {own: given[source] for own, source in COLORS.items()}
    chosen["--pe-position"] = ROLES[name]["position"]
    return ";".join(f"{own}:{color}" for own, color in chosen.items())


def font(name: str, text: str) -> str:
    """Return a file of the book's letters, cut to those of a text, as an address."""
    source = ROOT / "node_modules" / letters.PACKAGES / letters.FILES[name]
    cut = letters.cut(source, frozenset(map(ord, text)))
    return f"data:font/woff2;base64,{base64.b64encode(cut).decode()}"


def tile(drawn: dict[str, Any]) -> str:
    way = drawn["from"]
    style = f"--from:{way:g}px;--lift:{LIFT * np.sign(way):g}px"
    return f'<g class="tile" style="{style}">{drawn["svg"]}</g>'


def state_of(k: int, part: dict[str, Any], middle: float, line: float) -> str:
    """Return what is drawn of a state; each begins when the one before it has ended."""
    # What moves passes over what stays.
    tiles = "".join(map(tile, sorted(part["tiles"], key=lambda drawn: abs(drawn["from"]))))
    sentence = f'<text x="{middle:g}" y="{line:g}" text-anchor="middle" font-size="17" '
    sentence += f'fill="currentColor">{escape(part["sentence"])}</text>'
    begin = k * SECONDS - OPENED
    return (
        f'<g class="state" style="animation-delay:{begin - ROUND * (begin > 0):g}s">'
        f'<g class="slots">{part["slots"]}</g><g class="arcs">{"".join(part["arcs"])}</g>'
        f'<g class="tiles">{tiles}</g><g class="sentence">{sentence}</g></g>'
    )


def scene() -> str:
    """Return the moving picture, on a card of its own, which any page around it leaves readable."""
    drawn = parts_of(STATES)
    width, height = drawn["width"], drawn["height"]
    states = "".join(
        state_of(k, part, width / 2, height + CAPTION - 4) for k, part in enumerate(drawn["parts"])
    )
    text = "".join(re.findall(r">([^<]+)<", states))
    replaced = {
        "SERIF": font("serif.woff2", " ".join(state["words"] for state in STATES)),
        "SANS": font("sans.woff2", text),
        "LIGHT": colors("light"),
        "DARK": colors("dark"),
        "ROUND": f"{ROUND:g}s",
    }
    style = re.sub("|".join(replaced), lambda found: replaced[found[0]], STYLE)
    wide, high = width + 2 * PADDING, height + CAPTION + 2 * PADDING
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-PADDING} {-PADDING} {wide:g} {high:g}"'
        f' role="img"><title>{escape(SENTENCE.alt)}</title>\n<style>\n{style}\n</style>\n'
        f'<rect x="{1 - PADDING}" y="{1 - PADDING}" width="{wide - 2:g}" height="{high - 2:g}" '
        f'rx="18" fill="var(--pe-card)" stroke="var(--pe-line)"/>\n{states}\n</svg>\n'
    )


def button(words: str) -> str:
    """Return a button as SVG; README has no styles of its own."""
    width, height = 176, 44
    light, dark = theme("light"), theme("dark")
    style = (
        f"@font-face{{font-family:Labels;font-weight:400 700;src:url({font('sans.woff2', words)})}}"
        f"rect{{fill:{light['--pst-color-primary']}}}text{{fill:{light['--book-card']}}}"
        f"@media (prefers-color-scheme:dark){{rect{{fill:{dark['--pst-color-primary']}}}"
        f"text{{fill:{dark['--book-card']}}}}}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img">'
        f"<title>{words}</title><style>{style}</style>"
        f'<rect width="{width}" height="{height}" rx="{height / 2:g}"/>'
        f'<text x="{width / 2:g}" y="28" text-anchor="middle" font-family="Labels,sans-serif" '
        f'font-size="18" font-weight="600">{words}</text></svg>\n'
    )


def pictures() -> dict[str, str]:
    """Return all pictures by the names of their files."""
    buttons = {"read.svg": "Read it", "run.svg": "Run it", "teach.svg": "Teach with it"}
    return {"scene.svg": scene()} | {name: button(words) for name, words in buttons.items()}


def main(arguments: list[str]) -> None:
    parser = command_parser("picture", __doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    folder = parser.parse_args(arguments).folder
    for name, text in pictures().items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{folder / name}: {len(text) / 1000:.0f} kB")
