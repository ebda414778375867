#!/bin/sh
# Make a virtual environment with uv in it, at the locked version: venv.sh DIRECTORY [PYTHON]
# Without PYTHON, the first suitable one of python3, python3.14, ..., python3.11 is taken.
set -eu
directory=$1
wanted=${2:-}

suitable() {
    command -v "$1" >/dev/null 2>&1 &&
        "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' >/dev/null 2>&1
}

describe() {
    "$1" -c 'import sys; print("Python %d.%d.%d" % sys.version_info[:3])' 2>/dev/null ||
        echo "not found"
}

python=
for candidate in ${wanted:-python3 python3.14 python3.13 python3.12 python3.11}; do
    if suitable "$candidate"; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    cat >&2 <<EOF
The book needs Python 3.11 to 3.14; ${wanted:-python3} is: $(describe "${wanted:-python3}").
Install one (https://www.python.org/downloads/), or name one that is there:

    make book PYTHON=/path/to/python3.12

EOF
    exit 1
fi

echo "Making $directory with $python ($(describe "$python"))"
if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    cat >&2 <<EOF
$python comes without its venv module. On Debian and Ubuntu that is a package of its own:

    sudo apt-get install python$version-venv

EOF
    exit 1
fi
trouble=$(dirname "$0")/trouble.py
"$python" "$trouble" room "$directory" "${ROOM:-1000}"
"$python" -m venv --clear "$directory"
"$directory/bin/python" -m pip install -qq --disable-pip-version-check \
    --constraint "$(dirname "$0")/../constraints.txt" uv || {
    index=${PIP_INDEX_URL:-$("$python" -m pip config get global.index-url 2>/dev/null || true)}
    "$python" "$trouble" why "$directory" "${index:-https://pypi.org/simple}"
    exit 1
}
