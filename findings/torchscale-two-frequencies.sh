# torchscale 0.3.0, torchscale/architecture/retnet.py RetNetRelPos and component/xpos_relative_position.py
# Guess: one package, one rule: RetNet turns by the frequencies that XPOS turns by.
# Happens: RetNet's exponents run from 0 to 1 with both ends (linspace), XPOS's stop short of 1. With 8 pairs the second
#   pair turns 0.268 against 0.316 a step, and the slowest three times slower.
# --no-deps and two files: importing the package asks for fairscale and timm.
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
xpos = {}
exec((root / "component/xpos_relative_position.py").read_text(), xpos)
arguments = SimpleNamespace(decoder_embed_dim=64, decoder_retention_heads=4, recurrent_chunk_size=8)
retnet = names["RetNetRelPos"](arguments).angle[::2]
sine, cosine = xpos["fixed_pos_embedding"](torch.zeros(2, 8))
angles = torch.atan2(sine[1], cosine[1])
print("RetNet, angles of a step", [f"{x:.2e}" for x in retnet.tolist()])
print("XPOS,   angles of a step", [f"{x:.2e}" for x in angles.tolist()])
j = torch.arange(8)
assert torch.allclose(retnet, 10000.0 ** (-j / 7), rtol=1e-4)
assert torch.allclose(angles, 10000.0 ** (-j / 8), rtol=1e-4)
EOF
