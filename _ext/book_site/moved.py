"""Addresses that sections had before: a link to an old one leads to where its subject is now.

A section whose heading changed, or went, keeps its address as a second one of a section that
stands now. Others may have linked to it: add an entry with each change, and remove none.
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

#: The address that stands, and those that lead to it.
MOVED = {
    "chapters/01_order_problem": {
        "the-question": ["try-to-break-it", "two-dogs"],
        "what-is-missing-and-where-to-put-it": ["exercise-a-decoder-that-counts"],
        "in-short": ["what-to-remember", "common-mistakes", "further-reading"],
    },
    "chapters/02_formula": {
        "ideas-that-fail-each-in-its-own-way": ["three-first-ideas-and-what-is-wrong-with-each"],
        "what-binary-gets-right": ["see-it-digits-that-jump-hands-that-turn"],
        "why-a-sine-and-a-cosine": ["an-odd-number-of-columns"],
        "check-yourself": ["exercise-the-highest-point"],
        "in-short": ["what-to-remember", "common-mistakes", "further-reading"],
    },
    "chapters/03_frequency_and_wavelength": {
        "why-10000": ["what-the-number-of-columns-changes"],
        "in-short": ["what-to-remember", "common-mistakes", "further-reading"],
    },
    "chapters/04_offsets_are_rotations": {
        "two-lines-of-algebra": ["one-pair-in-numbers", "solve-for-the-matrix"],
        "shifts-add-up": ["optional-checked-by-algebra", "exercise-a-shift-by-half-a-position"],
        "how-fast-does-it-fall": ["where-it-is-not-monotone"],
        "in-short": ["what-to-remember", "common-mistakes", "further-reading"],
    },
    "chapters/05_loop_and_vectorized": {
        "exercise-build-it-by-doubling": ["the-theorem-as-code"],
        "in-short": [
            "a-table-larger-than-the-memory",
            "what-to-remember",
            "common-mistakes",
            "further-reading",
        ],
    },
}


def keep_addresses(app: Sphinx, doctree: nodes.document) -> None:
    """Give sections the addresses that lead to them, as further ids."""
    sections = {name: node for node in doctree.findall(nodes.section) for name in node["ids"]}
    for now, before in MOVED.get(app.env.docname, {}).items():
        if now not in sections:
            raise ExtensionError(
                f"_ext/book_site/moved.py: {app.env.docname} has no section #{now}, to which "
                f"{', '.join(f'#{old}' for old in before)} should lead"
            )
        for old in before:
            if old in sections:
                raise ExtensionError(
                    f"_ext/book_site/moved.py: {app.env.docname} has a section #{old} again; "
                    "it leads nowhere else"
                )
            sections[now]["ids"].append(old)


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", keep_addresses)
