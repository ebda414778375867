"""A config.json from a path, a folder or its text; it is read as JSON and never run."""

import json
from pathlib import Path
from typing import Any

#: Far more than any configuration has; a file of weights chosen by mistake is larger.
MAX_BYTES = 2**22
NAME = "config.json"


def read_config(source: str | Path) -> dict[str, Any]:
    """Return the configuration in a file, or in the config.json of a folder."""
    path = Path(source)
    if path.is_dir():
        path = path / NAME
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise ValueError(f"{size:,} bytes; a configuration has at most {MAX_BYTES:,}")
        return parse_config(path.read_bytes())
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise ValueError(f"{path} is not a configuration: {error}") from None


def parse_config(text: str | bytes) -> dict[str, Any]:
    """Return the configuration in a text of JSON.

    >>> parse_config('{"rope_theta": 1e4}')
    {'rope_theta': 10000.0}
    """
    if len(text) > MAX_BYTES:
        raise ValueError(f"longer than {MAX_BYTES:,} bytes, the limit of a configuration")
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        found = json.loads(text, object_pairs_hook=_object)
    except UnicodeDecodeError:
        raise ValueError("not valid UTF-8") from None
    except json.JSONDecodeError as error:
        problem = f"{error.msg} in line {error.lineno}, column {error.colno}"
        raise ValueError(f"not JSON: {problem}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(found, dict):
        raise ValueError(f"it must be an object, {{…}}, not {json.dumps(found)[:60]}")
    return found


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; a name that is in it twice has no single value."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the field {name!r} is there twice")
        found[name] = value
    return found
