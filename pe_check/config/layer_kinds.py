"""The kind of every layer: as the file lists it, by a field, or by the rule of its class."""

from collections.abc import Callable

from pe_check.config.families import CHUNKED, FULL, LINEAR, SLIDING, Pattern
from pe_check.config.settings import Settings

#: Layers of DeepSeek V4 by how many tokens they compress into one.
COMPRESSED = {0: SLIDING, 4: "compressed_sparse_attention", 128: "heavily_compressed_attention"}


def kinds_of(settings: Settings) -> list[str]:
    """Return the kind of every layer."""
    n = settings.require("num_hidden_layers")
    given = settings.given.get("layer_types")
    family = settings.family
    if given is not None and (not settings.known or family.reads_layer_types):
        kinds = settings.get_list("layer_types", str)
        if len(kinds) != n:
            raise ValueError(
                f"{settings.path('layer_types')} has {len(kinds)} entries, "
                f"but num_hidden_layers is {n}"
            )
        return [*kinds[:-1], FULL] if family.layers == "gemma 4" else kinds
    if isinstance(family.layers, Pattern):
        return _by_pattern(settings, family.layers)
    return RULES[family.layers](settings, n)


def rotates(settings: Settings) -> list[bool]:
    """Return which layers rotate by a list of the file; empty without one.

    In no_rope_layers a 1 means that a layer rotates, in layer_rope_theta a 0 that it does not.
    """
    n = settings.require("num_hidden_layers")
    if settings.has("layer_rope_theta"):
        return [bool(base) for base in settings.get_list("layer_rope_theta", (int, float), n)]
    given = [bool(flag) for flag in settings.get_list("no_rope_layers", (int, float), n)]
    interval = settings.get_int("no_rope_layer_interval") if settings.known else None
    return given or [(i + 1) % interval != 0 for i in range(n) if interval]


def _by_pattern(settings: Settings, pattern: Pattern) -> list[str]:
    period = (pattern.period_field and settings.get_int(pattern.period_field)) or pattern.period
    last = 0 if pattern.full_first else period - 1
    n = settings.require("num_hidden_layers")
    return [FULL if i % period == last else pattern.other for i in range(n)]


def _full(settings: Settings, n: int) -> list[str]:
    return [FULL] * n


def _window(settings: Settings, n: int) -> list[str]:
    """Return the kinds where a sliding_window, if there is one, holds in every layer."""
    return [SLIDING if settings.get_int("sliding_window") else FULL] * n


def _window_if_on(settings: Settings, n: int) -> list[str]:
    return _window(settings, n) if settings.get("use_sliding_window") else [FULL] * n


def _window_from_layer(settings: Settings, n: int) -> list[str]:
    """Return the kinds where layers from max_window_layers on have the window, if it is on."""
    on = settings.get("use_sliding_window", True) and settings.get_int("sliding_window") is not None
    first = settings.get_int("max_window_layers") or 0
    return [SLIDING if on and i >= first else FULL for i in range(n)]


def _window_in_every_other(settings: Settings, n: int) -> list[str]:
    """Return the kinds of Qwen2-MoE: every second layer below max_window_layers has the window."""
    on, first = settings.get("use_sliding_window"), settings.get_int("max_window_layers") or 0
    return [SLIDING if on and i % 2 == 0 and i < first else FULL for i in range(n)]


def _by_fields(settings: Settings, n: int) -> list[str]:
    """Return the kinds that a field decides, whatever the class; else as `_window` does."""
    numbers = (int, float)
    for field, other in (("full_attn_idxs", "conv"), ("attn_layer_indices", LINEAR)):
        if field in settings:
            full = settings.get_list(field, numbers)
            everywhere = field == "full_attn_idxs" and settings[field] is None
            return [FULL if everywhere or i in full else other for i in range(n)]
    crossing = settings.get_list("cross_attention_layers", numbers)
    if crossing:
        return ["cross_attention" if i in crossing else FULL for i in range(n)]
    if listed := settings.get_object("linear_attn_config").get("full_attn_layers"):
        return [FULL if i + 1 in listed else LINEAR for i in range(n)]  # counted from 1
    if period := settings.get_int("attn_layer_period"):
        offset = settings.get_int("attn_layer_offset") or 0
        return [FULL if i % period == offset else LINEAR for i in range(n)]
    if period := settings.get_int("full_attention_interval"):
        return _by_pattern(settings, Pattern(period, LINEAR))
    if blocks := settings.get_list("block_types", str):  # RecurrentGemma
        return [SLIDING if blocks[i % len(blocks)] == "attention" else LINEAR for i in range(n)]
    return _window(settings, n)


def _llama4(settings: Settings, n: int) -> list[str]:
    chunked = CHUNKED if settings.get_int("attention_chunk_size") else FULL
    return [chunked if rotated else FULL for rotated in rotates(settings)]


def _smollm3(settings: Settings, n: int) -> list[str]:
    on = settings.get("use_sliding_window") and settings.get_int("sliding_window") is not None
    return [SLIDING if on and not rotated else FULL for rotated in rotates(settings)]


def _gemma4(settings: Settings, n: int) -> list[str]:
    return [*_by_pattern(settings, Pattern(6))[:-1], FULL]


def _deepseek_v4(settings: Settings, n: int) -> list[str]:
    ratios = settings.get_list("compress_ratios", (int, float), n)
    ratios = ratios or [128 if i < 2 or i % 2 == 0 else 4 for i in range(n)]
    if unknown := set(ratios) - set(COMPRESSED):
        known = ", ".join(map(str, COMPRESSED))
        raise ValueError(
            f"{settings.path('compress_ratios')} must be of {known}, but holds {min(unknown)}"
        )
    return [COMPRESSED[ratio] for ratio in ratios[:n]]


RULES: dict[str, Callable[[Settings, int], list[str]]] = {
    "full": _full,
    "window": _window,
    "window if on": _window_if_on,
    "window from layer": _window_from_layer,
    "window in every other": _window_in_every_other,
    "fields": _by_fields,
    "llama 4": _llama4,
    "smollm3": _smollm3,
    "gemma 4": _gemma4,
    "deepseek v4": _deepseek_v4,
}
