"""Five questions on what the lesson needs: radians, a clock hand, a matrix, a dot product."""

import numpy as np

from pe_book.questions.fresh import fresh
from pe_book.questions.question import Numeric, choice, numeric

quarter_turn = choice("""
    An angle of π/2 radians is …

    ( ) half a turn
        -> Half a turn is π, and a whole turn is 2π.
    ( ) 1.57 degrees
        -> 1.57 is the number of radians. One radian is about 57 degrees.
    (x) a quarter of a turn
        -> A whole turn is 2π radians, and a quarter of that is π/2, or 90 degrees.
    ( ) a whole turn
        -> A whole turn is 2π, the length of a circle with radius 1.
""")

clock_hand = choice("""
    A clock hand of length 1 points straight up, to 12. It turns clockwise by the angle θ. How far
    right and how far up is its tip now?

    (x) (sin θ, cos θ)
        -> At θ = 0 that’s (0, 1), straight up. A quarter of a turn later it’s (1, 0), at 3 o’clock.
    ( ) (cos θ, sin θ)
        -> At θ = 0 that would be (1, 0), at 3 o’clock. But this hand starts at 12.
    ( ) (θ, 1)
        -> Such a point moves along a straight line, and away from the circle.
    ( ) (−sin θ, cos θ)
        -> That hand turns the other way: a quarter of a turn later it’s at 9 o’clock.
""")


@fresh(step=(0.05, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5))
def whole_turn(step: float = 0.1) -> Numeric:
    return numeric(
        f"""
        A wheel turns by {step} radians with each step. After how many steps has it made a whole
        turn? (to one digit after the point)

        (x) answer -> A whole turn is 2π radians, and 2π/{step} = {2 * np.pi / step:.1f}.
        ( ) radian -> After that many steps it has turned one radian. A whole turn is 2π radians.
        ( ) degrees -> You read the step as degrees. A turn is 360 degrees, or 2π radians.
        ( ) half_turn -> That’s half a turn. A whole one is 2π radians.
        ( ) multiplied -> You multiplied. But the smaller the step, the more steps it takes.
        (?) How many radians are a whole turn? Divide that by the radians of one step.
        """,
        answer=2 * np.pi / step,
        radian=1 / step,
        degrees=360 / step,
        half_turn=np.pi / step,
        multiplied=2 * np.pi * step,
    )


matrix_times_vector = choice("""
    A matrix has the rows (0, 1) and (−1, 0). Where does it send the vector (3, 2)?

    ( ) (−2, 3)
        -> That’s its transpose at work. Each <em>row</em> times the vector gives one entry.
    (x) (2, −3)
        -> 0 · 3 + 1 · 2 = 2 and −1 · 3 + 0 · 2 = −3: a quarter of a turn.
    ( ) (3, −2)
        -> The first entry is 0 · 3 + 1 · 2, so the two numbers change places.
    ( ) (5, −5)
        -> The sum of 3 and 2 occurs nowhere: each row has a 0 in it.
""")

dot_product = choice("""
    Two vectors have length 1, and the angle between them is 60 degrees. What is their dot product?

    ( ) 0.87
        -> That’s the sine of 60 degrees. The dot product has the cosine.
    ( ) 0
        -> Then they’d be perpendicular, at 90 degrees.
    ( ) 1
        -> Then they’d point the same way.
    (x) 0.5
        -> For vectors of length 1 it’s the cosine of their angle: cos 60° = 0.5.
""")
