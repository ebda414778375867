# torchscale 0.3.0, torchscale/architecture/retnet.py, RetNetRelPos.forward
# Guess: as in RetNet's paper: the mask at (n, m) is gamma^(n-m), a function of the offset alone.
# Happens: each row is divided by the square root of its sum (the paper names this in passing, and a norm after it hides a
#   scale of rows from the output, not from who reads the mask). A token looks at itself with 1 in row 0 and with 0.19 in
#   row 63 of the first head: the mask tells where in the sequence a pair is, not only how far apart it is.
# --no-deps and one class: importing the package asks for fairscale and timm.
. "$(dirname "$0")/_setup.sh"
with_torch
install torchscale==0.3.0
python - <<'EOF'
import importlib.util
import re
from pathlib import Path
from types import SimpleNamespace

import torch

root = Path(importlib.util.find_spec("torchscale").submodule_search_locations[0])
names = {"torch": torch, "nn": torch.nn}
exec(re.search(r"^class RetNetRelPos.*?(?=^class )", (root / "architecture/retnet.py").read_text(), re.S | re.M)[0], names)
arguments = SimpleNamespace(decoder_embed_dim=64, decoder_retention_heads=4, recurrent_chunk_size=8)
_, mask = names["RetNetRelPos"](arguments)(64)
own = mask[0].diagonal()
print("first head, offset 0, rows 0, 1, 7, 63:", [round(own[i].item(), 3) for i in (0, 1, 7, 63)])
step = mask[0].diagonal(-1) / own[:-1]
print("offset 1 of row n + 1 over offset 0 of row n, n = 0 and 62:", [round(step[i].item(), 3) for i in (0, 62)])
gamma = 1 - 2.0**-5
sums = torch.tensor([sum(gamma**k for k in range(n + 1)) for n in range(64)])
assert torch.allclose(own, sums.rsqrt(), atol=1e-4) and own[0] == 1 and own[63] < 0.2
EOF
