"""What the inspector warns of, each sentence beside a computation of what it says."""

from __future__ import annotations

import copy
import math

import numpy as np
import pytest

from pe_check.config import inspect_config
from pe_check.config.traps import traps
from pe_check.config.wording import number, ranges
from pe_lib import angular_frequencies, attention_weights
from pe_lib.practice import pairs_to_halves, section_axes
from pe_lib.variants import rope_at_frequencies
from tests.check.published_configs import PUBLISHED
from tests.check.rope_types_configs import BY_TYPE


def config(name):
    return PUBLISHED[name].config if name in PUBLISHED else BY_TYPE[name]


def inspected(name):
    return inspect_config(config(name))


def warns(name, sentence):
    return sentence in traps(inspected(name))


def only_rope(name):
    [*_, rope] = [group.rope for group in inspected(name).rotating]
    return rope


def slowdown(name, length):
    """How many times slower the pairs are than without scaling, in a text of this length."""
    rope = only_rope(name)
    return angular_frequencies(rope.width, rope.base) / rope.at(length)[0]


def frequencies(given):
    return [group.rope.frequencies.tolist() for group in inspect_config(given).rotating]


def changes_something(name, *path, to):
    """Whether another value at this place of a file changes any frequency."""
    changed = copy.deepcopy(config(name))
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return frequencies(changed) != frequencies(config(name))


# --- Ways of scaling ------------------------------------------------------------------------------

LENGTHS = (2, 2048, 2049, 8192, 8193, 100_000)


def test_linear_and_dynamic():
    for length in LENGTHS:
        np.testing.assert_allclose(slowdown("linear", length), 2.5, rtol=1e-5)
    assert warns(
        "linear",
        "Linear: all frequencies are divided by 2.5, for short texts too. The file does not say "
        "whether max_position_embeddings counts before or after.",
    )
    slowest = [slowdown("dynamic", length)[-1] for length in LENGTHS]
    grown = {length for length, by in zip(LENGTHS, slowest, strict=True) if by > 1.0001}
    assert grown == {length for length in LENGTHS if length > 8192} and slowest == sorted(slowest)
    assert warns(
        "dynamic",
        "Dynamic: the base grows with the text beyond 8192, so keys that are in the cache already "
        "were rotated by other frequencies than the next query.",
    )
    bases = {1 / only_rope("Hunyuan").at(length)[0][1] ** 64 for length in LENGTHS}
    [once_and_for_all] = bases
    assert warns(
        "Hunyuan",
        "The file says dynamic, but with an alpha the class changes the base once and for all, to "
        f"about {float(f'{once_and_for_all:.3g}'):,.0f}. A program without alpha takes 10,000.",
    )


def test_yarn():
    for length in LENGTHS:
        times = slowdown("Qwen 2.5 with YaRN", length)
        stay, slower = np.flatnonzero(times < 1.001), np.flatnonzero(times > 3.999)
        assert warns(
            "Qwen 2.5 with YaRN",
            f"YaRN: pairs up to {stay.max()} stay, pairs from {slower.min()} on are 4 times "
            "slower, on texts of every length.",
        )
    factor = only_rope("Qwen 2.5 with YaRN").attention_factor
    x = np.random.default_rng(0).normal(size=(2, 8))
    scores = (factor * x) @ (factor * x).T / (x @ x.T)
    assert factor == pytest.approx(0.1 * math.log(4) + 1)
    assert warns(
        "Qwen 2.5 with YaRN",
        f"Cosines and sines are multiplied by {factor:.5g}, so scores "
        f"{'grow' if factor > 1 else 'shrink'} by its square, {scores[0, 1]:.5g}. "
        "To scale the scores as well counts it twice.",
    )


