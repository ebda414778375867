"""Each number of an explorer's sentence stands where the words around it say.

An outline has these words, and the values are computed independently (`explorer_numbers.py`).
"""

from itertools import chain, islice
from pathlib import Path

import pytest

import pe_book
from pe_book.explorers import ALL
from tests.book.explorer_numbers import COMPUTED, computed
from tests.book.outlines import says
from tests.rendered import figure_of, text_of, view_of

WORDING = Path(pe_book.__file__).parent / "declare/wording.mjs"

GALLERY = {
    "form": "“{exhibit}”: {exhibit:form}",
    "missed": "“{check}” does not see it: {check:holds}.",
    "caught": "“{check}” sees it: {check:broken}. … largest error is {times:times} … what is "
    "allowed.",
    "crashed": "“{check}” sees it: the code crashes",
}
#: By explorer and sentence; `outlines.py` says what its marks mean.
SENTENCES = {
    "arrows": {
        "main": "query at position {position} … key at {end}, … {apart}° apart … score {turned}. "
        "… rows added it is {added}. … slide to 16, the scores are {turned_first} and "
        "{added_first}."
    },
    "block_matrix": {
        "turned": "Columns {sine} and {cosine} of row {position} … of pair {pair}, … turns "
        "({sine_in}, {cosine_in}) by {offset} × {omega} = {angle} radians … "
        "({sine_out}, {cosine_out}) comes out",
        "arrives": "are those of row {end}",
    },
    "broadcasting": {
        "main": "{seq_len} position(s) by {d_model} column(s) … loop takes {loop_time} {unit}, … "
        "vectorized form {vectorized_time} {unit} … fast form {fast_time} {unit}. … first two "
        "compute {sines} sines … fast form {fast_sines}, {saving:saving}. … table of "
        "{table_bytes:bytes} … vectorized form needs {vectorized_bytes:bytes}, … fast form "
        "{fast_bytes:bytes}."
    },
    "clocks": {"main": "How far right and how far up … in place of position {position}"},
    "counter": {
        "main": "Position {position} {shown:shown} {bits}. … step to {next} flips {flips} of "
        "{pairs} bit(s). Bit 0, written {lowest_first:place}, … Pair 0, … turns {share}% of a "
        "circle … next pair {slower} times"
    },
    "cycles": {
        "main": "{hours} hour(s) apart … similarity {table} in the table … {unit} as its unit … "
        "{pair} in the pair … period of a {period}"
    },
    "equations": GALLERY,
    "fingerprint": {
        "main": "Column {column} is {odd:parity}, … the {odd:function} of pair j = {pair}, … "
        "ω = {base}^(−{even_column}/{d_model}) = {omega} radians per … At position {position} … "
        "is {position} × {omega} = {angle} radians … its {odd:function} is {entry}."
    },
    "gallery": GALLERY,
    "grid": {
        "similarity": "From row {row}, column {column} to row {new_row}, column {new_column} … "
        "similarity is {similarity}.",
        "outside": "From row {row}, column {column} this",
        "no rotation": "off by up to {worst}, where",
        "running": "patch below is {side} step(s) away … its similarity is {below}, against "
        "{right} for the patch to the right",
    },
    "look_back": {
        "back": "weight, {weight}, is on position {found}, {offset} position(s) back … next one by "
        "{lead}.",
        "own": "weight, {weight}, is on position {found}, the query’s own … next one by {lead}.",
        "own word": "weight, {weight}, is on position {found}, the query’s own, not on {wanted}: … "
        "by only {offset} position(s), so",
        "other word": "weight, {weight}, is on position {found}, not on {wanted}: the word",
    },
    "methods": {
        "largest": "With {method:method}, word {query}, “{word}”, … weight, {largest}, to "
        "“{found_word}”, {found:words}.",
        "changed": "shift by {shift} position(s) has … by up to {change}:",
        "unchanged": "shift by {shift} position(s) changes no weight: {method:unchanged}.",
    },
    "more_exhibits": GALLERY,
    "order": {
        "as written": "“{now}” stands as written",
        "same reading": "“{now}” reads as before",
        "unnoticed": "“{now}”: … largest difference {largest:change}), … pooled output is the same "
        "(difference {pooled:change})",
        "noticed": "“{now}”: the outputs changed, by up to {largest:change}, … pooled output by "
        "{pooled:change}: {causes:cause} showed",
        "repeated alike": "{times:all} “{repeated}” have",
        "repeated apart": "outputs of “{repeated}” are up to {apart:change} apart",
    },
    "outer_product": {
        "empty": "of 5 positions, … of 4 frequencies",
        "started": "Step {step}: position {position} times frequency {omega} is {angle} radians",
    },
    "pairs": {
        "sum": "At offset {offset} the {pairs:first} … {score}. … highest score, {highest}, is at "
        "offset {peak}.",
        "neighbors": "Columns 2j and 2j + 1 turn",
        "halves": "columns j and j + 8 together",
    },
    "precision": {
        "main": "At position {position}, with {d_model} column(s), … tutorial's float32 form is "
        "… {tutorial:error}, the vectorized float64 form by {vectorized:error}, … by rotations by "
        "{fast:error}. Rounded to float32, … wrong by {fast32:error}. … in float32; … from float32"
    },
    "rotary": {
        "main": "In {length} positions {finished} of {pairs} pair(s) finish … text of {text} "
        "positions, … {method:changed}, {new} pair(s) would … fastest pair turns by {fastest} "
        "radians … slowest by {slowest}."
    },
    "rows": {
        "main": "{table:table}: component {component} holds {share}% of … rows {first} to {last} … "
        "zero {crossings} time(s). Rows {offset} position(s) apart … cosine of {mean} on average, "
        "from {low} to {high}, from position {first} on"
    },
    "sentence": {
        "bag": "sees {n} word(s) in … Who {verb:did} whom?",
        "reads": "With {encoding:model}, the model reads: {readings}.",
        "nobody": "With {encoding:model}, the model finds",
        "unsure": "not sure of {undecided}.",
        "right": "All {n} words are right",
        "wrong": "{mistakes} of {n} words {mistakes:are} wrong: {wrong}.",
        "unread": "has 64 rows, so {unread} of the words cannot",
        "long": "sentence has {n} words; … at most 16.",
        "looks": "below 10% none",
        "seen": "begins at position {start}, … up to 15.",
        "unseen": "ends at position {last}; … up to 15.",
    },
    "shift": {
        "turned": "From position {position} to {end}, pair {pair} turns by {offset} × {omega} = "
        "{angle} radians ({degrees}°{turns:whole});",
        "identity": "offset of 0 nothing turns … at position {end} as at any other",
    },
    "similarity": {
        "main": "Rows {offset} position(s) apart … similarity {similarity} with {pairs} pair(s). … "
        "integral, {integral}. … law is at {law}: … doubling of the offset costs {doubling}. … "
        "first rises after offset {rise}."
    },
    "story": {
        "1": "At position {position} it has turned {position} time(s)",
        "2": "how far right the tip is, and how far up: {sine} and {cosine} of … position "
        "{position}. … waves, a sine and a cosine.",
        "3": "at “{word}” {sine} and {cosine}.",
        "4": "At position {position} they have made {made} turns",
        "5": "for “{word}” at position {position}.",
        "6": "{offset} words apart: position {position} and position {end}.",
        "7": "From {position} to {end} the … by {degrees}°. … the offset {offset} and the speed … "
        "position {position} is not",
        "8": "from {position} and {end} to anywhere … but the angle between … “{offset} words on”",
    },
    "waves": {
        "main": "takes from {shortest} to {longest} positions. … sequence of {length} positions, "
        "{unfinished} of {hands} hand(s) ({share}%) never {unfinished:complete} one. … At position "
        "{position} the fastest has made {most_turns} turns and the slowest {fewest_turns}."
    },
}

