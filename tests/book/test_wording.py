"""The templates of what explorers say: filled alike in both languages, and complete."""

import itertools
import math
import random
import re
from pathlib import Path

import numpy as np
import pytest

import pe_book
from pe_book.declare import Wording
from pe_book.declare.wording import FORMATS
from pe_book.explorers import ALL

MODULE = Path(pe_book.__file__).parent / "declare/wording.mjs"
SAMPLES = 300
#: Every format with and without its arguments; each value is one that the format can write.
TEMPLATES = {
    "fixed": ["{x}", "{x:fixed}", "{x:fixed(3)}"],
    "signed": ["{x:signed}", "{x:signed(2)}"],
    "significant": ["{x:significant}", "{x:significant(5)}"],
    "scientific": ["{x:scientific}", "{x:scientific(0)}"],
    "percent": ["{x:percent}", "{x:percent(1)}"],
    "plural": ["{n:plural(position)}", "{n:plural(entry, entries)}", "{n:plural(whole turn)}"],
    "byte_size": ["{n:byte_size}"],
}
WORDING = Wording(
    sentences={
        "one": "{x:fixed(2)} of {n:plural(pair)}.",
        "two": "So {flag:answer}: {method:method}.",
    },
    columns=[("entry of {method}", "{:entry}"), ("value", "{:plain}")],
    words={
        "answer": {"true": "yes, {n} times", "false": "no"},
        "method": {"rope": "RoPE", "other": "method {}"},
        "entry": {"none": "no row", "0": "nothing", "other": "{:significant} of {n}"},
        "plain": "{:fixed(1)}",
    },
)


def values_at_random() -> list[dict]:
    rng = np.random.default_rng(1)
    sizes = rng.choice([-1, 1], SAMPLES) * 10 ** rng.uniform(-6, 8, SAMPLES)
    counts = [0, 1, 2, 999, 1000, 12_000, 10**9]
    return [
        {
            "x": float(x),
            "n": counts[i % len(counts)],
            "flag": bool(i % 2),
            "method": ["rope", "t5"][i % 3 == 0],
        }
        for i, x in enumerate([0.0, 1.0, -0.5, *sizes])
    ]


def test_every_format_is_in_the_comparison():
    assert set(TEMPLATES) == set(FORMATS)


@pytest.mark.parametrize("template", [*itertools.chain(*TEMPLATES.values())])
def test_templates_are_filled_alike(node, template):
    empty = Wording({})
    for values in values_at_random():
        ours = empty.fill(template, values)
        assert ours == node(MODULE, "fill", empty.spec(), template, values), values
        assert ours and "{" not in ours


@pytest.mark.parametrize(
    ("template", "value", "expected"),
    [
        ("{:entry}", None, "no row"),
        ("{:entry}", 0.0, "nothing"),
        ("{:entry}", 0.25, "0.250 of 3"),
        ("{:entry}", 2, "2.00 of 3"),
        ("{:plain}", 0.25, "0.3"),
        ("{:method}", "alibi", "method alibi"),
        ("{:listed}", [1, 2.0, 3], "1, 2, and 3"),
        ("{:listed(method)}", ["rope", "t5"], "RoPE and method t5"),
        ("{:listed}", [], ""),
        ("{flag:answer}", None, "yes, 3 times"),
    ],
)
def test_words_are_chosen_by_value(node, template, value, expected):
    values = {"n": 3, "flag": True}
    assert WORDING.fill(template, values, value) == expected
    assert node(MODULE, "fill", WORDING.spec(), template, values, value) == expected


def test_sentences_and_tables_are_put_together_alike(node):
    for values in values_at_random()[:30]:
        view = {"said": ["one", "two"], "values": values, "rows": [[None, 1], [0, 2.25], [0.5, -3]]}
        text = WORDING.text(**view)
        assert node(MODULE, "sentence", WORDING.spec(), view) == text.sentence
        theirs = node(MODULE, "table", WORDING.spec(), view)
        assert theirs == {"header": text.header, "rows": text.rows}
        assert text.header == [f"entry of {values['method']}", "value"]


def test_what_cannot_be_said_is_refused(node):
    with pytest.raises(ValueError, match=r"a format is one of .*'fixed'.*, not 'wrong'"):
        WORDING.fill("{x:wrong}", {"x": 1})
    with pytest.raises(KeyError, match="missing"):
        WORDING.fill("{missing}", {})
    with pytest.raises(ValueError, match="'answer' have no entry for None"):
        WORDING.fill("{:answer}", {})
    with pytest.raises(RuntimeError, match="no entry for null"):
        node(MODULE, "fill", WORDING.spec(), "{:answer}", {}, None)


def settings_of(explorer) -> list[dict]:
    """Return all settings, or their ends and a sample where there are too many."""
    choices = [control.values() for control in explorer.controls]
    if math.prod(map(len, choices)) <= 3000:
        names = [control.name for control in explorer.controls]
        every = [dict(zip(names, values, strict=True)) for values in itertools.product(*choices)]
        # Shuffled, so that what is seldom said is not said last.
        random.Random(3).shuffle(every)
        return [explorer.fit(settings) for settings in every]
    choose = random.Random(3).choice
    ends = itertools.islice(explorer.extremes(), 80)
    return [explorer.defaults, *ends, *(explorer.sample(choose) for _ in range(80))]


@pytest.mark.parametrize("name", ALL)
def test_every_template_is_used_and_nothing_is_missing(name):
    """Each sentence and each entry of `words` is said at some setting."""
    explorer, used = ALL[name], set()

    class Noted(Wording):
        def fill(self, template, values, value=None):
            used.add(template)
            return super().fill(template, values, value)

    wording = Noted(**vars(explorer.wording))
    unsaid, unused = set(wording.sentences), entries(wording)
    for settings in settings_of(explorer):
        view = explorer.view(**settings)
        wording.text(view.said, view.values, view.rows)
        for note in view.layout.get("annotations", []):
            if not isinstance(note["text"], str):
                [(entry, value)] = note["text"].items()
                wording.fill(f"{{:{entry}}}", view.values, value)
        unsaid -= set(view.said)
        unused -= used
        if not unsaid | unused:
            return
    pytest.fail(f"{name}.py: no setting says {sorted(unsaid)}, and none uses {sorted(unused)}")


def entries(wording: Wording) -> set[str]:
    """Return every template among the words."""
    either = wording.words.values()
    return {t for entry in either for t in ([entry] if isinstance(entry, str) else entry.values())}


@pytest.mark.parametrize("name", ALL)
def test_twins_write_no_sentences(name):
    """What is said stands in the templates; a twin has no text of several words."""
    source = (MODULE.parents[1] / "explorers" / f"{name}.mjs").read_text(encoding="utf-8")
    code = re.sub(r"^import .*?;$|//.*?$|/\*.*?\*/", "", source, flags=re.M | re.S)
    texts = re.findall(r'"([^"\n]*)"|`([^`]*)`', code)
    wordy = [a or b for a, b in texts if len(re.findall(r"\b[a-z]{2,}\b", a or b)) > 3]
    assert wordy == ["the dog chased the cat and another cat chased the dog"] * (name == "methods")