def test_yarns_weight_of_all_dimensions():
    """A query with a single key weighs it by 1, whatever its score is multiplied by."""
    times = (0.1 * math.log(40) + 1) ** 2
    x = np.random.default_rng(0).normal(size=(2, 8))
    unchanged = [np.allclose(attention_weights(times * x[:n], x[:n]),
                             attention_weights(x[:n], x[:n])) for n in (1, 2)]  # fmt: skip
    assert unchanged == [True, False]
    assert warns(
        "DeepSeek V3",
        f"mscale_all_dim multiplies all scores by {times:.5g}, beside 1/sqrt(width) and outside of "
        "the rotation. A test with a single token cannot see whether it is there: compare raw "
        "scores.",
    )
    lowered, usual = (only_rope(f"yarn with mscale{end}") for end in ("", " alone"))
    assert lowered.attention_factor < usual.attention_factor and lowered.scores_factor == 1
    assert warns(
        "yarn with mscale",
        "mscale_all_dim only lowers the attention factor here; scores are not multiplied by it.",
    )


def test_yarns_lengths():
    rope = only_rope("yarn not truncated")
    assert slowdown("yarn not truncated", 2)[-1] == pytest.approx(32) and 8192 / 2048 == 4
    assert rope.parameters.values["factor"] == 32
    assert warns(
        "yarn not truncated",
        "factor is 32, but max_position_embeddings / original_max_position_embeddings is 4. "
        "transformers warns, and takes factor.",
    )
    name, field = "yarn without an original length", "original_max_position_embeddings"
    assert not changes_something(name, "rope_parameters", field, to=8192)
    assert changes_something(name, "rope_parameters", field, to=2048)
    assert warns(
        name,
        "The file has no original_max_position_embeddings: max_position_embeddings stands in for "
        "it, which is right only if it is the length of the pretraining.",
    )
    inside = BY_TYPE["a kind of layer has its own base"]
    within, beside = copy.deepcopy(inside), copy.deepcopy(inside)
    within["rope_parameters"]["full_attention"]["truncate"] = False
    beside["rope_parameters"]["truncate"] = False
    assert frequencies(within) == frequencies(inside) != frequencies(beside)
    assert (
        "truncate stands within a kind of layer; transformers looks for it beside the kinds and "
        "does not find it."
    ) in traps(inspect_config(within))


def test_longrope_and_llama3():
    rope, plain = only_rope("longrope"), angular_frequencies(96, 500_000.0)
    lists = {length: (plain / rope.at(length)[0])[-1] for length in (2, 2048, 2049, 9000)}
    np.testing.assert_allclose(list(lists.values()), [1.47, 1.47, 24.5, 24.5], rtol=1e-5)
    assert warns(
        "longrope",
        "LongRoPE has two lists of divisors, and changes from one to the other when a text grows "
        "beyond 2048: keys that are in the cache by then were rotated by the other list.",
    )
    [factor] = {rope.at(length)[1] for length in lists}
    assert warns(
        "longrope",
        f"Cosines and sines are multiplied by {factor:.5g} with either list, on short texts too.",
    )
    for length in LENGTHS:
        turns = 2048 * angular_frequencies(96, 500_000.0) / (2 * math.pi)
        times = slowdown("llama3", length)
        np.testing.assert_array_equal(times < 1.0001, turns >= 4)
        np.testing.assert_array_equal(times > 7.999, turns < 1)
    assert only_rope("llama3").attention_factor == 1
    assert warns(
        "llama3",
        "llama3 counts wavelengths in 2048 positions: pairs with at least 4 turns there stay, "
        "those with less than 1 are 8 times slower, at every length. It is neither linear nor "
        "YaRN, and has no attention factor.",
    )


# --- Which pairs turn -----------------------------------------------------------------------------


