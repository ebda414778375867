"""No block that readers get was changed without being read again (see confirm.py)."""

from tests.claims.confirm import blocks, confirmed, hashes, unconfirmed

FOUND = blocks()


def test_every_block_was_read_as_it_stands():
    changed = unconfirmed(FOUND, confirmed())
    assert not changed, (
        "these were changed; read them, then run `make confirm` and commit confirmed.txt with "
        "them:\n" + "\n".join(changed)
    )


def test_blocks_are_found_wherever_readers_are_spoken_to():
    sources = {place.partition(" ")[0] for place in FOUND}
    for source in (
        *("glossary.md", "notation.md", "references.md", "index.md", "teaching.md", "README.md"),
        *("chapters/01_order_problem.ipynb", "chapters/08_mistakes_in_circulation.ipynb"),
        *("pe_book/questions/chapter_3.py", "pe_book/exercises/reply.py"),
        *("pe_book/figures/chapter_6.py", "pe_book/explorers/waves.py"),
        "pe_book/mistakes/sentences.py",
    ):
        assert source in sources
    assert len(FOUND) > 500
    assert "“16 or more back”" in FOUND["pe_book/questions/chapter_7.py clipped_offsets"]
    assert "never complete one" in FOUND["pe_book/explorers/waves.py update"]
    assert "Lower is better." in FOUND["glossary.md Perplexity"]


def test_a_changed_a_new_and_a_missing_block_are_each_unconfirmed():
    marks = hashes(FOUND)
    assert unconfirmed(FOUND, marks) == {}
    place, text = next(iter(FOUND.items()))
    assert unconfirmed(FOUND | {place: text + "."}, marks) == {place: text + "."}
    assert unconfirmed(FOUND | {"new.md top": "New."}, marks) == {"new.md top": "New."}
    rest = {other: text for other, text in FOUND.items() if other != place}
    assert unconfirmed(rest, marks) == {place: ""}
