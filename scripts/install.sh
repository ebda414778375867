#!/bin/sh
# Install into a virtual environment: install.sh DIRECTORY ARGUMENTS
# The arguments are those of `uv pip install`; the uv is the environment's own, or the one that UV names.
set -eu
directory=$1
shift

# uv reads no settings of pip: where an index stands in for PyPI, it is handed on.
if [ -z "${UV_DEFAULT_INDEX:-}${UV_INDEX_URL:-}" ]; then
    index=${PIP_INDEX_URL:-$("$directory/bin/python" -m pip config get global.index-url 2>/dev/null || true)}
    if [ -n "$index" ]; then
        export UV_DEFAULT_INDEX="$index"
    fi
fi

trouble=$(dirname "$0")/trouble.py
# What the environment takes with all tools, in megabytes.
"$directory/bin/python" "$trouble" room "$directory" "${ROOM:-1000}"

"${UV:-$directory/bin/uv}" pip install --quiet --python "$directory/bin/python" "$@" || {
    "$directory/bin/python" "$trouble" why "$directory" "${UV_DEFAULT_INDEX:-${UV_INDEX_URL:-https://pypi.org/simple}}"
    exit 1
}