def test_parts_of_a_head():
    rope = only_rope("Gemma 4")
    turning = np.flatnonzero(rope.frequencies)
    last = turning.max()
    right, wrong = (
        2 * math.pi / np.array([angular_frequencies(width, 1e6)[last] for width in (512, 128)])
    )
    assert right == pytest.approx(2 * math.pi / rope.frequencies[last], rel=1e-6)
    columns = f"0 to {last} and {256 + turning.min()} to {256 + last}"
    assert warns(
        "Gemma 4",
        f"Proportional: exponents are divided by the head's width, 512, not by the "
        f"{2 * len(turning)} columns that turn. Pair {last}, the slowest that turns, has a "
        f"wavelength of {right:,.0f}; as for other partial rotations it would have {wrong:,.0f}. "
        f"Pair j is columns j and j + 256, so the columns that turn are {columns}.",
    )
    for name, width, head, place in [
        ("Qwen3-Next", 64, 256, "first"),
        ("DeepSeek V2", 64, 192, "last"),
    ]:
        rope = only_rope(name)
        assert rope.behind == (place == "last")
        assert rope.unscaled[1] == pytest.approx(rope.base ** (-2 / width))
        assert warns(
            name,
            f"Only the {place} {width} of a head's {head} columns turn, and exponents are divided "
            f"by {width}.",
        )
    ignored = BY_TYPE["default"] | {"partial_rotary_factor": 0.5}
    assert len(frequencies(ignored)[0]) == 96 // 2
    assert (
        "partial_rotary_factor is 0.5, and the class of 'llama' does not read it for rope_type "
        "'default': all 96 columns turn."
    ) in traps(inspect_config(ignored))


def test_interleaved_columns():
    """rotate_half on projections for interleaved columns: all scores but those of one position."""
    rng, omega = np.random.default_rng(0), angular_frequencies(8)
    x, (w_q, w_k) = rng.normal(size=(5, 8)), rng.normal(size=(2, 8, 8))

    def scores(w_q, w_k, *, halves):
        columns = [0, 4, 1, 5, 2, 6, 3, 7] if halves else range(8)  # rows of pairs
        q, k = (rope_at_frequencies((x @ w.T)[:, columns], omega) for w in (w_q, w_k))
        return q @ k.T

    right, wrong = scores(w_q, w_k, halves=False), scores(w_q, w_k, halves=True)
    same_position = np.eye(5, dtype=bool)
    np.testing.assert_array_equal(np.isclose(right, wrong), same_position)
    permuted = [pairs_to_halves(w.T, 1).T for w in (w_q, w_k)]
    np.testing.assert_allclose(scores(*permuted, halves=True), right)
    for name, field in [("Llama 4", ""), ("GLM-4.7-Flash", " (rope_interleave)")]:
        assert only_rope(name).layout == "interleaved"
        assert warns(
            name,
            f"Pairs are the interleaved columns 2j and 2j + 1{field}, not j and j + width/2 as in "
            "most of transformers. With rotate_half all scores between different positions are "
            "wrong, unless the rows of the query and key projections are permuted as well.",
        )
    found = inspect_config(PUBLISHED["DeepSeek V3"].config | {"rope_interleave": True})
    assert found.groups[0].rope.layout == only_rope("DeepSeek V3").layout
    assert warns(
        "DeepSeek V3",
        "The file has no rope_interleave; transformers takes true. A converter that only reads the "
        "file cannot see the layout.",
    )


@pytest.mark.parametrize(
    ("name", "how"), [("Qwen2-VL", "in one piece each"), ("Qwen3-VL", "in turns")]
)
def test_sections(name, how):
    sections = only_rope(name).sections
    axes = section_axes(sections, interleaved=how == "in turns")
    assert [int((axes == axis).sum()) for axis in range(3)] == list(sections)
    assert (np.count_nonzero(np.diff(axes)) == 2) == (how == "in one piece each")
    assert any(
        sentence.startswith(
            "M-RoPE: one ladder of frequencies is dealt out to time, height and width "
            f"({', '.join(map(str, sections))} pairs) {how}; a text has three equal positions. "
            "After an image positions do not go on by its number of tokens"
        )
        for sentence in traps(inspected(name))
    )


