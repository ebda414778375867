"""What the explorers say at some settings, and with which values, computed independently."""

from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np

from pe_book.explorers import ALL
from pe_book.mistakes.stored import LOW, galleries
from tests.book import test_explorer_values_of_chapters_1_to_3 as chapters_1_to_3
from tests.book import test_explorer_values_of_chapters_4_and_5 as chapters_4_and_5
from tests.book import test_explorer_values_of_chapters_9_and_10 as chapters_9_and_10
from tests.book import test_explorer_values_of_pe_lib as of_pe_lib
from tests.book import test_explorer_values_of_rope as of_rope
from tests.book.explorer_values import hands, settings_of
from tests.book.test_explorer_sentence import answers


def gallery(kind: str) -> Callable:
    stored = galleries()[kind]

    def found(exhibit, check):
        row, column = stored["exhibits"].index(exhibit), stored["checks"].index(check)
        power = max(stored["errors"][row][column], default=100 * LOW) / 100
        marks = [line[column] for line in stored["marks"]]
        numbers = {"times": float(f"{10**power:.1e}") if power > LOW else 0}
        numbers |= {"seen": len(marks) - marks.count("missed"), "exhibits": len(marks)}
        return ["form", marks[row]], numbers, []

    return found


def look_back(offset, sharpness, words, position):
    rows = of_pe_lib.TABLE + words * of_pe_lib.VECTORS
    pairs = rows[:, 1::2] + 1j * rows[:, 0::2]
    query = pairs[position] * np.exp(-1j * offset * hands(512, 10_000))
    score = (pairs.conj() * query).real.sum(axis=1)
    weight = np.exp(sharpness * (score - score.max()) / np.sqrt(512))
    wanted, found = position - offset, int(score.argmax())
    second, first = np.sort(score)[-2:]
    as_made = "back" if offset else "own"
    elsewhere = "own word" if found == position else "other word"
    numbers = {"weight": 1 / weight.sum(), "found": found, "wanted": wanted, "lead": first - second}
    return [as_made if found == wanted else elsewhere], numbers, []


def precision(position, d_model):
    errors = chapters_4_and_5.precise(position, d_model)
    errors = [error if error > 1e-15 else 0 for error in errors]
    names = ("tutorial", "vectorized", "fast", "fast32")
    return ["main"], dict(zip(names, errors, strict=True)), []


def story(position, step):
    words = "today the big dog chased the cat across our yard".split()
    # From step 6 on, both rows are rows of the table.
    now = min(position, 7) if step > 5 else position
    made = [now * 100 ** (-j / 4) / (2 * np.pi) for j in range(4)]
    numbers = {"position": now, "end": now + 2, "offset": 2, "word": words[now], "made": made}
    numbers |= {"sine": np.sin(now), "cosine": np.cos(now), "degrees": np.degrees(2)}
    return [f"{step}"], numbers, []


COMPUTED: dict[str, Callable] = {
    "arrows": of_rope.arrows,
    "block_matrix": of_pe_lib.block_matrix,
    "broadcasting": chapters_4_and_5.broadcasting,
    "clocks": of_pe_lib.clocks,
    "counter": chapters_1_to_3.counter,
    "cycles": chapters_9_and_10.cycles,
    "equations": gallery("equations"),
    "fingerprint": chapters_1_to_3.fingerprint,
    "gallery": gallery("tables"),
    "grid": chapters_9_and_10.grid,
    "look_back": look_back,
    "methods": of_pe_lib.methods_of,
    "more_exhibits": gallery("more_tables"),
    "order": chapters_1_to_3.order,
    "outer_product": chapters_4_and_5.outer_product,
    "pairs": of_rope.pairs_explorer,
    "precision": precision,
    "rotary": chapters_9_and_10.rotary,
    "rows": chapters_9_and_10.rows,
    "sentence": answers,
    "shift": chapters_4_and_5.shift,
    "similarity": chapters_4_and_5.similarity,
    "story": story,
    "waves": chapters_1_to_3.waves,
}
LONG = " and ".join(["the dog chased the cat"] * 6)
#: Settings of what is seldom said.
SELDOM: dict[str, list[dict]] = {
    "broadcasting": [{"seq_len": 16}],
    "counter": [{"position": 3}, {"pairs": 2}, {"pairs": 2, "lowest_first": True}],
    "cycles": [{"unit": "hour"}, {"unit": "hour", "hours": 5}],
    "gallery": [{"exhibit": "odd width crashes", "check": "odd d"}] * 2,
    "grid": [{"table": "resized", "across": across} for across in (1, 3)],
    "look_back": [
        *({"offset": 0, "position": position} for position in (20, 31)),
        *({"offset": offset, "words": 12} for offset in (4, 8)),
        *({"offset": 11, "words": words, "position": 28} for words in (8, 9)),
    ],
    "methods": [{"shift": 0}, {"shift": 0, "query": 3}, {"shift": 1}, {"shift": 1, "query": 3}],
    "order": [
        *({"order": order, "encoding": on} for order in (0, 99) for on in (False, True)),
        {"order": 50, "sentence": "Never ever ever ever stop"},
    ],
    "outer_product": [{"step": 0}],
    "pairs": [{"pairs": 1}],
    "sentence": [
        {"words": "bear", "encoding": "none"},
        {"words": "the dog chased a cat", "encoding": "none", "start": 20},
        {"words": "dog chased cat", "start": 3},
        {"words": LONG, "encoding": "rope", "start": 9},
        *({"words": LONG, "encoding": "learned", "start": start} for start in (30, 32)),
    ],
    "shift": [{"offset": 0}, {"offset": 0, "position": 8}, {"offset": 40, "pair": 0}],
    "story": [{"step": step, "position": p} for step in range(1, 9) for p in (4, 8)],
    "waves": [{"d_model": 4}],
}


def computed(name: str) -> Iterator[tuple[dict, list[str], dict]]:
    """Yield some settings, the sentences that are said there, and all values."""
    count = Counter(dict.fromkeys(ALL[name].wording.sentences, 0))
    seldom = [ALL[name].check(**settings) for settings in SELDOM.get(name, [])]
    # The ends of the controls come last: many numbers are 0 there.
    drawn = settings_of(name)[::-1]
    for i, settings in enumerate([*drawn[:5], *seldom, *drawn[5:]]):
        if i >= 5 + len(seldom) and min(count.values()) > 1:
            return
        sentences, found, _ = COMPUTED[name](**settings)
        count.update(sentences)
        yield settings, sentences, settings | found
