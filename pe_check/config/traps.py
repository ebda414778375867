"""What is easily got wrong with a configuration, in sentences about this very one."""

import math
from collections.abc import Callable, Iterator

from pe_check.config.families import CHUNKED, FULL, SLIDING
from pe_check.config.inspection import Inspection
from pe_check.config.layers import Group, Rope
from pe_check.config.rope_parameters import BY_CLASS, NEW, OLD, head_dim, nested, parameters_in_file
from pe_check.config.scaling_traps import SCALINGS
from pe_check.config.wording import number, ranges


def traps(inspection: Inspection) -> list[str]:
    """Return the sentences that apply, the gravest first."""
    return [sentence for find in FINDERS for sentence in find(inspection)]


def _ropes(inspection: Inspection) -> Iterator[tuple[Group, Rope]]:
    for group in inspection.groups:
        if group.rope:
            yield group, group.rope


def _parameters_not_read(inspection: Inspection) -> Iterator[str]:
    settings = inspection.settings
    field, found = parameters_in_file(settings)
    kinds = nested(found)
    if kinds and settings.known and not settings.family.thetas:
        base = next(iter(inspection.parameters.values())).base
        yield (
            f"{field} has parameters of its own for {', '.join(kinds)}, but the class of "
            f"{inspection.model_type!r} reads one set for all layers. It finds no rope_theta there "
            f"and takes {number(base)}, or fails: these values change nothing."
        )
    flat = [name for name in found if not isinstance(found[name], dict)]
    if (
        settings.family.thetas
        and field == NEW
        and flat
        and "compress" not in settings.family.thetas
    ):
        yield (
            f"rope_parameters has {', '.join(flat)} beside the kinds of layers. The class of "
            f"{inspection.model_type!r} reads only what stands under "
            f"{' and '.join(settings.family.thetas)}."
        )
    if settings.given.get(OLD) and settings.given.get(NEW):
        yield (
            "The file has rope_scaling and rope_parameters. transformers takes rope_scaling alone."
        )
    for parameters in inspection.parameters.values():
        if parameters.unread:
            yield (
                f"rope_type {parameters.rope_type!r} does not read {', '.join(parameters.unread)}: "
                "transformers warns and goes on without."
            )


def _base(inspection: Inspection) -> Iterator[str]:
    field, _ = parameters_in_file(inspection.settings)
    bases = {group.label: rope for group, rope in _ropes(inspection)}
    unsaid = [rope for rope in bases.values() if rope.parameters.base_from == BY_CLASS]
    if unsaid:
        values = " and ".join(number(rope.base) for rope in unsaid)
        who = (
            f"the class of {inspection.model_type!r} takes {values}"
            if inspection.settings.known
            else "this model_type is not known here, and transformers' usual 10,000 is assumed"
        )
        yield (
            f"The file does not say {'the base' if len(unsaid) == 1 else 'all bases'}: {who}. "
            "A program with another default loads the model without a word and computes other "
            "angles."
        )
    if field == NEW and "rope_theta" not in inspection.settings.given and bases:
        inside = [rope for rope in bases.values() if rope.parameters.base_from.startswith(NEW)]
        if any(rope.base != 10_000 for rope in inside):
            yield (
                "The base stands inside rope_parameters, as transformers 5 writes it. A program "
                "that "
                "looks for rope_theta at the top, as for transformers 4, finds none and takes its "
                "default, mostly 10,000, without a word."
            )
    if len({rope.base for rope in bases.values()}) > 1:
        listed = "; ".join(
            f"{number(rope.base)} in {_count(inspection, label)} ({label})"
            for label, rope in bases.items()
        )
        yield (
            f"There is no one base: {listed}. One rope_theta for all layers is wrong in the others."
        )


def _count(inspection: Inspection, label: str) -> str:
    n = sum(len(group.layers) for group in inspection.groups if group.label == label and group.rope)
    return f"{n} layer{'s' if n > 1 else ''}"


