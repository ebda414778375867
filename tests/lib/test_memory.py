"""The memory of a container counts, not that of the machine around it."""

import pytest

from pe_lib import memory

MIB = 2**20


def limits(tmp_path, groups, files):
    """The smallest limit where these groups and files are."""
    (tmp_path / "groups").write_text(groups, encoding="ascii")
    for name, text in files.items():
        file = tmp_path / "root" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="ascii")
    return min(memory._containers(tmp_path / "groups", tmp_path / "root"))


@pytest.mark.parametrize(
    ("groups", "files", "limit"),
    [
        ("0::/pod/one\n", {"pod/one/memory.max": f"{512 * MIB}\n"}, 512 * MIB),
        ("0::/pod/one\n", {"pod/one/memory.max": "max\n", "pod/memory.max": f"{9 * MIB}"}, 9 * MIB),
        ("0::/\n", {"memory.max": f"{512 * MIB}\n"}, 512 * MIB),
        ("0::/of/the/host\n", {"memory.max": f"{512 * MIB}\n"}, 512 * MIB),
        ("5:cpu,memory:/docker/a\n0::/\n", {"memory/docker/a/memory.limit_in_bytes": "77"}, 77),
        ("5:memory:/docker/a\n", {"memory/memory.limit_in_bytes": "77"}, 77),
        ("5:cpu:/docker/a\n", {"memory/memory.limit_in_bytes": "77"}, float("inf")),
        ("0::/\n", {"memory.max": "max\n"}, float("inf")),
        ("0::/\n", {}, float("inf")),
    ],
    ids=["v2", "v2, a group above", "v2, root", "v2, mounted as root", "v1", "v1, mounted as root",
         "another controller", "no limit", "no file"],
)  # fmt: skip
def test_the_limit_of_the_container_is_found(tmp_path, groups, files, limit):
    assert limits(tmp_path, groups, files) == limit


def test_without_control_groups_the_machine_counts(tmp_path):
    assert list(memory._containers(tmp_path / "none", tmp_path)) == [float("inf")]
    assert 2**20 < memory.available_memory() < 2**60
