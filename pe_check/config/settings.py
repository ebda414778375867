"""The fields of one model in a configuration: from the file, or else from its family."""

from collections.abc import Iterator, Mapping
from typing import Any

from pe_check.config.families import FAMILIES, TEXT_FAMILIES, UNKNOWN, Family

#: Where a configuration of several towers keeps its language model.
TEXT_PLACES = ("text_config", "llm_config", "language_config", "thinker_config")


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
        self.family: Family = FAMILIES.get(name, UNKNOWN)
        self.read = {"model_type"}

    def name(self, field: str) -> str:
        """Return what the file calls a field."""
        other = self.family.aliases.get(field, field)
        either = not self.family.aliases_alone
        return field if either and field in self.given and other not in self.given else other

    def says(self, field: str) -> bool:
        """Return whether the file has a field, and mark it as read."""
        name = self.name(field)
        self.read.add(name)
        return name in self.given

    def __getitem__(self, field: str) -> Any:
        if self.says(field):
            return self.given[self.name(field)]
        return self.family.defaults[field]

    def __iter__(self) -> Iterator[str]:
        return iter({*self.given, *self.family.defaults})

    def __len__(self) -> int:
        return len({*self.given, *self.family.defaults})

    def whole(self, field: str) -> int | None:
        """Return a field that counts something; None where nobody says."""
        value = self.get(field)
        if value is None:
            return None
        whole = isinstance(value, int | float) and not isinstance(value, bool)
        if not whole or value != int(value) or value < 0:
            raise ValueError(f"{self.path(field)} must be a whole number, but it is {value!r}")
        return int(value)

    def needed(self, field: str) -> int:
        """Return a field without which nothing can be said, at least 1."""
        value = self.whole(field)
        if not value:
            kind = f"model_type {self.model_type!r}" if self.model_type else "no model_type"
            known = "which this program does not know" if self.model_type else "and"
            missing = f"{self.path(field)} is missing" if value is None else f"{field} is 0"
            raise ValueError(f"{missing}: the file has {kind}, {known} no default to take it from")
        return value

    def path(self, field: str) -> str:
        """Return the name of a field with the place where it stands."""
        return f"{self.place}.{self.name(field)}" if self.place else self.name(field)


def settings_of(config: Mapping[str, Any]) -> Settings:
    """Return the settings of a configuration's language model, wherever they stand."""
    given: Mapping[str, Any] = config
    place, parent = "", ""
    while inner := next((p for p in TEXT_PLACES if isinstance(given.get(p), dict)), ""):
        parent = str(given.get("model_type", ""))
        place = f"{place}.{inner}" if place else inner
        given = given[inner]
    return Settings(given, place, parent)
