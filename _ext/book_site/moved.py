"""Addresses that pages, sections and explorers had before: old links lead to where a subject is.

A page that moved leaves one behind that leads on. A section whose heading changed, or went, keeps
its address as a second one of a section that stands now. A page whose explorer went has a hidden
link to the page that shows it, which `pe_book/renderer/address.mjs` follows with the settings.
Others may have linked to them: add an entry with each change, and remove none.
"""

from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

REDIRECT = "redirect.html"
#: The folder into which these pages of the top level moved.
FOLDER = "pages/"
PAGES = (
    *("accessibility", "class_answers", "entry_quiz", "exit_ticket", "glossary", "in_five_minutes"),
    *("library", "made_with", "notation", "references", "teaching"),
    *("your_checks", "your_config", "your_question", "your_table"),
)

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
    "chapters/06_inside_a_transformer": {
        "in-short": ["what-to-remember", "common-mistakes", "further-reading"],
    },
    "chapters/07_beyond_sinusoids": {
        "in-short": ["what-to-remember", "common-mistakes", "further-reading"],
        "a-vector-for-each-offset-shaw": ["exercise-a-vector-for-each-offset"],
        "a-turn-for-each-token-rope": ["exercise-write-rope"],
    },
    "chapters/07_rope_in_15_minutes": {
        "in-short": ["what-to-remember", "further-reading"],
    },
    "chapters/08_mistakes_in_circulation": {
        "in-short": ["what-to-remember", "common-mistakes-about-mistakes", "further-reading"],
    },
    "chapters/09_positions_in_practice": {
        "in-short": ["what-to-remember", "common-mistakes", "further-reading"],
    },
    "chapters/10_positions_elsewhere": {
        "in-short": [
            "what-to-remember",
            "common-mistakes",
            "further-reading",
            "what-would-any-smooth-rows-show",
        ],
    },
    "chapters/11_three_back": {
        "in-short": ["what-to-remember", "common-mistakes", "further-reading"],
    },
}

#: The explorers that a page showed before, and the page that shows each now.
EXPLORERS = {
    "chapters/07_beyond_sinusoids": {
        "arrows": "chapters/07_rope_in_15_minutes",
        "pairs": "chapters/07_rope_in_15_minutes",
        "sentence": "chapters/06_inside_a_transformer",
    },
    "chapters/08_mistakes_in_circulation": {"equations": "chapters/09_positions_in_practice"},
    "chapters/09_positions_in_practice": {"rotary": "chapters/07_beyond_sinusoids"},
    "chapters/10_positions_elsewhere": {"rows": "chapters/11_three_back"},
    "chapters/11_three_back": {"look_back": "chapters/06_inside_a_transformer"},
}


def redirects(app: Sphinx) -> Iterator[tuple[str, dict, str]]:
    """Yield a page at each address that a page had before."""
    for name in PAGES:
        if app.builder.format == "html" and FOLDER + name in app.env.found_docs:
            title = app.env.titles[FOLDER + name].astext()
            target = app.builder.get_relative_uri(name, FOLDER + name)
            yield name, {"title": title, "target": target}, REDIRECT


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


def link_to_explorers(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put a hidden link to where each explorer is that the page showed before."""
    if app.builder.format != "html":
        return
    links = "".join(
        f'<a data-moved="{name}" href="{app.builder.get_relative_uri(docname, now)}" hidden></a>'
        for name, now in EXPLORERS.get(docname, {}).items()
    )
    if links:
        next(doctree.findall(nodes.section)).append(nodes.raw("", links, format="html"))


def setup(app: Sphinx) -> None:
    app.connect("html-collect-pages", redirects)
    app.connect("doctree-read", keep_addresses)
    app.connect("doctree-resolved", link_to_explorers)