def _layers_without(inspection: Inspection) -> Iterator[str]:
    settings = inspection.settings
    still = [group for group in inspection.groups if group.attends and not group.rope]
    if settings.family.instead or not still:
        return
    layers = tuple(sorted(layer for group in still for layer in group.layers))
    if inspection.model_type in ("llama4_text", "smollm3"):
        yield (
            "In no_rope_layers a 1 means that the layer uses RoPE, and a 0 that it does not: "
            "layers "
            f"{ranges(layers)} ({len(layers)} of {inspection.n_layers}) have none. Read as its "
            "name "
            "says, it takes RoPE from all the others."
        )
    else:
        why = (
            "mla_use_nope says so, although the file has a rope_theta and a qk_rope_head_dim"
            if settings.get("mla_use_nope")
            else "no field says so: the class decides it by the kind of layer"
        )
        yield (
            f"Layers {ranges(layers)} ({len(layers)} of {inspection.n_layers}, {still[0].kind}) "
            f"do not rotate at all, and {why}."
        )


def _temperature(inspection: Inspection) -> Iterator[str]:
    for group in inspection.groups:
        longest = inspection.longest or 0
        factor = inspection.temperature(group, longest) if longest and group.attends else None
        if factor is not None:
            yield (
                f"Queries of layers {ranges(group.layers)} are multiplied by a factor that grows "
                "with "
                f"the position, up to {number(round(factor, 4))} at {number(longest)}. Without it "
                "short texts come out right and long ones do not."
            )


def _partial(inspection: Inspection) -> Iterator[str]:
    seen = set()
    for _, rope in _ropes(inspection):
        partial = rope.parameters.values.get("partial_rotary_factor", 1.0)
        if rope.rope_type == "proportional" and rope.turning < rope.head_width // 2:
            last = rope.turning - 1
            right = 2 * math.pi / float(rope.frequencies[last])
            wrong = 2 * math.pi * rope.base ** (last / rope.turning)
            seen.add(
                f"Proportional: exponents are divided by the head's width, {rope.head_width}, not "
                "by "
                f"the {2 * rope.turning} columns that turn. Pair {last}, the slowest that turns, "
                "has a "
                f"wavelength of {number(round(right))}; as for other partial rotations it would "
                "have "
                f"{number(round(wrong))}. Pair j is columns j and j + {rope.head_width // 2}, so "
                "the "
                f"columns that turn are 0 to {last} and {rope.head_width // 2} to "
                f"{rope.head_width // 2 + last}."
            )
        elif partial != 1.0 and rope.width == rope.head_width:
            seen.add(
                f"partial_rotary_factor is {number(partial)}, and the class of "
                f"{inspection.model_type!r} does not read it for rope_type 'default': all "
                f"{rope.head_width} columns turn."
            )
        elif rope.width < rope.head_width and rope.rope_type != "axial":
            place = "last" if rope.behind else "first"
            seen.add(
                f"Only the {place} {rope.width} of a head's {rope.head_width} columns turn, and "
                f"exponents are divided by {rope.width}."
            )
    yield from sorted(seen)


def _layout(inspection: Inspection) -> Iterator[str]:
    settings = inspection.settings
    layouts = {rope.layout for _, rope in _ropes(inspection)}
    if "interleaved" in layouts:
        field = "" if settings.given.get("rope_interleave") is None else " (rope_interleave)"
        yield (
            f"Pairs are the interleaved columns 2j and 2j + 1{field}, not j and j + width/2 as in "
            "most "
            "of transformers. With rotate_half all scores between different positions are wrong, "
            "unless the rows of the query and key projections are permuted as well."
        )
    if (
        settings.given.get("rope_interleave") is None
        and "rope_interleave" in settings.family.defaults
    ):
        yield (
            "The file has no rope_interleave; transformers takes true. A converter that only reads "
            "the file cannot see the layout."
        )
    if None in layouts:
        yield (
            "Which columns make a pair no configuration says: it is in the program of this "
            "model_type, which is not known here."
        )


def _indexer(inspection: Inspection) -> Iterator[str]:
    if inspection.model_type == "deepseek_v32" and inspection.rotating:
        yield (
            "The indexer, which chooses the tokens that are read, rotates queries and keys of its "
            "own in the other layout: halves, where the attention is interleaved. A program with "
            "one layout for both chooses other tokens, and fails nowhere."
        )


