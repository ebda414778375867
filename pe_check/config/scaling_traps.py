"""What is easily got wrong with each way of scaling."""

from collections.abc import Callable, Iterator

from pe_check.config.inspection import Inspection
from pe_check.config.layers import Group, Rope
from pe_check.config.rope_parameters import NTK_ALPHA, ORIGINAL, parameters_in_file
from pe_check.config.rope_types import yarn_ramp
from pe_check.config.wording import number


def _linear(inspection: Inspection, group: Group, rope: Rope) -> Iterator[str]:
    yield (
        f"Linear: all frequencies are divided by {number(rope.parameters.values['factor'])}, for "
        "short "
        "texts too. The file does not say whether max_position_embeddings counts before or after."
    )


def _dynamic(inspection: Inspection, group: Group, rope: Rope) -> Iterator[str]:
    yield (
        f"Dynamic: the base grows with the text beyond {number(rope.longest or 0)}, so keys that "
        "are in "
        "the cache already were rotated by other frequencies than the next query."
    )


def _alpha(inspection: Inspection, group: Group, rope: Rope) -> Iterator[str]:
    base = 1 / float(rope.frequencies[1]) ** (rope.width / 2)
    yield (
        "The file says dynamic, but with an alpha the class changes the base once and for all, to "
        f"about {number(float(f'{base:.3g}'))}. A program without alpha takes {number(rope.base)}."
    )


def _yarn(inspection: Inspection, group: Group, rope: Rope) -> Iterator[str]:
    values = rope.parameters.values
    first, last = yarn_ramp(values, rope.width)
    yield (
        f"YaRN: pairs up to {number(round(first, 2))} stay, pairs from {number(round(last, 2))} "
        "on are "
        f"{number(values['factor'])} times slower, on texts of every length."
    )
    if rope.attention_factor != 1.0:
        yield (
            f"Cosines and sines are multiplied by {number(rope.attention_factor)}, so scores grow "
            "by its "
            f"square, {number(rope.attention_factor**2)}. To scale the scores as well counts it "
            "twice."
        )
    if rope.scores_factor != 1.0:
        yield (
            f"mscale_all_dim multiplies all scores by {number(rope.scores_factor)}, beside "
            "1/sqrt(width) "
            "and outside of the rotation. A test with a single token cannot see whether it is "
            "there: "
            "compare raw scores."
        )
    elif values.get("mscale_all_dim") and not inspection.settings.family.mscale_scores:
        yield (
            "mscale_all_dim only lowers the attention factor here; scores are not multiplied by it."
        )
    stretch = (rope.longest or 0) / values[ORIGINAL]
    if rope.longest and stretch not in (1.0, values["factor"]):
        yield (
            f"factor is {number(values['factor'])}, but max_position_embeddings / "
            f"original_max_position_embeddings is {number(round(stretch, 4))}. transformers "
            "warns, and "
            "takes factor."
        )
    if ORIGINAL not in parameters_in_file(inspection.settings)[1] and stretch == 1.0:
        yield (
            f"The file has no {ORIGINAL}: max_position_embeddings stands in for it, which is "
            "right only "
            "if it is the length of the pretraining."
        )
    inner = parameters_in_file(inspection.settings)[1].get(group.label)
    if group.label and isinstance(inner, dict) and "truncate" in inner:
        yield (
            "truncate stands within a kind of layer; transformers looks for it beside the kinds "
            "and "
            "does not find it."
        )


def _longrope(inspection: Inspection, group: Group, rope: Rope) -> Iterator[str]:
    original = rope.parameters.values[ORIGINAL]
    yield (
        f"LongRoPE has two lists of divisors, and changes from one to the other when a text grows "
        f"beyond {number(original)}: keys that are in the cache by then were rotated by the other "
        "list."
    )
    yield (
        f"Cosines and sines are multiplied by {number(rope.attention_factor)} with either list, on "
        "short texts too."
    )


def _llama3(inspection: Inspection, group: Group, rope: Rope) -> Iterator[str]:
    values = rope.parameters.values
    yield (
        f"llama3 counts wavelengths in {number(values[ORIGINAL])} positions: pairs with at least "
        f"{number(values['high_freq_factor'])} turns there stay, those with less than "
        f"{number(values['low_freq_factor'])} are {number(values['factor'])} times slower, at "
        "every "
        "length. It is neither linear nor YaRN, and has no attention factor."
    )


SCALINGS: dict[str, Callable[[Inspection, Group, Rope], Iterator[str]]] = {
    "linear": _linear,
    "dynamic": _dynamic,
    NTK_ALPHA: _alpha,
    "yarn": _yarn,
    "longrope": _longrope,
    "llama3": _llama3,
}
