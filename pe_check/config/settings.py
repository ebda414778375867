"""The fields of one model in a configuration: from the file, or else from its family."""

from collections.abc import Iterator, Mapping
from typing import Any

from pe_check.config.families import FAMILIES, PARTLY_KNOWN, TEXT_FAMILIES, UNKNOWN, Family

#: Where a configuration of several towers keeps its language model.
TEXT_PLACES = ("text_config", "llm_config", "language_config", "thinker_config")

#: What files call the sizes of a model beside the general name.
ALIASES = {
    "head_dim": ("kv_channels",),
    "hidden_size": ("n_embd", "d_model", "dim"),
    "num_attention_heads": ("n_head", "num_heads", "n_heads", "encoder_attention_heads"),
    "num_hidden_layers": ("n_layer", "num_layers", "n_layers", "encoder_layers"),
    "max_position_embeddings": ("n_positions", "max_seq_len"),
}


class Settings(Mapping[str, Any]):
    """What a model is built from; it remembers which fields of the file were read."""

    def __init__(self, given: Mapping[str, Any], place: str = "", parent: str = "") -> None:
        self.given, self.place = given, place
        model_type = given.get("model_type")
        self.model_type = (
            model_type if isinstance(model_type, str) else TEXT_FAMILIES.get(parent, "")
        )
        name = TEXT_FAMILIES.get(self.model_type, self.model_type)
        self.known = name in FAMILIES
        self.family: Family = FAMILIES.get(name) or PARTLY_KNOWN.get(name, UNKNOWN)
        self.read = {"model_type"}

    def changed(self, fields: Mapping[str, Any]) -> "Settings":
        """Return the settings of a single layer that has some fields of its own."""
        layer = Settings({**self.given, **fields}, self.place)
        layer.model_type, layer.known, layer.family = self.model_type, self.known, self.family
        layer.read = self.read
        return layer

    def name(self, field: str) -> str:
        """Return what the file calls a field."""
        if field in self.family.aliases:
            return self.family.aliases[field]
        return next(
            (name for name in (field, *ALIASES.get(field, ())) if name in self.given), field
        )

    def has(self, field: str) -> bool:
        """Return whether the file has a field, and mark it as read."""
        name = self.name(field)
        self.read.add(name)
        return name in self.given

    def __getitem__(self, field: str) -> Any:
        if self.has(field):
            return self.given[self.name(field)]
        return self.family.defaults[field]

    def __iter__(self) -> Iterator[str]:
        return iter({*self.given, *self.family.defaults})

    def __len__(self) -> int:
        return len({*self.given, *self.family.defaults})

    def get_int(self, field: str) -> int | None:
        """Return a field that counts something; None if neither file nor class has it."""
        value = self.get(field)
        if value is None:
            return None
        whole = isinstance(value, int | float) and not isinstance(value, bool)
        if not whole or not 0 <= value < 2**53 or value != int(value):
            raise ValueError(f"{self.path(field)} must be a whole number, but it is {value!r}")
        return int(value)

    def get_number(self, field: str) -> float | None:
        """Return a number above 0; None if neither file nor class has it."""
        value = self.get(field)
        return None if value is None else check_number(value, self.path(field))

    def require(self, field: str) -> int:
        """Return a field without which nothing can be said, at least 1."""
        value = self.get_int(field)
        if value is None:
            known = "has no default" if self.known else "is not known here"
            kind = f"model_type {self.model_type!r} {known}" if self.model_type else "no model_type"
            raise ValueError(f"{self.path(field)} is missing: {kind}")
        if value == 0:
            raise ValueError(f"{self.path(field)} must be at least 1, but it is 0")
        return value

    def get_list(self, field: str, of: type | tuple[type, ...], length: int = 0) -> list[Any]:
        """Return a list, of so many entries if that is asked; empty if there is none."""
        value = self.get(field)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(item, of) for item in value):
            kind = "words" if of is str else "numbers"
            raise ValueError(f"{self.path(field)} must be a list of {kind}, but it is {value!r}")
        if value and len(value) < length:
            raise ValueError(
                f"{self.path(field)} has {len(value)} entries, but num_hidden_layers is {length}"
            )
        return value

    def get_object(self, field: str) -> dict[str, Any]:
        """Return an object of fields; empty if there is none."""
        value = self.get(field) or {}
        if not isinstance(value, dict):
            raise ValueError(f"{self.path(field)} must be an object, but it is {value!r}")
        return value

    def path(self, field: str) -> str:
        """Return the name of a field with the place where it is."""
        return f"{self.place}.{self.name(field)}" if self.place else self.name(field)


def check_number(value: Any, path: str, smallest: float | None = None) -> float:
    """Return a number, at least `smallest` or else above 0."""
    real = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300
    if not real or not (value > 0 if smallest is None else value >= smallest):
        rule = "above 0" if smallest is None else f"of at least {smallest}"
        raise ValueError(f"{path} must be a number {rule}, but it is {value!r}")
    return float(value)


def settings_of(config: Mapping[str, Any]) -> Settings:
    """Return the settings of a configuration's language model, wherever they are."""
    given: Mapping[str, Any] = config
    place, parent = "", ""
    while inner := next((p for p in TEXT_PLACES if isinstance(given.get(p), dict)), ""):
        parent = str(given.get("model_type", ""))
        place = f"{place}.{inner}" if place else inner
        given = given[inner]
    return Settings(given, place, parent)