def test_axes_of_an_image():
    rope = only_rope("Gemma 4's images")
    assert rope.width == rope.head_width // 2
    assert warns(
        "Gemma 4's images",
        "Axial: rows and columns have the same frequencies, each on half of the head. A text's "
        "position does not enter.",
    )


# --- Layers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["SmolLM3", "Llama 4", "Command R7B"])
def test_layers_without_rope(name):
    found = inspected(name)
    without = tuple(
        sorted(set(range(found.n_layers)).difference(*(g.layers for g in found.rotating)))
    )
    some = f"ayers {ranges(without)} ({len(without)} of {found.n_layers}"
    sentence = (
        f"L{some}, full_attention) do not rotate at all, and no field says so: the class decides "
        "it by the kind of layer."
    )
    if name != "Command R7B":
        flags = PUBLISHED["SmolLM3"].config["no_rope_layers"]
        assert [layer for layer, flag in enumerate(flags) if flag == 0] == [
            layer
            for group in inspected("SmolLM3").groups
            if not group.rope
            for layer in group.layers
        ]
        sentence = (
            "In no_rope_layers a 1 means that the layer uses RoPE, and a 0 that it does not: "
            f"l{some}) have none. Read as its name says, it takes RoPE from all the others."
        )
    assert warns(name, sentence)


def test_temperatures():
    for name in ("Llama 4", "Ministral 3"):
        found = inspected(name)
        [group] = [g for g in found.groups if found.temperature(g, 10**6) is not None]
        short, longest = (found.temperature(group, length) for length in (1000, found.longest))
        assert short == 1 < longest
        assert warns(
            name,
            f"Queries of layers {ranges(group.layers)} are multiplied by a factor that grows with "
            f"the position, up to {longest:.5g} at {found.longest:,}. Without it short texts come "
            "out right and long ones do not.",
        )


def test_windows():
    assert warns(
        "Llama 4",
        "Chunks of 8192 positions, no sliding window: the first token of a chunk sees none before "
        "it.",
    )
    assert warns(
        "Gemma 2",
        "Layers 0, 2, …, 40 see 4096 positions, the token itself included: offsets 0 to "
        f"{max(range(4096))}. Positions still count from the start.",
    )
    whole = PUBLISHED["ModernBERT"].config.get("local_attention", 128)
    assert warns(
        "ModernBERT",
        f"local_attention counts both sides: a token sees {whole // 2} to the left and "
        f"{whole // 2} to the right.",
    )
    for switch, why in [({"use_sliding_window": False}, ": use_sliding_window is false"), ({}, "")]:
        given = {**BY_TYPE["default"], "sliding_window": 4096, **switch}
        assert all(group.window is None for group in inspect_config(given).groups)
        assert f"sliding_window is 4096, and no layer uses it{why}." in traps(inspect_config(given))


# --- What the file does not say, or says in vain --------------------------------------------------


@pytest.mark.parametrize("name", ["Llama 2", "Gemma 3"])
def test_bases_of_the_class(name):
    bases = [group.rope.base for group in inspected(name).rotating]
    assert "rope_theta" not in str(config(name))
    assert warns(
        name,
        f"The file does not say {'the base' if len(bases) == 1 else 'all bases'}: the class of "
        f"{inspected(name).model_type!r} takes {' and '.join(map(number, bases))}. A program with "
        "another default loads the model without a word and computes other angles.",
    )
    unknown = inspect_config(BY_TYPE["no parameters"] | {"model_type": "newest"})
    assert unknown.groups[0].rope.base == 10_000
    assert (
        "The file does not say the base: this model_type is not known here, and transformers' "
        "usual 10,000 is assumed. A program with another default loads the model without a word "
        "and computes other angles."
    ) in traps(unknown)
    assert (
        "Which columns make a pair no configuration says: it is in the program of this model_type, "
        "which is not known here."
    ) in traps(unknown)


