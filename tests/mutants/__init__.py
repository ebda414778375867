"""Planted mistakes: does a test fail for each of them?

`list.toml` says where mistakes are planted, of which kinds, and which tests have to fail; it also
lists mistakes word by word. `make mutants` copies the tree, plants one mistake after the other, and
reports which ones no test noticed.
"""

import random
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from tests.mutants.kinds import KINDS

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@dataclass(frozen=True)
class Mutant:
    """One mistake: the files with their changed texts, and the tests to run one after the other."""

    area: str
    what: str
    texts: dict[str, str]
    tests: list[str]


def listed(name: str) -> list:
    return tomllib.loads((HERE / "list.toml").read_text(encoding="utf-8"))[name]


def plan() -> list[dict]:
    return listed("plant")


def changed(file: str, text: str, there: str, instead: str) -> str:
    if text.count(there) != 1:
        raise LookupError(
            f"{file} holds {there!r} {text.count(there)} times: "
            "change tests/mutants/list.toml, so that it stands there once"
        )
    return text.replace(there, instead)


def harmless() -> set[tuple[str, str]]:
    """Return the mistakes that change nothing: each file with its changed text."""
    return {
        (file, changed(file, (ROOT / file).read_text(encoding="utf-8"), there, instead))
        for file, there, instead, _ in listed("harmless")
    }


def tests_for(entry: dict, file: str) -> list[str]:
    path = Path(file)
    return [tests.format(file=file, stem=path.stem) for tests in entry["tests"]]


def planted(entry: dict) -> list[Mutant]:
    """Return the mistakes that are listed word by word: each is file, there, instead, repeated."""
    found = []
    for words in entry.get("planted", []):
        changes = list(zip(*[iter(words)] * 3, strict=True))
        texts: dict[str, str] = {}
        for file, there, instead in changes:
            text = texts.get(file) or (ROOT / file).read_text(encoding="utf-8")
            texts[file] = changed(file, text, there, instead)
        file, there, instead = changes[0]
        what = f"{file}: {there!r} -> {instead!r}"
        found.append(Mutant(entry["area"], what, texts, tests_for(entry, file)))
    return found


def generated(
    entry: dict, tracked: list[str], choose: random.Random, count: int | None
) -> list[Mutant]:
    """Return mistakes of the entry's kinds: `count` drawn at random, or all but the harmless."""
    changes, left_out = {}, harmless()
    for file in tracked:
        if any(fnmatch(file, pattern) for pattern in entry.get("files", [])):
            text = (ROOT / file).read_text(encoding="utf-8")
            for kind in entry["kinds"]:
                if found := [c for c in KINDS[kind](text) if (file, c[1]) not in left_out]:
                    changes[file, kind] = found
    places = [(key, number) for key, found in changes.items() for number in range(len(found))]
    if count is not None:
        # A file and a kind first, so that a long file does not hide the others.
        drawn, count = set(), min(count, len(places))
        while len(drawn) < count:
            key = choose.choice(list(changes))
            drawn.add((key, choose.randrange(len(changes[key]))))
        places = sorted(drawn)
    found = []
    for (file, kind), number in places:
        what, text = changes[file, kind][number]
        mutant = Mutant(
            entry["area"], f"{file}, {kind}: {what}", {file: text}, tests_for(entry, file)
        )
        found.append(mutant)
    return found
