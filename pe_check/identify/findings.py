"""The ways in which a table may differ from the paper's, each with its kind and its text."""

from typing import Any, NamedTuple

CONVENTION, MISTAKE = "a convention", "a mistake"
EITHER = "a mistake or a choice: the table is the same"


class Finding(NamedTuple):
    """One way in which a table differs from the paper's; the name is chapter 8's if it has one."""

    name: str
    kind: str
    text: str


#: The kind of each finding, and its text; r is the reading, m the model, e the largest error.
TEXTS: dict[str, tuple[str, str]] = {
    "halves": (CONVENTION, "One half of the columns holds the sines, the other half the cosines."),
    "sine and cosine swapped": (CONVENTION, "Cosines come before sines."),
    "sine alone": (MISTAKE, "Each column is a wave of its own frequency: no pairs{twice}."),
    "one function": (EITHER, "Both columns of a pair are the same function, as RoPE stores them."),
    "column as pair": (MISTAKE, "The exponent 2c/d takes the column c for the pair."),
    "a frequency for each column": (MISTAKE, "Exponent c/d: each column c has a frequency."),
    "cosine exponent": (MISTAKE, "The cosine of pair j has the frequency of pair j + 1."),
    "end point reached": (CONVENTION, "The exponents j/(d/2-1) of tensor2tensor end at 1."),
    "frequencies from one": (CONVENTION, "Pairs are counted from 1: frequency 1 is missing."),
    "frequencies reversed": (CONVENTION, "The first pairs are slow and the last ones fast."),
    "sign lost": (MISTAKE, "The exponent lost its sign: frequencies grow to {fastest:,.5g}."),
    "double step": (EITHER, "Base 10^8: the exponent is doubled, 4j/d, or it was chosen."),
    "factor missing": (
        EITHER,
        "Base 100: the exponent is j/d without its 2, or it was chosen{or_cut}.",
    ),
    "one frequency": (MISTAKE, "All pairs have one frequency, as if all exponents were zero."),
    "floor division": (MISTAKE, "Frequencies fall to 1/{r.base:.3f} each time: a // too many."),
    "powers of two": (CONVENTION, "Each frequency is twice the one before, as in NeRF."),
    "another width": (EITHER, "Exponents {r.rule.exponents} at base 10,000: {cut}."),
    "NTK-aware base": (
        CONVENTION,
        "Base {r.base:,.8g}, as NTK-aware scaling by {ntk:.4g} makes it.",
    ),
    "another base": (CONVENTION, "The base is {r.base:,.10g}{or_cut}."),
    "any base": (EITHER, "No entry shows the frequencies: these rows are those of any base."),
    "scaled by parts": (CONVENTION, "{parts}."),
    "rounded frequencies": (EITHER, "{text}."),
    "frozen pairs": (CONVENTION, "{text}."),
    "a factor for each pair": (CONVENTION, "{text}."),
    "linear bands": (CONVENTION, "{text}."),
    "nothing turns": (MISTAKE, "{text}."),
    "constant axis": (
        EITHER,
        "{text}: is axis {axis} the batch, or axis {position}?",
    ),
    "another formula": (MISTAKE, "{text}."),
    "slopes": (MISTAKE, "{text}."),
    "resized grid": (CONVENTION, "{text}."),
    "wrong entries": (MISTAKE, "{text}."),
    "power exchanged": (MISTAKE, "Base and exponent trade places: (2j/d)**(1/10,000)."),
    "unknown rule": (EITHER, "The frequencies follow no rule that is known here."),
    "positions from one": (CONVENTION, "The first row is position 1."),
    "another start": (CONVENTION, "The first row is position {m.start:.10g}."),
    "degrees": (MISTAKE, "Angles are converted from degrees, but are in radians already."),
    "backwards": (CONVENTION, "Positions decrease, or the angle has the opposite sign."),
    "scaled positions": (CONVENTION, "Rows are {m.step:.8g} positions apart."),
    "amplitude": (CONVENTION, "Entries are {m.amplitude:.8g} times the paper's{root}."),
    "constant": (EITHER, "{constant} is added to the entries."),
    "float32 angles": (MISTAKE, "Angles in float32: row {row} is off by {e:.1g}."),
    "half-precision angles": (
        MISTAKE,
        "Angles in {r.rounding.angle_type}: row {row} is off by {e:.1g}.",
    ),
    "batch axis": (
        MISTAKE,
        "Every row is row 0 of the paper's table: the batch index was looked up, not the position.",
    ),
    "dropped colon": (
        MISTAKE,
        "Every row is row {position} of the paper's table, the one after the last of {n_rows}: was "
        "a colon lost, pe[:, x.shape[1], :] for pe[:, :x.shape[1], :]?",
    ),
    "no positions": (
        MISTAKE,
        "All rows are the same{which}. A colon was lost (pe[:, x.shape[1], :] for "
        "pe[:, :x.shape[1], :]), the batch axis was taken for the positions, or the position is "
        "not looked up.",
    ),
    "dropout": (
        MISTAKE,
        "A sinusoidal table seen through dropout {rate:.3g}: {share:.0%} of the entries are "
        "dropped{scaled}. Was the module in training mode?",
    ),
    "RoPE cache": (CONVENTION, "Cosines and sines of RoPE's angles, {how}."),
    "RoPE's cosines": (CONVENTION, "Cosines alone, {columns}, as RoPE stores them."),
    "normalized positions": (CONVENTION, "Positions run up to 2*pi along each axis, as in DETR."),
    "parity of the position": (MISTAKE, "Even rows are sines and odd rows cosines."),
    "axes exchanged": (MISTAKE, "Rows and columns are exchanged."),
    "columns permuted": (CONVENTION, "The columns stand in another order: {order}, …"),
    "padding": (CONVENTION, "{what} zero, as for padding."),
    "grid": (CONVENTION, "{text}."),
    "sections": (CONVENTION, "{text}."),
    "coordinates": (CONVENTION, "{text}."),
    "packed positions": (CONVENTION, "{text}: several documents in one row."),
    "position jumps": (EITHER, "{text}."),
    "clamped positions": (EITHER, "{text}."),
    "repeated positions": (EITHER, "{text}."),
    "rounded positions": (EITHER, "{text}."),
    "mirrored positions": (CONVENTION, "{text}, as for relative positions."),
    "irregular positions": (EITHER, "{text}."),
    "NeRF": (CONVENTION, "{text}."),
    "Time2Vec": (CONVENTION, "{text}."),
    "random features": (CONVENTION, "{text}."),
    "odd width crashes": (MISTAKE, "It fails for an odd d_model: {error}"),
    "switch": (CONVENTION, "This is so {text}."),
    "another size": (MISTAKE, "function{size} is no such table: {headline}"),
    "base ignored": (MISTAKE, "Asked for base 500, it gave base {base}."),
}


def finding(name: str, **numbers: Any) -> Finding:
    """Return a finding with its numbers put in."""
    kind, text = TEXTS[name]
    return Finding(name, kind, text.format(**numbers))
