"""How far off four forms of the table are, near and far, which chapter 5's explorer shows.

`python -m pe_book.data.precision` computes it against 60 digits, in some seconds, and stores it.
"""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np

import pe_lib

FORMS = ("tutorial float32", "vectorized float64", "rotations float64", "rotations float32")
POSITIONS = (*(digit * 10**power for power in range(8) for digit in (1, 2, 5)), 10**8)
D_MODELS = (16, 64, 512)
#: Beyond these, the last bit decides, which is another one on another machine.
DECIMALS = 14


def computed() -> dict[str, list[dict[str, Any]]]:
    """Return by width, for each of POSITIONS, the largest error of each form, and an entry.

    It is the entry in which the tutorial's error is the largest: its pair, 0 for the sine or 1 for
    the cosine, and the number as it is and as each form has it, with all DECIMALS.
    """
    return {str(d): [_at(position, d) for position in POSITIONS] for d in D_MODELS}


def _at(position: int, d_model: int) -> dict[str, Any]:
    from mpmath import mp, mpf

    with mp.workdps(60):
        exact = []
        for j in range(d_model // 2):
            angle = position * mpf(10_000) ** (-mpf(2 * j) / d_model)
            exact += [mp.sin(angle), mp.cos(angle)]
        forms = _rows(position, d_model)
        errors = [
            [float(abs(mpf(float(value)) - true)) for value, true in zip(row, exact, strict=True)]
            for row in forms
        ]
        column = int(np.argmax(errors[0]))
        numbers = [mp.nstr(exact[column], 40), *(Decimal(float(row[column])) for row in forms)]
    return {
        "worst": [float(f"{max(each):.8g}") for each in errors],
        "pair": column // 2,
        "side": column % 2,
        "numbers": [f"{Decimal(number): .{DECIMALS}f}".replace("-", "−") for number in numbers],
    }


def _rows(position: int, d_model: int) -> list[np.ndarray]:
    """Return the row of a position in each of FORMS."""
    columns = np.arange(0, d_model, 2)
    step = np.float32(-np.log(10_000.0) / d_model)
    # Functions in float64, then rounded: those in float32 differ from machine to machine.
    omega = np.exp((columns.astype(np.float32) * step).astype(float)).astype(np.float32)
    rough = (np.float32(position) * omega).astype(float)
    angles = position * 10_000.0 ** (-columns / d_model)
    return [
        _sines_and_cosines(rough).astype(np.float32),
        _sines_and_cosines(angles),
        *(
            pe_lib.positional_encoding(1, d_model, start=position, dtype=dtype)[0]
            for dtype in (np.float64, np.float32)
        ),
    ]


def _sines_and_cosines(angles: np.ndarray) -> np.ndarray:
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).ravel()


if __name__ == "__main__":
    lines = ",\n".join(f'"{d}": {json.dumps(rows)}' for d, rows in computed().items())
    path = Path(__file__).with_name("precision.json")
    path.write_text(f"{{{lines}}}\n", encoding="utf-8", newline="\n")
