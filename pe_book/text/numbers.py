"""Numbers before a reader: the one place that writes them; numbers.mjs gives the same strings.

Thousands get a comma from 10,000 on (5000, but 60,611), a minus is a true minus, a list has its
serial comma, and powers of ten are written out (4 × 10⁻¹⁶).

Two languages that print the same value must print the same characters, and a value that differs in
its last bit must not print differently. Both follow from one rule: the scaled value is rounded with
plain float arithmetic, half away from zero, and a value less than a millionth of the last digit
below a tie counts as the tie. Only the boundary moves, to where no natural value lies.
"""

import math

SLACK = 1e-6
MINUS = "\u2212"
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def nearest_whole(value: float) -> int:
    """Return the whole number nearest to a value from 0 on, a tie or all but a tie rounded up."""
    return math.floor(value + 0.5 + SLACK)


def fixed(value: float, digits: int = 0) -> str:
    """Return the value with `digits` digits after the point; ties are rounded away from zero.

    >>> fixed(2.5), fixed(-0.125, 2), fixed(-0.001, 2), fixed(5000), fixed(60611.3)
    ('3', '−0.13', '0.00', '5000', '60,611')
    """
    scaled = abs(value) * float(f"1e{digits}")
    if not scaled < 2.0**53:
        raise ValueError(f"a number below 2**53 in its last digit is needed, not {value!r}")
    whole = nearest_whole(scaled)
    text = str(whole).rjust(digits + 1, "0")
    before, after = text[: len(text) - digits], text[len(text) - digits :]
    if len(before) > 4:
        before = f"{int(before):,}"
    sign = MINUS if value < 0 and whole > 0 else ""
    return sign + before + ("." + after if digits else "")


def significant(value: float, digits: int = 3) -> str:
    """Return the value with `digits` significant digits, never in powers of ten.

    >>> significant(0.012345), significant(9.999), significant(62831.85), significant(0)
    ('0.0123', '10.0', '62,800', '0')
    """
    if value == 0:
        return "0"
    mantissa, exponent = _parts(value, digits)
    rounded = math.copysign(mantissa * float(f"1e{exponent}"), value)
    return fixed(rounded, max(0, digits - 1 - exponent))


def scientific(value: float, digits: int = 1) -> str:
    """Return the value as a number from 1 to 10 times a power of ten, held by no-break spaces.

    With 0 digits after the point a number of 1 is left out; so is the zeroth power.

    >>> scientific(4.25e-5), scientific(-9.99e-13), scientific(1e7, 0), scientific(0), scientific(2)
    ('4.3\\xa0×\\xa010⁻⁵', '−1.0\\xa0×\\xa010⁻¹²', '10⁷', '0', '2.0')
    """
    if value == 0:
        return "0"
    mantissa, exponent = _parts(value, digits + 1)
    power = "10" + str(exponent).translate(SUPERSCRIPTS)
    sign = MINUS if value < 0 else ""
    if exponent == 0:
        return sign + fixed(mantissa, digits)
    if digits == 0 and mantissa == 1:
        return sign + power
    return f"{sign}{fixed(mantissa, digits)}\u00a0×\u00a0{power}"


def _parts(value: float, digits: int) -> tuple[float, int]:
    """Return mantissa in [1, 10), already rounded to `digits` digits, and exponent."""
    size = abs(value)
    if not 1e-290 < size < 1e290:
        raise ValueError(f"a number between 1e-290 and 1e290 is needed, not {value!r}")
    unit = float(f"1e{digits - 1}")
    exponent = math.floor(math.log10(size))
    # log10 may be one off beside a power of ten, so the digits themselves decide.
    candidate = exponent - 1
    while True:
        whole = nearest_whole(_shift(size, -candidate) * unit)
        if whole < 10 * unit:
            return whole / unit, candidate
        candidate += 1


def _shift(value: float, power: int) -> float:
    """Return value * 10**power by the power of ten that is held exactly where there is one."""
    return value * float(f"1e{power}") if power >= 0 else value / float(f"1e{-power}")


def brief(value: float, digits: int = 4) -> str:
    """Return at least `digits` significant digits, all before the point, and no trailing zeros.

    What is smaller than 10⁻⁴ is written with its power of ten.

    >>> brief(1e8), brief(47117.24), brief(60.0), brief(-0.98999), brief(1.5e-7)
    ('100,000,000', '47,117', '60', '−0.99', '1.5\\xa0×\\xa010⁻⁷')
    """
    if abs(value) >= 10.0 ** (digits - 1):
        return fixed(value)
    small = 0 < abs(value) < 1e-4
    text = scientific(value, digits - 1) if small else significant(value, digits)
    number, cross, power = text.partition("\u00a0×")
    return (number.rstrip("0").rstrip(".") if "." in number else number) + cross + power


def percent(share: float, digits: int = 0) -> str:
    """Return a share of 1 in percent.

    >>> percent(0.525), percent(1 / 3, 1)
    ('53%', '33.3%')
    """
    return fixed(100 * share, digits) + "%"


def plural(number: int, one: str, many: str | None = None) -> str:
    """Return a number and its noun, in the plural by default with an s.

    >>> plural(1, "pair"), plural(12000, "pair"), plural(2, "entry", "entries")
    ('1 pair', '12,000 pairs', '2 entries')
    """
    return f"{fixed(number)} {one if number == 1 else many or one + 's'}"


def listed(words: list[str]) -> str:
    """Return words joined as in a sentence.

    >>> listed(["one"]), listed(["one", "two"]), listed(["one", "two", "three"])
    ('one', 'one and two', 'one, two, and three')
    """
    if len(words) < 3:
        return " and ".join(words)
    return ", ".join(words[:-1]) + ", and " + words[-1]
