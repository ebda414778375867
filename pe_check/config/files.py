"""A config.json from a path, a folder or its text; it is read as JSON and never run."""

import json
from pathlib import Path
from typing import Any

#: Far more than any configuration has; a file of weights chosen by mistake is larger.
MOST_BYTES = 2**22
NAME = "config.json"


def read_config(source: str | Path) -> dict[str, Any]:
    """Return the configuration in a file, or in the config.json of a folder."""
    path = Path(source)
    if path.is_dir():
        path = path / NAME
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise ValueError(f"it has {size:,} bytes; a configuration has at most {MOST_BYTES:,}")
        return parse_config(path.read_bytes())
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise ValueError(f"{path} is no configuration: {error}") from None


def parse_config(text: str | bytes) -> dict[str, Any]:
    """Return the configuration in a text of JSON.

    >>> parse_config('{"rope_theta": 1e4}')
    {'rope_theta': 10000.0}
    """
    if len(text) > MOST_BYTES:
        raise ValueError(f"it is longer than {MOST_BYTES:,} bytes, and no configuration is")
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        found = json.loads(text, object_pairs_hook=_once)
    except UnicodeDecodeError:
        raise ValueError("it is not a text in UTF-8") from None
    except json.JSONDecodeError as error:
        problem = f"{error.msg} in line {error.lineno}, column {error.colno}"
        raise ValueError(f"it is not JSON: {problem}") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(found, dict):
        raise ValueError(f"it must hold an object, {{…}}, but it holds {_kind(found)}")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; a name that stands in it twice has no one value."""
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"it has the field {name!r} twice")
    return dict(pairs)


def _kind(value: object) -> str:
    return {list: "a list", str: "a string", type(None): "null"}.get(type(value), "a number")
