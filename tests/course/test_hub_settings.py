"""What a class' file may hold, and what the values for Kubernetes say."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from course.hub import start

VALUES = yaml.safe_load((start.HERE / "values.yaml").read_text(encoding="utf-8"))


def test_the_example_of_a_class_is_valid():
    chosen = start.read(start.HERE / "class.toml")
    assert chosen.teachers and chosen.students and chosen.directory.is_absolute()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('teachers = ["a"]', "students"),
        ('teachers = []\nstudents = ["a"]', "name at least one teacher"),
        ('teachers = ["a"]\nstudents = ["a"]', "a cannot be a member of the class twice"),
        ('teachers = ["root"]\nstudents = []', "root"),
        ('teachers = ["a"]\nstudents = ["b+c"]', "unlike 'b\\+c'"),
        ('teachers = ["a"]\nstudents = ["../etc"]', "unlike"),
        ('teachers = ["a"]\nstudents = []\naddress = "0.0.0.0"', "unencrypted"),
        ('teachers = ["a"]\nstudents = []\ncolor = "red"', "color"),
        ("teachers = ", "class.toml shows"),
    ],
)
def test_a_mistake_in_a_class_ends_with_a_sentence(tmp_path, text, said):
    file = tmp_path / "mine.toml"
    file.write_text(f'directory = "/srv/x"\n{text}', encoding="utf-8")
    with pytest.raises(SystemExit, match=said):
        start.read(file)


def test_a_program_below_a_closed_folder_is_not_usable_by_all(tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    assert not start.usable_by_all(closed / "python")
    assert start.usable_by_all(Path("/usr/bin/env"))


def test_a_teacher_lets_each_student_in():
    config = VALUES["hub"]["config"]
    assert config["JupyterHub"]["authenticator_class"] == "native"
    assert config["NativeAuthenticator"] == {"open_signup": False}


def test_every_pod_has_its_own_account_number_and_only_teachers_see_every_submission():
    spawner = SimpleNamespace(environment={}, uid=None, fs_gid=None, cmd=None)
    code = VALUES["hub"]["extraConfig"]["accounts"]
    exec(code, {"c": SimpleNamespace(KubeSpawner=spawner)})
    members = [
        SimpleNamespace(user=SimpleNamespace(id=n, name=f"s{n}", admin=n == 1)) for n in (1, 2, 3)
    ]
    assert len({spawner.uid(one) for one in members}) == 3
    assert [spawner.uid(one) for one in members] == [spawner.fs_gid(one) for one in members]
    student = spawner.environment["NBGRADER_STUDENT"]
    assert [student(one) for one in members] == ["*", "s2", "s3"]
    mounted = VALUES["singleuser"]["storage"]["extraVolumeMounts"]
    assert spawner.environment["NBGRADER_EXCHANGE"] in [one["mountPath"] for one in mounted]


def merged(defaults: dict, values: dict) -> dict:
    """Values over a chart's defaults, as helm lays them."""
    both = defaults | values
    return {
        key: merged(defaults[key], value)
        if isinstance(value, dict) and isinstance(defaults.get(key), dict)
        else value
        for key, value in both.items()
    }


# Z2JH names a clone of github.com/jupyterhub/zero-to-jupyterhub-k8s, which no package index has.
if "Z2JH" in os.environ:

    def test_the_values_fit_the_charts_schema():
        import jsonschema

        chart = Path(os.environ["Z2JH"]) / "jupyterhub"
        schema = yaml.safe_load((chart / "values.schema.yaml").read_text(encoding="utf-8"))
        defaults = yaml.safe_load((chart / "values.yaml").read_text(encoding="utf-8"))
        jsonschema.Draft7Validator(schema).validate(merged(defaults, VALUES))
