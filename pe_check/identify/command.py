"""What is this table, or what are a checkpoint's? The exit status is 0 if it is the paper's, else
1; with --expect 0 if it is as expected, else 1; and 2 if it cannot be read."""

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from pe_check.identify import identify
from pe_check.identify.answer import Identification
from pe_check.identify.checkpoint import INDEX, tables
from pe_check.identify.expect import HELP, Verdict, as_expected, read_expected, verdict
from pe_check.identify.files import PICKLES, READERS, read_table

TABLE = (
    "a .npy, .npz, .csv, .tsv or text file, FILE.npz:NAME, - for standard input; a .safetensors "
    "checkpoint or the .safetensors.index.json of its shards, or FILE:NAME of one, which takes pip "
    "install 'pe-check[safetensors]'; or a function of (seq_len, d_model), or an array, as "
    "package.module:name"
)
EXPECT = f"a model's config.json, or a list of: {HELP}"


def add_parser(commands: Any) -> None:
    """Add the command to the subparsers of `python -m pe_check`."""
    parser = commands.add_parser(
        "identify",
        help="say what a table, or each table of a checkpoint, is, with its evidence",
        description=__doc__,
    )
    parser.add_argument("table", help=TABLE)
    parser.add_argument("--expect", metavar="CONFIG", help=EXPECT)
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Print what a table is; return 0 if it is as expected, 1 if not, 2 for bad input."""
    try:
        expected = read_expected(asked.expect) if asked.expect else None
        answers = _answers(asked.table)
    except (Exception, SystemExit) as error:  # an imported module may raise anything
        kind = "" if type(error) is ValueError else f"{asked.table}: {type(error).__name__}: "
        print(f"error: {kind}{error}", file=sys.stderr)
        return 2
    compared = {}
    if expected is not None:
        compared = {name: verdict(answer, expected) for name, answer in answers.items()}
    if asked.json:
        _print_json(answers, compared)
    else:
        _print_text(answers, compared, expected.text if expected is not None else "")
    if expected is not None:
        return 0 if as_expected(list(compared.values())) else 1
    return 0 if all(answer.paper for answer in answers.values()) else 1


def _answers(name: str) -> dict[str, Identification]:
    """Return what each table is, by name; "" for a table alone."""
    module, colon, attribute = name.rpartition(":")
    is_file = module.endswith(INDEX) or Path(module).suffix.lower() in (*READERS, *PICKLES)
    if colon and not is_file and not Path(name).exists():
        if module.endswith(".py"):
            dotted = ".".join(Path(module).with_suffix("").parts)
            raise ValueError(f"a module is named without .py and with dots: {dotted}:{attribute}")
        sys.path.insert(0, "")  # as python -m does: a module of the current folder
        return {"": identify(getattr(import_module(module), attribute))}
    path, chosen = (module, attribute) if colon and is_file else (name, "")
    if path.endswith(INDEX) or Path(path).suffix.lower() == ".safetensors":
        try:
            found = tables(path, chosen)
        except ValueError as error:
            raise ValueError(f"{path} cannot be read as a checkpoint: {error}") from None
        return {one: _identified(one, table) for one, table in found.items()}
    return {"": identify(read_table(name))}


def _identified(name: str, table: Any) -> Identification:
    """Return what a checkpoint's tensor is, or why that cannot be said: others may be read."""
    try:
        return identify(table)
    except (TypeError, ValueError) as error:
        return Identification("This is no table of positions.", str(error))


def _print_text(
    answers: dict[str, Identification], compared: dict[str, Verdict], expected_text: str
) -> None:
    for name, answer in answers.items():
        if name:
            print(f"{name}: {answer.headline}")
            print(*answer.explanation.splitlines()[1:], sep="\n")
        else:
            print(answer)
        if name in compared:
            print(f"  {_in_words(compared[name], expected_text)}")


def _in_words(one: Verdict, text: str) -> str:
    """Return how a table compares with what is expected."""
    expected = f"expected ({text})" if text else "expected"
    untold = f"it does not tell: {', '.join(one.untold)}" if one.untold else ""
    if one.wrong:
        return f"not as {expected}: {'; '.join(filter(None, (*one.wrong, untold)))}"
    if not one.told:
        return f"nothing to compare with what is {expected}: {untold.replace(': ', ' its ')}"
    return f"as {expected}" + (f"; but {untold}" if untold else "")


def _print_json(answers: dict[str, Identification], compared: dict[str, Verdict]) -> None:
    told = [
        {"name": name, **as_json(answer)}
        | ({"expected": compared[name]._asdict()} if name in compared else {})
        for name, answer in answers.items()
    ]
    print(json.dumps(told[0] if list(answers) == [""] else told, indent=2, ensure_ascii=False))


def as_json(answer: Identification) -> dict[str, Any]:
    """Return an answer as what JSON can hold: null for what the rows do not tell."""
    numbers = ("base", "start", "step", "amplitude", "error")
    words = ("headline", "summary", "layout", "exponents", "precision")
    told: dict[str, Any] = {name: getattr(answer, name) for name in words}
    told |= {"paper": answer.paper, "sinusoidal": answer.sinusoidal}
    told |= {name: _finite(getattr(answer, name)) for name in numbers}
    told["shape"] = list(answer.table.shape)
    told["frequencies"] = [_finite(one) for one in np.asarray(answer.frequencies).tolist()]
    told["findings"] = [one._asdict() for one in answer.findings]
    told["evidence"] = list(answer.evidence)
    return told


def _finite(number: Any) -> float | None:
    return float(number) if number is not None and np.isfinite(number) else None
