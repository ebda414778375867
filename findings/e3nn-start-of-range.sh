# e3nn 0.6.0, e3nn/math/_soft_one_hot_linspace.py, soft_one_hot_linspace (distances in molecules and crystals)
# Guess: as its text says, the squares sum to about 1 within the range, and with cutoff all is 0 outside.
# Happens: with a cutoff nothing is left at the range's two ends themselves: three bases are all 0 and the Gaussian one keeps
#   0.11, so distance 0 reads as a distance beyond the range. At the start the Bessel basis is 0/0, with a cutoff or without:
#   NaN in every feature. Without a cutoff the Fourier squares sum to 1.88 at the ends.
# --no-deps and two files: importing the package asks for opt-einsum-fx and scipy.
. "$(dirname "$0")/_setup.sh"
with_torch
install e3nn==0.6.0
python - <<'EOF'
import importlib.util
import sys
import types

import torch

root = importlib.util.find_spec("e3nn").submodule_search_locations[0]
parent, package = types.ModuleType("e3nn"), types.ModuleType("e3nn.math")
parent.__path__, package.__path__ = [root], [root + "/math"]
sys.modules.update({"e3nn": parent, "e3nn.math": package})
from e3nn.math._soft_unit_step import soft_unit_step

package.soft_unit_step = soft_unit_step
from e3nn.math._soft_one_hot_linspace import soft_one_hot_linspace

places = torch.tensor([0.0, 0.5, 2.0, 4.0])
sums = {}
for basis in ("gaussian", "cosine", "smooth_finite", "fourier", "bessel"):
    for cutoff in (False, True):
        found = soft_one_hot_linspace(places, 0.0, 4.0, 8, basis=basis, cutoff=cutoff)
        sums[basis, cutoff] = found.pow(2).sum(1).tolist()
        print(f"{basis:14} cutoff={cutoff!s:5} sum of squares at 0, 0.5, 2, 4:", [round(s, 2) for s in sums[basis, cutoff]])
nans = [sums["bessel", cutoff][0] != sums["bessel", cutoff][0] for cutoff in (False, True)]
assert all(nans) and abs(sums["fourier", False][0] - 1.88) < 0.01
assert all(abs(sums[basis, True][end]) < 1e-6 for basis in ("cosine", "smooth_finite", "fourier") for end in (0, 3))
EOF