def _head_width(inspection: Inspection) -> Iterator[str]:
    settings = inspection.settings
    if settings.family.latent or settings.family.full_head_dim or not inspection.rotating:
        return
    hidden, heads = settings.whole("hidden_size"), settings.whole("num_attention_heads")
    if hidden and heads and head_dim(settings) != hidden // heads:
        where = "the file says" if settings.given.get("head_dim") else "its class takes"
        yield (
            f"A head has {head_dim(settings)} columns, as {where}: not hidden_size / "
            f"num_attention_heads, which is {number(round(hidden / heads, 2))}."
        )


def _scaling(inspection: Inspection) -> Iterator[str]:
    done = set()
    for group, rope in _ropes(inspection):
        if rope.rope_type in SCALINGS and rope.rope_type not in done:
            done.add(rope.rope_type)
            yield from SCALINGS[rope.rope_type](inspection, group, rope)
    scaled = {rope.rope_type for _, rope in _ropes(inspection)} - {"default"}
    plain = [group for group, rope in _ropes(inspection) if rope.rope_type == "default"]
    if scaled and plain:
        yield (
            f"rope_type {', '.join(sorted(scaled))} is not for all layers: {plain[0].label} "
            f"({_count(inspection, plain[0].label)}) rotates by the default."
        )


def _axes(inspection: Inspection) -> Iterator[str]:
    for _, rope in _ropes(inspection):
        if rope.rope_type == "axial":
            yield (
                "Axial: rows and columns have the same frequencies, each on half of the head. A "
                "text's "
                "position does not enter."
            )
        if rope.sections:
            how = "in turns" if rope.sections_interleaved else "in one piece each"
            sizes = ", ".join(map(str, rope.sections))
            yield (
                "M-RoPE: one ladder of frequencies is dealt out to time, height and width "
                f"({sizes} "
                f"pairs) {how}; a text has three equal positions. After an image positions do not "
                "go on "
                "by its number of tokens, so decoding needs rope_deltas."
            )
            field = rope.parameters.values.get("mrope_interleaved", rope.sections_interleaved)
            if field != rope.sections_interleaved:
                yield f"mrope_interleaved is {str(field).lower()}; the class does not look at it."
            if sum(rope.sections) != rope.width // 2:
                yield (
                    f"The sections add up to {sum(rope.sections)}, but {rope.width // 2} pairs "
                    "turn."
                )
        return


SWITCHED_OFF = ": use_sliding_window is false"


def _windows(inspection: Inspection) -> Iterator[str]:
    settings = inspection.settings
    given = settings.given.get("sliding_window")
    windowed = [group for group in inspection.groups if group.window]
    if given and not any(group.kind == SLIDING for group in windowed):
        yield (
            f"sliding_window is {number(given)}, and no layer uses it"
            f"{'' if settings.get('use_sliding_window', True) else SWITCHED_OFF}."
        )
    for group in windowed:
        window = group.window or 0
        if group.both_sides:
            yield (
                f"local_attention counts both sides: a token sees {window} to the left and "
                f"{window} to "
                "the right."
            )
        elif group.kind == CHUNKED:
            yield (
                f"Chunks of {number(window)} positions, no sliding window: the first token of a "
                "chunk "
                "sees none before it."
            )
        elif group.kind == SLIDING and any(g.kind == FULL for g in inspection.groups):
            yield (
                f"Layers {ranges(group.layers)} see {number(window)} positions, the token itself "
                f"included: offsets 0 to {number(window - 1)}. Positions still count from the "
                "start."
            )


def _lengths(inspection: Inspection) -> Iterator[str]:
    trained, longest = inspection.trained_length, inspection.longest
    if trained and longest and trained < longest:
        yield (
            f"max_position_embeddings is {number(longest)}; the frequencies are built on a "
            "pretraining "
            f"with {number(trained)}."
        )


FINDERS: tuple[Callable[[Inspection], Iterator[str]], ...] = (
    _parameters_not_read,
    _layers_without,
    _base,
    _partial,
    _layout,
    _indexer,
    _scaling,
    _temperature,
    _axes,
    _head_width,
    _windows,
    _lengths,
)
