"""Print what Binder's builder, jupyter-repo2docker, would do with the current directory, as JSON.

Its Python build pack decides without a container. Of what it runs, the pip installs are kept.
"""

import json
import logging
import shlex


def main() -> None:
    # Here, because pytest imports this module in search of doctests.
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
    plan = {"detected": pack.detect(), "python": pack.python_version, "pip": arguments}
    print(json.dumps(plan))


if __name__ == "__main__":
    main()
