"""Guesses at what packages do, at the head of the page that tells it; facts from `data`."""

from dataclasses import replace

from pe_book.data.surprises import surprises
from pe_book.questions.question import Choice, choice


def _guess(name: str, written: str) -> Choice:
    """Return a choice in which each reply goes on with what happens."""
    known, asked = surprises()[name], choice(written)
    told = f"{known.happens} ({known.names})".replace("'", "’")
    options = [replace(option, reply=f"{option.reply} {told}") for option in asked.options]
    return replace(asked, options=options)


llama = _guess(
    "ctranslate2-llama3",
    """
    Llama 3.1 slows its pairs down by a factor of 8, and you convert it with ctranslate2. What gets
    there?

    ( ) Its scaling, as it was.
        -> That’s what most people guess.
    ( ) An error: this kind of scaling isn’t known.
        -> The kind is known, and nothing stops.
    (x) The scaling’s name, without the factor.
        -> A short text looks fine.
""",
)

theta = _guess(
    "equinox-theta",
    """
    In equinox you call a RoPE layer with theta 10,000, and then one of the same size with theta
    500,000. Which angles does the second one give?

    (x) Those of 10,000.
        -> Two models in one program are enough.
    ( ) Those of 500,000.
        -> That’s what it should do.
    ( ) Angles in between: the two are averaged.
        -> Nothing is averaged.
""",
)

pole = _guess(
    "geoclip-many-poles",
    """
    geoclip encodes places on the Earth from latitude and longitude. What is the north pole?

    ( ) One place.
        -> On the Earth it is.
    (x) Many places: one for each longitude.
        -> A flat map draws it as a line.
    ( ) No place: the projection ends before it.
        -> The projection has it, as a line.
""",
)

leap = _guess(
    "darts-leap",
    """
    darts puts the day of the year on a circle, and one year of your ten is a leap year. How long is
    the circle?

    ( ) 365 days, and 366 in that year.
        -> That’s what the calendar says.
    ( ) 365.25 days.
        -> Weather models do that.
    (x) 366 days in all ten years.
        -> New data can move the old.
""",
)

window = _guess(
    "ruvector-query-in-the-middle",
    """
    Local attention of ruvector-attention-wasm gets one query, twelve cached keys and a window of 4.
    Which keys does it see?

    ( ) The last four.
        -> That’s what the newest token should see.
    (x) Five in the middle.
        -> Nobody told it where the query is.
    ( ) All twelve.
        -> The window does apply.
""",
)
