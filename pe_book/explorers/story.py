"""The story of chapters 2 to 4 in eight steps: from a hand that turns to the matrix of an offset.

Each step is a setting of one figure, which goes from step to step without a break.
"""

from pe_book.declare import (
    BARE_AXIS,
    DragHandle,
    Explorer,
    RotateHandle,
    Slider,
    Wording,
    heat_map,
    line,
)
from pe_book.declare.wording import COLORS

WORDS = "today the big dog chased the cat across our yard".split()
COLUMNS, BASE, OFFSET = 8, 100, 2
WIDTH, HEIGHT = 720, 600
FIRST_ROW, ROW = 222, 39  # pixels: the middle of the first row, and from row to row

#: What each step shows, for who cannot see it, and its position.
STEPS = (
    (3, "A large clock hand, and around its dial a mark for where it points at each of ten words."),
    (8, "Below the hand hang two waves: how far to the right its tip is, and how far up."),
    (6, "Both waves with a dot at the height of each word; between the dots they fade."),
    (6, "Four clocks beside each other, each slower than the one before, with dotted waves below."),
    (4, "In place of the dots colored cells, row below row: a table, four clocks on top."),
    (3, "The table with two rows framed, two words apart. Each clock has two hands, one a row."),
    (
        3,
        "A clock with two hands and the angle between them; below, a matrix takes one pair of "
        "numbers to the other.",
    ),
    (
        6,
        "Four clocks at positions far apart: the same angle between their hands, and below the "
        "same matrix.",
    ),
)

MARKS = {"type": "scatter", "mode": "markers"}
FAINT = "color-mix(in srgb, currentColor 7%, transparent)"


def styled_line(color: str, width: float, opacity: float = 1) -> dict:
    return line(color, width=width, opacity=opacity)


def hand(color: str) -> dict:
    return line(color, width=5, mode="lines+markers", marker={"color": color})


#: In the order of story.mjs: the clocks, the waves, the words, the table, the equation.
TRACES = (
    MARKS | {"marker": {"color": FAINT}},  # the faces of the dials
    MARKS | {"marker": {"symbol": "circle-open", "color": "@grid"}},
    styled_line("@position", 9, 0.35),  # what the hand has turned
    MARKS | {"marker": {"color": "@grid", "size": 8}},  # where it stands at each word
    styled_line("@pair", 30, 0.35),  # the angle between two hands
    styled_line("@sine", 6),  # how far right
    styled_line("@cosine", 6.01),  # how far up
    hand("@position"),
    hand("@offset"),
    styled_line("@sine", 1.5, 0.7),  # from the tip to the waves
    styled_line("@cosine", 1.51, 0.7),
    styled_line("@grid", 1),  # where "up" turns a corner
    styled_line("@grid", 1),  # from the words to their dots
    styled_line("@sine", 3),
    styled_line("@cosine", 3.01),
    MARKS | {"marker": {"color": "@sine"}},
    MARKS | {"marker": {"color": "@cosine"}},
    MARKS | {"marker": {"color": "@position", "size": 16}},  # at the word
    styled_line("@paper", ROW, 0.72),  # over the rows that are not spoken of
    *(heat_map() for _ in WORDS),
    *(heat_map() for _ in ("matrix", "row p", "row p + k")),
)
WORDING = Wording(
    sentences={
        "1": "Give the text a clock hand, and turn it a little with each word: here by one radian, "
        "just under a sixth of a circle. At word {position} it has taken {turns:plural(step)}.",
        "2": "Watch {right:name} the tip is, and {up:name}: {sine:fixed(2)} and {cosine:fixed(2)} "
        "at position {position}. Word by word, these two numbers trace waves, a {first:name} and a "
        "{second:name}.",
        "3": "The model only sees whole words, so two numbers per word will do: {sine:fixed(2)} "
        "and {cosine:fixed(2)} for “{at:word}”. But after six words the hand is almost back where "
        "it started.",
        "4": "So add slower hands, each about a third as fast as the one before. At position "
        "{position} they have made {made:listed(value)} turns. Where the fast one starts over, the "
        "slow ones tell the rounds apart.",
        "5": "Write a word’s numbers side by side: that’s its row, here for “{at:word}” at "
        "position {position}. All the rows together are the positional encoding.",
        "6": "Now take two rows, {offset} words apart: position {position} and position {end}. "
        "Each hand has moved on, the fast one far, the slow ones a little.",
        "7": "From {position} to {end} the fast hand turns by {degrees:fixed(0)}°. One matrix does "
        "that to sine and cosine at once. It depends only on the offset, {offset}, and the hand’s "
        "speed. Position {position} appears nowhere.",
        "8": "Slide both along the text, from {position} and {end} to anywhere: the hands move, "
        "but the {angle:name} between them stays, and so does the matrix. “{offset} words on” is "
        "the same turn wherever you are.",
    },
    columns=[
        ("position p", "{}"),
        ("word", "{:word}"),
        *((f"column {c}", "{:fixed(3)}") for c in range(COLUMNS)),
    ],
    words={
        "word": {str(i): word for i, word in enumerate(WORDS)},
        "value": "{:fixed(2)}",
        "place": "{}",
        "row": "row {}",
        "at": "p = {}",
        "turn": "{:fixed(0)}°",
        "name": {name: name for name in ("sine", "cosine", "angle", "·", "=")}
        | {"right": "how far right", "up": "how far up"}
        | {"turn": "two words on", "same": "always the same"},
    },
    colors=COLORS
    | {"right": "sine", "up": "cosine", "first": "sine", "second": "cosine"}
    | {"turns": "position", "sine": "sine", "cosine": "cosine", "end": "offset"}
    | {"degrees": "pair", "angle": "pair"},
)
EXPLORER = Explorer(
    name="story",
    question="How does a clock hand become a table?",
    controls=(
        Slider("position", "position p", 0, len(WORDS) - 1, 1, 3, continuous=True, ease=0.3),
        Slider("step", "Step", 1, len(STEPS), 1, 1, continuous=True, ease=1.2),
    ),
    template={
        "data": list(TRACES),
        "layout": {
            "width": WIDTH,
            "height": HEIGHT,
            "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
            "xaxis": {"range": [0, WIDTH], **BARE_AXIS},
            "yaxis": {"range": [HEIGHT, 0], **BARE_AXIS},
        },
    },
    wording=WORDING,
    handles=(
        RotateHandle("position", tip=(7, 1), radians=1, center="center"),
        DragHandle(y="position", tip=(17, 0), scale=(FIRST_ROW, ROW), style="bare"),
    ),
    alt=(
        "In eight steps a clock hand draws waves, the waves become a table with a row for each of "
        "ten words, and two of its rows are a turn apart."
    ),
)


def address(number: int) -> str:
    """Return the settings of a step as they are written in an address."""
    position, _ = STEPS[number - 1]
    return f"position={position},step={number}"
