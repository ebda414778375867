# Sourced by each finding. A temporary folder, removed at the end; `findings/run` lends one environment with torch to all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
environment=${FINDINGS_ENVIRONMENT:-$folder/environment}
[ -d "$environment" ] || python3 -m venv "$environment"
cd "$folder"

quiet() { "$environment/bin/pip" install -q --disable-pip-version-check "$@" 2>&1 | { grep -v "is ignored" || true; }; }
with_torch() {
  "$environment/bin/python" -c 'import torch, numpy, einops' 2>/dev/null ||
    quiet torch==2.13.0 numpy==2.4.6 einops==0.8.2
}
# The packages named and nothing that they ask for, in a folder of this finding alone.
install() { quiet --no-deps --target "$folder/packages" "$@"; }
python() { PYTHONPATH="$folder/packages" "$environment/bin/python" -W ignore "$@"; }
