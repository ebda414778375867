# enformer-pytorch 0.8.12, enformer_pytorch/modeling_enformer.py, get_positional_features_exponential and _gamma
# Guess: relative features of an offset are the offset's: 40 bins apart is the same in a window of 128 and of 1,536.
# Happens: half-lives and means are spread over seq_len. Offset 40 gives other features in another window (up to 1.0
#   apart), and 16 of 24 features of a shared model change meaning; the third kind, the central mask, does not change.
# --no-deps and three functions: importing the package asks for transformers.
. "$(dirname "$0")/_setup.sh"
with_torch
install enformer-pytorch==0.8.12
python - <<'EOF'
import importlib.util
import math
import re
from pathlib import Path

import torch

path = Path(importlib.util.find_spec("enformer_pytorch").submodule_search_locations[0], "modeling_enformer.py")
part = re.search(r"^def get_positional_features_exponential.*?(?=^def get_positional_embed\()", path.read_text(), re.S | re.M)
names = {"torch": torch, "math": math, "exists": lambda value: value is not None}
exec(part[0], names)
apart = {}
for kind in ("exponential", "gamma", "central_mask"):
    features = names["get_positional_features_" + kind]
    narrow, wide = (features(torch.arange(-99, 100), 8, n)[139] for n in (128, 1536))
    apart[kind] = (narrow - wide).abs().max().item()
    print(f"offset 40, {kind}: largest difference between windows of 128 and 1536: {apart[kind]:.3f}")
assert apart["exponential"] > 0.1 and apart["gamma"] > 0.1 and apart["central_mask"] == 0
EOF
