"""What is easily got wrong with a configuration: the facts of this very one, and their texts."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from pe_check.config.families import CHUNKED, INTERLEAVED
from pe_check.config.frequencies import NTK_ALPHA, ORIGINAL, ramp
from pe_check.config.layers import is_latent, temperature
from pe_check.config.model import Group, Inspection, RopeLayer
from pe_check.config.other_methods import AFTER_PADDING
from pe_check.config.rope_parameters import (
    ASSUMED,
    BY_CLASS,
    NEW,
    OLD,
    head_dim,
    nested,
    parameters_in_file,
)
from pe_check.numbers import number, ranges

#: The text of each pitfall, with the names of its facts.
TEXTS = {
    "kinds not read": "{field} has entries for {kinds}, but the class of {model_type!r} reads one "
    "set for all layers. It finds no rope_theta there and takes {base}, or fails.",
    "both forms": "The file has rope_scaling and rope_parameters. transformers reads rope_scaling.",
    "fields not read": "rope_type {rope_type!r} does not read {names}: transformers warns, and "
    "computes as if the file didn't have that.",
    "attn_factor": "attn_factor is {given}, which transformers doesn't read. A program that does, "
    "as vLLM, multiplies it by {factor} and ends at {product}.",
    "no betas": "The file has no beta_fast and beta_slow: transformers takes 32 and 1. Another "
    "program may take others, or fail.",
    "sections dealt": "The first section isn't the largest, so dealt out in turns, time, height "
    "and width get {dealt} pairs, not {sections}.",
    "two bases": "The file has two bases: rope_theta {top} at the top, and {inside} in {field}. "
    "transformers 5 takes {inside}; transformers 4, and programs that read the top, take {top}.",
    "base not in file": "The base is not in the file: {base} is {base_from}. A program with "
    "another default loads the model silently and computes other angles.",
    "base in rope_parameters": "The base is in rope_parameters, as transformers 5 writes it. A "
    "program that reads rope_theta at the top finds none and silently takes its default, mostly "
    "10,000.",
    "no_rope_layers": "In no_rope_layers a 1 means that the layer uses RoPE: layers {layers} "
    "({count} of {n_layers}) have none. Read as its name suggests, it takes RoPE from all others.",
    "layers without RoPE": "Layers {layers} ({count} of {n_layers}, {kind}) do not rotate. {why}.",
    "temperature": "Queries of layers {layers} are multiplied by a factor that grows with the "
    "position, up to {factor} at {length}. Without it long texts come out wrong.",
    "proportional": "Proportional: exponents are divided by the head's width, {head}, not by the "
    "{turning} columns that turn. Pair {last}, the slowest that turns, has wavelength {right}; as "
    "in other partial rotations it would be {wrong}. Columns 0 to {last} and {half} to {end} turn.",
    "partial not read": "partial_rotary_factor is {partial}, and the class of {model_type!r} does "
    "not read it for rope_type 'default': all {head} columns turn.",
    "interleaved": "Pairs are columns 2j and 2j + 1{field}, not j and j + width/2 as in most of "
    "transformers. With halves all scores between different positions are wrong, unless the rows "
    "of the query and key projections are permuted as well.",
    "no rope_interleave": "The file has no rope_interleave; transformers takes true. A converter "
    "that only reads the file cannot see the layout.",
    "indexer": "The indexer, which chooses the tokens that are read, rotates queries and keys of "
    "its own in halves, where the attention is interleaved. One layout for both chooses other "
    "tokens, and fails nowhere.",
    "head width": "A head has {width} columns, as {source}: not hidden_size / num_attention_heads, "
    "which is {quotient}.",
    "dynamic": "Dynamic: the base grows with the text beyond {longest}, so keys in the cache were "
    "rotated by other frequencies than the next query.",
    NTK_ALPHA: "With rope_type dynamic and an alpha the class changes the base once and for all, "
    "to about {larger}. A program without alpha takes {base}.",
    "yarn": "YaRN: pairs up to {first} stay, pairs from {last} on are {factor} times slower, on "
    "texts of every length.",
    "attention factor": "Cosines and sines are multiplied by {factor}, so scores grow by its "
    "square, {square}. To scale the scores as well counts it twice.",
    "scores factor": "mscale_all_dim multiplies all scores by {factor}, beside 1/sqrt(width) and "
    "outside of the rotation. With a single token it cannot be seen: compare raw scores.",
    "longrope": "LongRoPE has two lists of divisors, and changes from one to the other when a text "
    "grows beyond {original}: keys in the cache by then were rotated by the other list. Cosines "
    "and sines are multiplied by {factor} with either.",
    "sections": "M-RoPE: the frequencies are divided among time, height and width ({sections} "
    "pairs) {how}; a text has three equal positions. After an image positions do not go on by its "
    "number of tokens, so decoding needs rope_deltas.",
    "window not used": "sliding_window is {window}, and no layer uses it{why}.",
    "positions after padding": "Positions begin at pad_token_id + 1, which is {first} here: the "
    "{rows} rows of max_position_embeddings hold texts of {longest} tokens.",
}


class Pitfall(NamedTuple):
    """One thing that is easily got wrong: its name, and the facts of this configuration."""

    name: str
    facts: Mapping[str, Any]

    @property
    def text(self) -> str:
        """The sentence with its facts."""
        return TEXTS[self.name].format(**{name: shown(fact) for name, fact in self.facts.items()})


def shown(fact: Any) -> str:
    """Return a fact as the texts have it: numbers as a reader writes them, layers as ranges."""
    if isinstance(fact, bool):
        return str(fact).lower()
    if isinstance(fact, int | float):
        return number(fact)
    if isinstance(fact, list):
        return ", ".join(map(str, fact))
    return ranges(fact) if isinstance(fact, tuple) else str(fact)


def pitfalls(inspection: Inspection) -> list[Pitfall]:
    """Return what applies to a configuration, the gravest first, each once."""
    found = [pitfall for check in PITFALL_CHECKS for pitfall in check(inspection)]
    return list({pitfall.text: pitfall for pitfall in found}.values())


def pitfall(name: str, **facts: Any) -> Pitfall:
    """Return a pitfall with its facts."""
    return Pitfall(name, facts)


def _ropes(inspection: Inspection) -> Iterator[tuple[Group, RopeLayer]]:
    for group in inspection.groups:
        if group.rope:
            yield group, group.rope


def _parameters_not_read(inspection: Inspection) -> Iterator[Pitfall]:
    settings, model_type = inspection.settings, inspection.model_type
    field, found = parameters_in_file(settings)
    kinds, thetas = nested(found), settings.family.thetas
    if kinds and settings.known and not thetas and inspection.parameters:
        base = inspection.parameters[""].base
        yield pitfall("kinds not read", field=field, kinds=kinds, model_type=model_type, base=base)
    if settings.given.get(OLD) and settings.given.get(NEW):
        yield pitfall("both forms")
    for each in inspection.parameters.values():
        if each.unread:
            yield pitfall("fields not read", rope_type=each.rope_type, names=list(each.unread))


def _base(inspection: Inspection) -> Iterator[Pitfall]:
    field, found = parameters_in_file(inspection.settings)
    top, inside = inspection.settings.given.get("rope_theta"), found.get("rope_theta")
    bases = {group.label: rope for group, rope in _ropes(inspection)}
    if top is not None and inside is not None and top != inside and bases:
        yield pitfall("two bases", top=top, inside=inside, field=field)
    for base_from in (BY_CLASS, ASSUMED):
        missing = [rope.base for rope in bases.values() if rope.parameters.base_from == base_from]
        if missing:
            listed = " and ".join(map(number, missing))
            yield pitfall("base not in file", base=listed, base_from=base_from)
    if field == NEW and top is None and bases:
        within = [rope for rope in bases.values() if rope.parameters.base_from.startswith(NEW)]
        if any(rope.base != 10_000 for rope in within):
            yield pitfall("base in rope_parameters")


def _layers_without(inspection: Inspection) -> Iterator[Pitfall]:
    settings = inspection.settings
    still = [group for group in inspection.groups if group.attends and not group.rope]
    still = [group for group in still if group.rope_known]
    if inspection.no_rope or not still:
        return
    layers = tuple(sorted(layer for group in still for layer in group.layers))
    facts = {"layers": layers, "count": len(layers), "n_layers": inspection.n_layers}
    if settings.has("no_rope_layers") or "no_rope_layer_interval" in settings.family.defaults:
        yield pitfall("no_rope_layers", **facts)
    else:
        why = "No field tells it: the class decides it by the kind of layer"
        if settings.given.get("layer_rope_theta"):
            why = "layer_rope_theta is 0 there"
        yield pitfall("layers without RoPE", kind=still[0].kind, why=why, **facts)


def _temperature(inspection: Inspection) -> Iterator[Pitfall]:
    longest = inspection.max_positions
    for group in inspection.groups if longest else ():
        factor = temperature(inspection.settings, inspection.parameters, group, longest or 0)
        if factor is not None:
            yield pitfall("temperature", layers=group.layers, factor=factor, length=longest)


def _partial(inspection: Inspection) -> Iterator[Pitfall]:
    for _, rope in _ropes(inspection):
        partial = rope.parameters.values.get("partial_rotary_factor", 1.0)
        head, half = rope.head_width, rope.head_width // 2
        if rope.rope_type == "proportional" and rope.n_turning < half:
            last = rope.n_turning - 1
            right = round(2 * math.pi / float(rope.frequencies[last]))
            wrong = round(2 * math.pi * rope.base ** (last / rope.n_turning))
            facts = {"head": head, "turning": 2 * rope.n_turning, "right": right, "wrong": wrong}
            yield pitfall("proportional", last=last, half=half, end=half + last, **facts)
        elif partial != 1.0 and rope.width == head:
            model_type = inspection.model_type
            yield pitfall("partial not read", head=head, partial=partial, model_type=model_type)


def _layout(inspection: Inspection) -> Iterator[Pitfall]:
    settings = inspection.settings
    layouts = {rope.layout for _, rope in _ropes(inspection)}
    given = settings.given.get("rope_interleave") is not None
    if INTERLEAVED in layouts:
        yield pitfall("interleaved", field=" (rope_interleave)" if given else "")
    if not given and "rope_interleave" in settings.family.defaults:
        yield pitfall("no rope_interleave")
    if inspection.model_type == "deepseek_v32" and layouts:
        yield pitfall("indexer")


def _head_width(inspection: Inspection) -> Iterator[Pitfall]:
    settings = inspection.settings
    if is_latent(settings) or settings.family.full_head_dim or not inspection.rotating:
        return
    hidden, heads = settings.get_int("hidden_size"), settings.get_int("num_attention_heads")
    if hidden and heads and head_dim(settings) != hidden // heads:
        source = "the file has it" if settings.given.get("head_dim") else "its class takes"
        quotient = round(hidden / heads, 2)
        yield pitfall("head width", width=head_dim(settings), source=source, quotient=quotient)


def _scaling(inspection: Inspection) -> Iterator[Pitfall]:
    """Yield what is easily got wrong with each rope_type, once."""
    for rope in {rope.rope_type: rope for _, rope in _ropes(inspection)}.values():
        values = rope.parameters.values
        if rope.rope_type == "dynamic":
            yield pitfall("dynamic", longest=rope.max_positions or 0)
        elif rope.rope_type == NTK_ALPHA:
            larger = float(f"{1 / float(rope.frequencies[1]) ** (rope.width / 2):.3g}")
            yield pitfall(NTK_ALPHA, larger=larger, base=rope.base)
        elif rope.rope_type == "longrope":
            yield pitfall("longrope", original=values[ORIGINAL], factor=rope.attention_factor)
        elif rope.rope_type == "yarn":
            yield from _yarn(inspection, rope)


def _yarn(inspection: Inspection, rope: RopeLayer) -> Iterator[Pitfall]:
    values, found = rope.parameters.values, parameters_in_file(inspection.settings)[1]
    first, last = (round(pair, 2) for pair in ramp(values, rope.width))
    yield pitfall("yarn", first=first, last=last, factor=values["factor"])
    if not {"beta_fast", "beta_slow"} & values.keys():
        yield pitfall("no betas")
    factor = rope.attention_factor
    given = found.get("attn_factor")
    if isinstance(given, int | float) and "attn_factor" in rope.parameters.unread:
        yield pitfall("attn_factor", given=given, factor=factor, product=given * factor)
    if factor != 1.0:
        yield pitfall("attention factor", factor=factor, square=factor**2)
    if rope.scores_factor != 1.0:
        yield pitfall("scores factor", factor=rope.scores_factor)


def _axes(inspection: Inspection) -> Iterator[Pitfall]:
    for _, rope in _ropes(inspection):
        if not rope.sections:
            continue
        in_turns = rope.sections_interleaved
        how = "in turns" if in_turns else "in one piece each"
        how = "in an order that is not in the file" if in_turns is None else how
        how = rope.section_order or how
        sizes = list(rope.sections)
        yield pitfall("sections", sections=sizes, how=how)
        dealt = list(rope.dealt)
        if in_turns and dealt != sizes:
            yield pitfall("sections dealt", dealt=dealt, sections=sizes)


def _window_not_used(inspection: Inspection) -> Iterator[Pitfall]:
    settings = inspection.settings
    given = settings.get_int("sliding_window")
    if given and not any(group.window and group.kind != CHUNKED for group in inspection.groups):
        on = settings.get("use_sliding_window", True)
        why = "" if on else ": use_sliding_window is false"
        yield pitfall("window not used", window=given, why=why)


def _learned_rows(inspection: Inspection) -> Iterator[Pitfall]:
    rows = inspection.max_positions
    if inspection.model_type not in AFTER_PADDING or not rows or not inspection.no_rope:
        return
    first = 1 + (inspection.settings.get_int("pad_token_id") or 1)
    yield pitfall("positions after padding", first=first, rows=rows, longest=rows - first)


PITFALL_CHECKS: tuple[Callable[[Inspection], Iterator[Pitfall]], ...] = (
    _parameters_not_read,
    _layers_without,
    _base,
    _partial,
    _layout,
    _scaling,
    _temperature,
    _axes,
    _head_width,
    _window_not_used,
    _learned_rows,
)
