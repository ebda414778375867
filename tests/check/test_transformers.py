"""The inspector of configurations agrees with transformers, by benchmarks/config_types.py.

The installed version is the locked one; with NEWEST_TRANSFORMERS=1, as in the nightly workflow, it
is the newest. A test that fails names the model and what differs.
"""

from __future__ import annotations

import json

import pytest

from book.paths import ROOT
from pe_check.config.families import FAMILIES
from tests.check.published_configs import PUBLISHED
from tests.check.rope_types_configs import BY_TYPE

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("transformers")]
CONFIGS = {name: each.config for name, each in PUBLISHED.items()} | BY_TYPE
#: Models that cannot run on the meta device, or without images.
NOT_BUILT = {"Gemma 4's images"}
#: Files that leave everything to the class, where its sizes are known.
SILENT = {
    f"a silent {name}": {"model_type": name}
    for name, family in FAMILIES.items()
    if "num_hidden_layers" in family.defaults
}


def compared(environment, *arguments) -> dict:
    """Return what the comparison says, run where transformers is."""
    program = ROOT / "benchmarks/config_types.py"
    command = ["env", f"PYTHONPATH={ROOT}", "python", program, *arguments]
    done = environment.run(*command, cwd=environment.home)
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def of_configs(transformers, tmp_path_factory) -> dict:
    file = tmp_path_factory.mktemp("configs") / "configs.json"
    file.write_text(json.dumps(CONFIGS | SILENT), encoding="utf-8")
    return compared(transformers, "--configs", file)


@pytest.mark.parametrize("name", CONFIGS | SILENT)
def test_a_published_model_each_rope_type_and_each_default(of_configs, name):
    """Frequencies, attention factor, layers that rotate, their layout, and windows."""
    kind, reason = of_configs["verdicts"][name]
    built = name in PUBLISHED and name not in NOT_BUILT  # else the frequencies alone are compared
    allowed = ("right",) if built else ("right", "not checked")
    assert kind in allowed, f"transformers {of_configs['version']}: {reason}"


def test_defaults_of_families(of_configs):
    assert of_configs["defaults"] == []


def test_every_model_type(transformers):
    """A type that is not known is told to be so: hardly any is wrong, and no language model."""
    found = compared(transformers)
    kinds = {name: kind for name, (kind, _) in found["verdicts"].items()}
    wrong = {name for name, kind in kinds.items() if kind == "wrong"}
    assert len(wrong) <= 10 and not wrong & set(found["models"]), wrong
    assert sum(kind == "right" for kind in kinds.values()) >= 300