OF_GALLERY = ["“{exhibit}”", "“{check}” sees {seen} of {exhibits} (framed)"]
#: Laws, labels of tables and notes in figures, from beginning to end.
LABELS = {
    "arrows": ["… m = {position}, n = {end}, so n − m = {offset} … the score is {turned}."],
    "block_matrix": ["in: row {position}", "row {end} by the formula"],
    "broadcasting": [
        "time at the speed of {measured_rows} × {measured_columns}",
        "({seq_len}, 1) × (1, {pairs}) = ({seq_len}, {pairs})",
        "({blocks}, 1, {pairs}) × (1, {block}, {pairs})",
    ],
    "equations": OF_GALLERY,
    "fingerprint": [
        "… p = {position}, j = {pair}, ω = {omega}, so the angle is {angle} and the entry {entry}.",
        "p = {position}: {angle} radians",
    ],
    "gallery": OF_GALLERY,
    "more_exhibits": OF_GALLERY,
    "pairs": ["at offset {offset}"],
    "precision": ["the … of pair {pair} at position {position}"],
    "rows": [
        "principal component {component} of rows {first} to {last}",
        "cosine of rows p and p + {offset}",
    ],
    "shift": [
        "… p = {position}, k = {offset}, ω = {omega}, so kω = {angle}.",
        "sine (column {sine})",
        "cosine (column {cosine})",
        "pair at position {position}",
        "pair at position {end}",
    ],
    "similarity": ["k = {offset}"],
}