@pytest.mark.parametrize("name", ["Gemma 3", "ModernBERT"])
def test_several_bases(name):
    groups = inspected(name).rotating
    bases = "; ".join(f"{g.rope.base:,.0f} in {len(g.layers)} layers ({g.kind})" for g in groups)
    assert warns(
        name,
        f"There is no one base: {bases}. One rope_theta for all layers is wrong in the others.",
    )


@pytest.mark.parametrize(("name", "scaled"), [("Gemma 3", "linear"), ("OLMo 3", "yarn")])
def test_scaling_of_some_layers(name, scaled):
    [plain] = [
        group
        for group in inspected(name).rotating
        if np.allclose(
            group.rope.frequencies, angular_frequencies(group.rope.width, group.rope.base)
        )
    ]
    assert warns(
        name,
        f"rope_type {scaled} is not for all layers: {plain.kind} ({len(plain.layers)} layers) "
        "rotates by the default.",
    )


def test_where_parameters_stand():
    assert (
        "rope_theta" not in config("default")
        and "rope_theta" in config("default")["rope_parameters"]
    )
    assert warns(
        "default",
        "The base stands inside rope_parameters, as transformers 5 writes it. A program that looks "
        "for rope_theta at the top, as for transformers 4, finds none and takes its default, "
        "mostly 10,000, without a word.",
    )
    assert changes_something("both forms", "rope_scaling", "factor", to=3.0)
    assert not changes_something("both forms", "rope_parameters", "rope_theta", to=3.0)
    assert warns(
        "both forms",
        "The file has rope_scaling and rope_parameters. transformers takes rope_scaling alone.",
    )
    flat = "flat where kinds are expected"
    assert not changes_something(flat, "rope_parameters", "rope_theta", to=3e5)
    for kind in ("full_attention", "sliding_attention"):
        assert changes_something(flat, "rope_parameters", kind, to={"rope_theta": 3e5})
    assert warns(
        flat,
        "rope_parameters has rope_type, rope_theta beside the kinds of layers. The class of "
        "'gemma3_text' reads only what stands under full_attention and sliding_attention.",
    )
    nested = BY_TYPE["default"] | {"rope_parameters": {"full_attention": {"rope_theta": 1e6}}}
    assert frequencies(nested) == frequencies(BY_TYPE["no parameters"])
    assert (
        "rope_parameters has parameters of its own for full_attention, but the class of 'llama' "
        "reads one set for all layers. It finds no rope_theta there and takes 10,000, or fails: "
        "these values change nothing."
    ) in traps(inspect_config(nested))
    assert not changes_something("Hunyuan", "rope_scaling", "factor", to=7.0)
    assert any(
        sentence.startswith("rope_type 'ntk_alpha' does not read beta_fast, beta_slow, factor,")
        and sentence.endswith(": transformers warns and goes on without.")
        for sentence in traps(inspected("Hunyuan"))
    )


@pytest.mark.parametrize(
    ("name", "where"), [("Gemma", "the file says"), ("Gemma 3", "its class takes")]
)
def test_widths_of_heads(name, where):
    settings = inspected(name).settings
    assert ("head_dim" in settings.given) == (where == "the file says")
    hidden, heads = settings.whole("hidden_size"), settings.whole("num_attention_heads")
    assert warns(
        name,
        f"A head has {only_rope(name).head_width} columns, as {where}: not hidden_size / "
        f"num_attention_heads, which is {hidden // heads}.",
    )


def test_lengths_and_the_indexer():
    assert warns(
        "Llama 3.1",
        "max_position_embeddings is 131,072; the frequencies are built on a pretraining with 8192.",
    )
    assert only_rope("DeepSeek V3.2").layout == "interleaved"
    assert warns(
        "DeepSeek V3.2",
        "The indexer, which chooses the tokens that are read, rotates queries and keys of its own "
        "in the other layout: halves, where the attention is interleaved. A program with one "
        "layout for both chooses other tokens, and fails nowhere.",
    )
