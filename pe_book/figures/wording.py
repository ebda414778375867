"""Numbers in captions and text alternatives, written alike everywhere."""

_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def power_of_ten(value: float) -> str:
    """Return a very small or large number to one digit, with a real exponent.

    Parameters
    ----------
    value : float

    Returns
    -------
    str
        No-break spaces hold it together; "0" for zero.

    Examples
    --------
    >>> power_of_ten(4.4e-16)
    '4\\xa0×\\xa010⁻¹⁶'
    >>> power_of_ten(0.0)
    '0'
    """
    if value == 0:
        return "0"
    digit, exponent = f"{value:.0e}".split("e")
    return f"{digit}\u00a0×\u00a010{str(int(exponent)).translate(_RAISED)}".replace("-", "−")


def listed(items: list[str]) -> str:
    """Return "a", "a and b" or "a, b and c".

    Parameters
    ----------
    items : list of str
        One at least.

    Returns
    -------
    str

    Examples
    --------
    >>> listed(["4", "8", "16"])
    '4, 8 and 16'
    """
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
