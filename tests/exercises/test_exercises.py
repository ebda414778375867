"""Exercises as readers do them: typed into the live cell of their chapter and run as the page does.

Each solution is right, and each known mistake gets its own reply.
"""

import html
import re

from pe_book.live.runner import Session
from tests.exercises.cells import (
    cells_of,
    code_of,
    each_exercise,
    module_of,
    source_of,
    typed,
)


@each_exercise
def test_a_chapter_has_the_cells_of_the_exercise(name):
    task, start, explanation, solution = cells_of(name).values()
    assert task["cell_type"] == "markdown", "Its task stands in the Markdown cell before it."
    assert {"live", f"exercise-{name}"} <= {*start["metadata"]["tags"]}
    assert f"from pe_book.exercises.{name} import check_{name}\n" in start["source"]
    assert explanation["source"].startswith("<details>\n<summary>Worked solution</summary>\n\n")
    assert explanation["source"].endswith("\n\n</details>")
    assert "hide-cell" in solution["metadata"].get("tags", []), "It folds the solution on the page."
    assert solution["metadata"].get("jupyter") == {"source_hidden": True}, (
        "View > Collapse Selected Code folds the solution in JupyterLab."
    )


# --- Typed in -------------------------------------------------------------------------------------


def reply_to(source: str) -> tuple[bool, str]:
    """Return the verdict and the text of the reply that a cell shows."""
    sent = []
    answer = Session(lambda kind, text: sent.append((kind, text))).run(source)
    assert not answer["error"], answer["error"]
    shown = [text for kind, text in sent if kind == "html" and "pe-reply" in text]
    if not shown:  # printed
        printed = "".join(text for kind, text in sent if kind == "out")
        return printed.startswith("Right. "), printed
    text = html.unescape(re.sub(r"<code>|</code>", "`", shown[-1]))
    return 'data-verdict="right"' in text, re.sub(r"<[^>]+>", "", text)


def signature(name: str) -> tuple[str, str]:
    """Return the name and the parameters of the reader's function."""
    return re.search(r"(?m)^def (\w+)\((.*)\)", code_of(name, "start")).groups()


@each_exercise
def test_the_solution_is_right(name):
    imports = re.findall(r"(?m)^(?:from|import) .*$", code_of(name, "start"))
    right, text = reply_to("\n".join([*imports, code_of(name, "solution")]))
    assert right, text


@each_exercise
def test_the_starting_code_gets_a_reply_that_names_its_mistake(name):
    right, text = reply_to(code_of(name, "start"))
    assert not right and "first differs" not in text and "raised" not in text, text


@each_exercise
def test_a_known_mistake_gets_its_own_reply_and_no_other(name):
    known, (function, _) = module_of(name).mistakes, signature(name)
    assert known
    for mistake in known:
        right, text = reply_to(typed(name, source_of(mistake.wrong)))
        assert not right, mistake.text
        assert f"{function}: " in text or f"{function}(" in text
        assert {other.text for other in known if other.text in text} == {mistake.text}, text


@each_exercise
def test_a_known_mistake_shows_no_warning_to_a_reader_who_does_not_make_it(name, warned):
    _, parameters = signature(name)
    right, _ = reply_to(typed(name, f"def f({parameters}):\n    return 7"))
    assert not right and warned() == []


WITH_ERROR = """
def my_encoding(seq_len, d_model):
    return rows(seq_len, d_model)


def rows(seq_len, d_model):
    angles = np.outer(np.arange(seq_len), np.arange(d_model))
    return angles[:, : d_model + 1] @ angles
"""


def test_an_error_names_the_function_the_line_and_its_code():
    source = typed("encoding", WITH_ERROR.strip())
    line = source.splitlines().index("    return angles[:, : d_model + 1] @ angles") + 1
    right, text = reply_to(source)
    assert not right
    for part in ("my_encoding(12, 8)", "ValueError", f"line {line}", "`return angles[:, : d_model"):
        assert part in text
