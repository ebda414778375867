"""The front page: the book's five steps as five pictures of one table."""

from pe_book.declare import (
    BARE_AXIS,
    BASE,
    D_MODEL,
    POSITION,
    Card,
    Explorer,
    Wording,
    heat_map,
    line,
    markers,
)
from pe_book.declare.wording import COLORS

#: The pictures, in pixels of their design: beside each other, and one below the other.
WIDE, NARROW = (190, 160), (130, 84)
GAP = {WIDE: 12.5, NARROW: 8}
RADIUS = {WIDE: 60, NARROW: 30}
ACCENT = "@accent"
FILLED = "color-mix(in srgb, var(--pe-accent) 30%, transparent)"


def tile(word: str, x: float, y: float) -> tuple[list[dict], dict]:
    """Return a word on a tile that is filled by half, as shapes, and its note."""
    left, right, top, bottom = x - 0.135, x + 0.135, y - 0.11, y + 0.11
    box = {"type": "rect", "y0": top, "y1": bottom}
    edge = {"color": ACCENT, "width": 1.5}
    half = box | {"x0": left, "x1": x, "fillcolor": FILLED, "line": {"width": 0}}
    frame = box | {"x0": left, "x1": right, "line": edge}
    return [half, frame], {"text": word, "x": x, "y": y, "font": {"size": 13}}


def problem() -> dict:
    """Return the shapes and notes of the first picture: two orders, one answer."""
    shapes, notes = [], []
    for y, words in ((0.24, ("dog", "cat")), (0.76, ("cat", "dog"))):
        for x, word in zip((0.2, 0.8), words, strict=True):
            drawn, note = tile(word, x, y)
            shapes += drawn
            notes.append(note)
        notes.append({"text": "chased", "x": 0.5, "y": y, "font": {"size": 12, "color": "@muted"}})
    alarm = {"size": 26, "color": "var(--pe-alarm)"}
    notes.append({"text": "=", "x": 0.5, "y": 0.5, "font": alarm})
    return {"shapes": shapes, "annotations": notes}


def layout(size: tuple[int, int]) -> dict:
    """Return the size of the figure, and the axes of its five pictures of this size."""
    width, height = size
    gap = GAP[size]
    across, down = (0, height + gap) if size == NARROW else (width + gap, 0)
    whole = (width + 4 * across, height + 4 * down)
    reach = [length / 2 / RADIUS[size] for length in size]
    ranges = (
        ([0, 1], [1, 0]),
        ([-0.5, 63.5], [63.5, -0.5]),
        ([-1, 64], [4.25, -0.25]),
        ([-reach[0], reach[0]], [-reach[1], reach[1]]),
        ([0, 1], [1, 0]),
    )
    made = {"width": whole[0], "height": whole[1], "margin": dict.fromkeys("lrtb", 0)}
    for i, (x, y) in enumerate(ranges):
        inset = {1: 1, 2: 10}.get(i, 0)
        left, top = i * across + inset, i * down + inset
        ends = {
            "x": (left, left + width - 2 * inset),
            "y": (whole[1] - top - height + 2 * inset, whole[1] - top),
        }
        for name, given, length in (("x", x, whole[0]), ("y", y, whole[1])):
            domain = [end / length for end in ends[name]]
            number = i + 1 if i else ""
            made[f"{name}axis{number}"] = BARE_AXIS | {"domain": domain, "range": given}
    return made


def hand(color: str) -> dict:
    return line(color, 4, width=4, mode="lines+markers", marker={"color": color, "size": [0.1, 11]})


EXPLORER = Explorer(
    name="five_steps",
    question="Move a slider: the pictures follow.",
    controls=(POSITION, D_MODEL, BASE),
    template={
        "data": [
            heat_map(2),
            line("@paper", 2, width=5),
            line("@position", 2, width=2.5),  # around the row
            line("@position", 3, width=1.5, opacity=0.6),  # at the position
            line("@sine", 3, width=2.5),
            markers("@position", 3, size=10),
            line("@offset", 4, width=24, opacity=0.25),  # the turn
            line("@muted", 4, width=1),
            hand("@position"),
            hand("@offset"),
        ],
        "layout": layout(NARROW) | problem(),
    },
    wide_layout=layout(WIDE),
    wording=Wording(
        sentences={
            "problem": "Attention mixes words. It can’t see their order.",
            "formula": "Row {position} says “I am word {position}” in {d_model} numbers.",
            "frequency": "Waves from {fastest:fixed(1)} to {slowest:fixed(0)} words long.",
            "rotation": "Move three words ahead, and hand 1 always turns by {degrees:fixed(1)}°.",
            "code": "For 64 words: {steps:fixed(0)} loop steps, or three lines of NumPy.",
        },
        columns=[
            ("column", "{}"),
            ("pair j", "{}"),
            ("wavelength in words", "{:fixed(1)}"),
            ("entry of row {position}", "{:fixed(3)}"),
        ],
        words={
            "times": "× {:fixed(0)} steps",
            "label": "{}",
            "code": {
                "entry": "PE[p, 2*j] = …",
                "angles": "a = p * omega",
                "sine": "np.sin(a)",
                "cosine": "np.cos(a)",
                "becomes": "↓",
            },
        },
        colors=COLORS | {"degrees": "offset"},
    ),
    cards=(
        Card("The problem", "chapters/01_order_problem", "problem"),
        Card("The formula", "chapters/02_formula", "formula"),
        Card("Frequency", "chapters/03_frequency_and_wavelength", "frequency"),
        Card("Rotation", "chapters/04_offsets_are_rotations", "rotation"),
        Card("The code", "chapters/05_loop_and_vectorized", "code"),
    ),
    alt="Five pictures: two sentences with the same answer; the table with row p framed; waves "
    "with a dot at position p; a hand at p and one three words later, with the angle between "
    "them; and the code, a loop over all entries and the lines that replace it.",
)
