"""Logarithm, exponential, sine and cosine in whole-number arithmetic: the truth to compare with.

A number x is kept as the integer x * 2**192. Additions are exact, products and quotients are
rounded down, and every series is summed until its terms vanish: the results are true to about 55
digits. `exact.mjs` is the same, line by line, and gives the same integers.
"""

from math import ldexp

BITS = 192
ONE = 1 << BITS


def nearest(number: int) -> float:
    """Return the float64 nearest to number * 2**-192."""
    return number / ONE


def from_float(value: float) -> int:
    """Return value * 2**192 without its fraction; none is lost from 2**-139 in size upwards."""
    return int(ldexp(value, BITS))


def log(value: float) -> int:
    """Return the natural logarithm of a float64 above 1, times 2**192.

    >>> nearest(log(10_000.0))
    9.210340371976184
    """
    doublings = 0
    while value >= 2:  # halving a float64 is exact
        value /= 2
        doublings += 1
    number = from_float(value)
    return doublings * LOG_2 + 2 * _atanh(((number - ONE) << BITS) // (number + ONE))


def exp_minus(number: int) -> int:
    """Return exp(-x) for x >= 0, both times 2**192."""
    halvings = number // LOG_2
    rest = number - halvings * LOG_2
    total, term, n = 0, ONE, 0
    while term:
        total += -term if n % 2 else term
        n += 1
        term = (term * rest >> BITS) // n
    return total >> halvings


def quarter_turns(radians: int) -> int:
    """Return an angle of radians >= 0 in quarter turns, both times 2**192.

    >>> nearest(quarter_turns(HALF_PI))
    1.0
    """
    return (radians << BITS) // HALF_PI


def sin_cos(angle: int) -> tuple[int, int]:
    """Return the sine and cosine of an angle in quarter turns, all times 2**192.

    >>> [nearest(x) for x in sin_cos(ONE // 3)]
    [0.5, 0.8660254037844386]
    """
    quadrant = (angle + ONE // 2) >> BITS
    rest = angle - (quadrant << BITS)  # from -1/2 to 1/2
    size = abs(rest) * HALF_PI >> BITS
    square = size * size >> BITS
    sine, cosine = _alternating(size, square, 1), _alternating(ONE, square, 0)
    if rest < 0:
        sine = -sine
    return ((sine, cosine), (cosine, -sine), (-sine, -cosine), (-cosine, sine))[quadrant & 3]


def _alternating(term: int, square: int, n: int) -> int:
    total, sign = 0, 1
    while term:
        total += sign * term
        term = (term * square >> BITS) // ((n + 1) * (n + 2))
        n, sign = n + 2, -sign
    return total


def _atanh(number: int) -> int:
    total, power, square, n = 0, number, number * number >> BITS, 1
    while power:
        total += power // n
        power = power * square >> BITS
        n += 2
    return total


def _arctan_of_one_over(n: int) -> int:
    total, power, k, sign = 0, ONE // n, 1, 1
    while power:
        total += sign * (power // k)
        power //= n * n
        k, sign = k + 2, -sign
    return total


LOG_2 = 2 * _atanh(ONE // 3)
HALF_PI = 8 * _arctan_of_one_over(5) - 2 * _arctan_of_one_over(239)  # Machin's formula
