# vit-pytorch 1.26.14, vit_pytorch/rvt.py, AxialRotaryEmbedding
# Guess: a step of one patch turns by fixed angles, whatever the image's size, and no two columns of patches are alike.
# Happens: the image is stretched over -1 to 1, so a step turns 4.5 times less with 28 patches a side than with 7. Rates run
#   from 1 to 5 half turns: first and last column agree in the first pair, and with 20 dimensions a head in all (rates 1 to 5).
# --no-deps and the one file: importing the package asks for torchvision.
. "$(dirname "$0")/_setup.sh"
with_torch
install vit-pytorch==1.26.14
python - <<'EOF'
import importlib.util
import sys
import types

import torch

parent = types.ModuleType("vit")
parent.__path__ = list(importlib.util.find_spec("vit_pytorch").submodule_search_locations)
sys.modules["vit"] = parent
from vit.rvt import AxialRotaryEmbedding


def angles(side, d):
    sine, cosine = (part[0].reshape(side, side, d) for part in AxialRotaryEmbedding(d)(torch.zeros(1, side**2, d)))
    return sine, cosine


steps = {}
for side in (7, 14, 28):
    sine, cosine = angles(side, 64)
    steps[side] = (torch.atan2(sine, cosine)[1, 0, 0] - torch.atan2(sine, cosine)[0, 0, 0]).item() % (2 * torch.pi)
    print(f"{side} patches a side: a step down turns the first pair by {steps[side]:.3f}")
sine, cosine = angles(14, 20)
edge = max((sine[:, 0] - sine[:, -1]).abs().max(), (cosine[:, 0] - cosine[:, -1]).abs().max()).item()
print(f"20 dimensions a head: first and last column differ by at most {edge:.1e}")
assert abs(steps[7] / steps[28] - 4.5) < 1e-3 and edge < 1e-5
EOF