#: Replies to a prediction that is right, and to one that is wrong.
REPLIES = {
    "counter": (
        "Right: {flips} digit(s) changed.",
        "Wrong in {count} place(s): {flips} digit(s) changed. … were 1.",
    ),
    "shift": (
        "Right, to {largest} degrees: k times ω is {degrees} degrees, …",
        "Your hand is {largest} degrees away: k times ω is {degrees} degrees, …",
    ),
    "similarity": (
        "… never more than {largest} away. Each doubling … costs about {doubling}.",
        "… {mean} away on average, … farthest at offset {place}, by {largest}. Each doubling … "
        "costs about {doubling}.",
    ),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_each_number_of_a_sentence_stands_where_the_words_say(name):
    wording, reached = ALL[name].wording, set()
    for settings, keys, values in computed(name):
        outline = " … ".join(["", *(SENTENCES[name].get(key, "") for key in keys), ""])
        sentence = text_of(name, **settings).sentence
        assert says(sentence, outline, values, wording.words), (sentence, outline, values)
        reached |= set(keys)
    assert reached == set(wording.sentences), "SELDOM needs settings that say the others"


@pytest.mark.parametrize("name", LABELS)
def test_each_number_of_a_label_stands_where_the_words_say(name):
    for settings, _, values in islice(computed(name), 4):
        text, figure = text_of(name, **settings), figure_of(name, **settings)
        notes = [note["text"] for note in figure["layout"]["annotations"]]
        shown = [text.law, *text.header, *chain(*text.rows), *notes]
        values = view_of(name, **settings).values | values
        for outline in LABELS[name]:
            assert any(says(each, outline, values, {}) for each in shown), (outline, shown, values)


@pytest.mark.parametrize("name", REPLIES)
def test_each_number_of_a_reply_stands_where_the_words_say(node, name):
    prediction, words = ALL[name].prediction, ALL[name].wording.spec()
    templates = prediction.right, prediction.wrong
    for _, _, values in islice(computed(name), 5):
        values = values | {"mean": 1.25, "largest": 2.75, "place": 8, "count": 3}
        for template, outline in zip(templates, REPLIES[name], strict=True):
            reply = node(WORDING, "fill", words, template, values)
            assert says(reply, outline, values, {}), (reply, outline, values)


def test_every_explorer_has_words_around_its_numbers():
    predicted = {name for name in ALL if ALL[name].prediction}
    listed = [
        ("SENTENCES", SENTENCES, {*ALL}),
        ("COMPUTED", COMPUTED, {*ALL}),
        ("REPLIES", REPLIES, predicted),
    ]
    for where, found, needed in listed:
        missing, unknown = sorted(needed - {*found}), sorted({*found} - needed)
        assert not missing, f"add to {where}: {missing}"
        assert not unknown, f"remove from {where}: {unknown}"


#: An explorer, its settings, and what of its sentence has a color, with the color's role.
COLORED = [
    (
        "clocks",
        {"position": 7},
        [("sine", "How far right"), ("cosine", "how far up"), ("position", "7")],
    ),
    ("story", {"step": 1, "position": 3}, [("position", "3"), ("position", "3 times")]),
    (
        "story",
        {"step": 2, "position": 3},
        [
            *(("sine", "how far right"), ("cosine", "how far up")),
            *(("sine", "0.14"), ("cosine", "−0.99"), ("position", "3")),
            *(("sine", "sine"), ("cosine", "cosine")),
        ],
    ),
    (
        "story",
        {"step": 8, "position": 3},
        [("position", "3"), ("offset", "5"), ("pair", "angle"), ("offset", "2")],
    ),
]


@pytest.mark.parametrize(("name", "settings", "colored"), COLORED)
def test_words_have_the_color_of_what_they_name(name, settings, colored):
    parts = text_of(name, **settings).parts
    assert [(role, text) for role, text in parts if role] == colored
