"""The numbers in chapter 11's section on GPT-2's learned rows."""

import numpy as np

from pe_book import learned_rows
from pe_lib import addition
from tests.claims import Claim

TABLES = learned_rows.tables()
LATE = {name: rows[learned_rows.FIRST :] for name, rows in TABLES.items()}
MEASURED = {name: learned_rows.measure(rows) for name, rows in TABLES.items()}
WAVES = {
    name: [int(np.sum(np.diff(np.sign(wave)) != 0)) for wave in found.components[:4]]
    for name, found in MEASURED.items()
}


def cosines(name: str, offset: int = 16, centered: bool = False) -> np.ndarray:
    """Return the cosines of rows that stand an offset apart, with or without their mean row."""
    rows = LATE[name] - centered * LATE[name].mean(axis=0)
    products = np.sum(rows[offset:] * rows[:-offset], axis=1)
    lengths = np.sqrt(np.sum(rows**2, axis=1))
    return products / (lengths[offset:] * lengths[:-offset])


def shift_fit_on_other_rows(rows: np.ndarray) -> float:
    """Return R² on rows 34 to 63 of a linear map from row p to p + 1 fitted on rows 4 to 33."""
    center = rows[4:34].mean(axis=0)
    *_, directions = np.linalg.svd(rows[4:34] - center, full_matrices=False)
    z = np.column_stack([(rows - center) @ directions[:8].T, np.ones(64)])
    matrix = np.linalg.pinv(z[4:33]) @ z[5:34]
    error, target = z[34:63] @ matrix - z[35:64], z[35:64]
    return float(1 - np.sum(error[:, :8] ** 2) / np.sum((target - target.mean(axis=0)) ** 2))


SHIFT_FITS = {name: shift_fit_on_other_rows(rows) for name, rows in TABLES.items()}
CLAIMS = [
    Claim("fits here fits at position {}", 500),
    Claim("an exact matrix exists for it, in all {} columns:", 768),
    Claim("Seen over all {} rows", 1024),
    Claim("first {} of the {} vectors", 64, 1024),
    Claim("They are the first {:.0f}% of the table", 100 * 64 / 1024),
    Claim("What {} rows cannot show", 64),
    Claim("In {} rows you see only its beginning", 64),
    Claim("Nor can {} rows show", 64),
    Claim("on rows {} to {}, in the eight directions", 4, 33),
    Claim("test it on rows {} to {}", 34, 63),
    Claim(
        "The components of {} controls cross zero {}, {}, {} times and {} times, too.",
        "both" if WAVES["walk"] == WAVES["smooth"] else "none of the",
        *({1: "once", 2: "twice", 3: "three", 4: "four"}[n] for n in WAVES["walk"]),
    ),
    Claim(
        "Smooth noise has {:.1f}% of its variance in six directions, GPT−2 {:.1f}%, the random "
        "walk {:.0f}%, and the sinusoidal table only {:.0f}%.",
        *(100 * MEASURED[name].shares.sum() for name in ("smooth", "gpt2", "walk", "sinusoid")),
    ),
    Claim(
        "For smooth noise it varies even {} than for GPT−2. And {:.0f}% of the energy of GPT−2's "
        "rows is one constant row",
        "less" if cosines("smooth").std() < cosines("gpt2").std() else "more",
        100 * addition.constant_share(LATE["gpt2"]),
    ),
    Claim(
        "Without it, the cosine at offset {} is {:.2f} with a standard deviation of {:.2f}.",
        16,
        cosines("gpt2", centered=True).mean(),
        cosines("gpt2", centered=True).std(),
    ),
    Claim(
        "for the sinusoidal table the deviation is {:.2f}",
        cosines("sinusoid", centered=True).std(),
    ),
    Claim(
        "Training began with random rows, whose neighbors have nothing in common, and ended with a "
        "{} curve",
        "smooth"
        if cosines("gpt2", 1).min() > 0.9 > 0.1 > abs(cosines("random", 1).mean())
        else "jagged",
    ),
    Claim(
        "Smooth noise passes this test {} than GPT−2, with {:.2f} against {:.2f} on the other rows",
        "better" if SHIFT_FITS["smooth"] > SHIFT_FITS["gpt2"] else "worse",
        SHIFT_FITS["smooth"],
        SHIFT_FITS["gpt2"],
    ),
    Claim("The sinusoidal table fails, with {:.2f}", SHIFT_FITS["sinusoid"]),
    Claim("(The measures start at row {} because", learned_rows.FIRST),
    Claim("column of the map has {} unknowns and only {} equations", 9, 33 - 4),
    Claim("row 0 is about three times as long as row {}", 63),
]
